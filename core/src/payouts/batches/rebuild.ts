import { type Batches, chunksUpTo } from "../../ledger/chain/batches.ts";
import { type PaymentKey, withPayments } from "../../ledger/chain/fingerprint.ts";
import * as budget from "../../programmes/campaigns/budget.ts";
import * as campaigns from "../../programmes/campaigns/store.ts";
import type { Store } from "../../store/db/store.ts";
import type { Payouts } from "./payouts.ts";
import {
  type KnownStatuses,
  type LedgerCampaign,
  rebuildCampaigns,
  recordedStatuses,
  recordOf,
} from "./rebuild-campaigns.ts";
import { followBudget, type Recorded, readPaid, readUnsettled, recordMark } from "./rebuild-rewards.ts";

/** Entries of marks that are asked for at once: the protocol's limit. */
const CHUNKS_PER_CALL = 200;

/** Marks that are recorded in one commit. */
const MARKS_PER_COMMIT = 500;

export interface Findings {
  /** Payments that are in the node's marks and not in the records. It is not yet proven that they were made. */
  unknown: PaymentKey[];
  /** Count of the records together with these payments. */
  total: budget.PaidTotal;
  campaigns: KnownCampaigns;
}

/** Campaigns of the ledger and the records, before they are brought together. */
export interface KnownCampaigns {
  /** All campaigns of the ledger, not older than the ledger requested with them. */
  onLedger: readonly LedgerCampaign[];
  /** Statuses in the records before the ledger was read. */
  before: KnownStatuses;
}

/**
 * Looks for payments that the records don't have, in the contracts' own state and not in what a node still remembers. First in the
 * campaigns whose sum spent differs from the records; if that isn't enough, in all.
 * @throws RpcUnavailable
 */
export async function findPayments(
  payouts: Payouts,
  batches: Batches,
  known: KnownCampaigns,
  stopped: AbortSignal,
): Promise<Findings> {
  const { db, chain, log, heartbeats } = payouts.context;
  const chunks = chunksUpTo(batches.tops, Number((await chain.contracts.distribution.view("first_number")).value));
  const unknown: PaymentKey[] = [];
  let total = await db.read(budget.readTotal);

  async function scan({ id: campaign, ...shown }: LedgerCampaign, row: campaigns.Campaign | undefined): Promise<void> {
    const merchant = row?.merchant_id ?? Number(shown.merchant);
    for (let from = 0; from < chunks.length; from += CHUNKS_PER_CALL) {
      stopped.throwIfAborted();
      heartbeats.beat("worker");
      const marks = await chain.marks({ campaign, chunks: chunks.slice(from, from + CHUNKS_PER_CALL) });
      const paid = row
        ? await db.read((store) => readPaid(store, row.id, [...marks.keys()]))
        : new Map<number, string>();
      const found: PaymentKey[] = [];
      for (const [number, reference] of marks) {
        if (paid.get(number) !== reference) found.push({ merchant, campaign, number, reference });
      }
      for (const payment of found) unknown.push(payment);
      total = { paid: total.paid + found.length, fingerprint: withPayments(total.fingerprint, found) };
    }
  }

  const scanned = new Set<number>();
  for (const isFirst of [true, false]) {
    for (const campaign of known.onLedger) {
      if (recordedStatuses[campaign.status] === undefined || scanned.has(campaign.id)) continue;
      const row = await db.read((store) => recordOf(store, campaign));
      if (isFirst && campaign.spent === (row?.spent ?? 0n)) continue;
      scanned.add(campaign.id);
      await scan(campaign, row);
    }
    if (budget.isSame(total, batches)) break;
    if (isFirst) log.warn("looking for unknown payments in the marks of all campaigns");
  }
  return { unknown, total, campaigns: known };
}

/**
 * Records campaigns and payments that were found, once the ledger has confirmed all of the payments by opening an epoch for their
 * fingerprint. Can be repeated: what is known stays as it is.
 * @returns how many
 */
export async function recordFindings(
  { context: { db, clock, settings, heartbeats } }: Payouts,
  findings: Findings,
  stopped: AbortSignal,
): Promise<{ campaigns: { added: number; changed: number }; rewards: Record<Recorded, number> }> {
  const { unknown } = findings;
  const made = await db.commit((store) => rebuildCampaigns(store, findings.campaigns, clock.now()));
  const counts = { known: 0, carried: 0, confirmed: 0, added: 0 };
  const known = { unsettled: await db.read(readUnsettled), settings, now: clock.now() };
  for (let at = 0; at < unknown.length; at += MARKS_PER_COMMIT) {
    stopped.throwIfAborted();
    heartbeats.beat("worker");
    await db.commit(async (store) => {
      for (const { campaign, number, reference } of unknown.slice(at, at + MARKS_PER_COMMIT)) {
        const row = await campaigns.byContractId(store, campaign);
        if (!row) throw new Error(`there is no record of campaign ${campaign} of the ledger`);
        counts[await recordMark(store, row, { number, reference }, known)] += 1;
      }
    });
  }
  return { campaigns: made, rewards: counts };
}

/** Takes over what campaigns have spent from the ledger, once every payment is known. */
export async function followBudgets(store: Store, onLedger: readonly LedgerCampaign[], now: Date): Promise<void> {
  for (const { id, spent } of onLedger) {
    const row = await campaigns.byContractId(store, id);
    if (row && row.spent !== spent) await followBudget(store, row.id, spent, now);
  }
}
