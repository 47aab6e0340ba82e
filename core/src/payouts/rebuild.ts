import * as budget from "../campaigns/budget.ts";
import * as campaigns from "../campaigns/store.ts";
import { type Batches, chunksUpTo } from "../chain/batches.ts";
import type { Store } from "../db/store.ts";
import type { Payouts } from "./payouts.ts";
import { type LedgerCampaign, rebuildCampaigns } from "./rebuild-campaigns.ts";
import { followBudget, type Recorded, readUnsettled, recordMark } from "./rebuild-rewards.ts";

/** Entries of marks that are asked for at once: the protocol's limit. */
const CHUNKS_PER_CALL = 200;

/** Marks that are recorded in one commit. */
const MARKS_PER_COMMIT = 500;

export interface Rebuilt {
  /** Marks that were read for the first time, by what became of them. */
  rewards: Record<Recorded, number>;
  campaigns: { added: number; changed: number };
  /** Payments that are still unknown: their marks have ended, or the node leaves them out. */
  missing: number;
}

/**
 * Completes the records of what was paid, from the contracts' own state and not from what a node still remembers. First of the
 * campaigns that have spent another sum than the records say; where that isn't enough, of all.
 * @param onLedger all campaigns, not older than `batches`
 * @throws RpcUnavailable
 */
export async function rebuild(
  payouts: Payouts,
  batches: Batches,
  onLedger: readonly LedgerCampaign[],
  stopped: AbortSignal,
): Promise<Rebuilt> {
  const { db, clock, chain, log, heartbeats, settings } = payouts.context;
  const made = await db.commit((store) => rebuildCampaigns(store, onLedger, clock.now()));
  const rewards = { known: 0, carried: 0, confirmed: 0, added: 0 };
  const chunks = chunksUpTo(batches.top, Number((await chain.contracts.distribution.view("first_number")).value));
  const known = { unsettled: await db.read(readUnsettled), settings, now: clock.now() };

  async function scan(campaign: LedgerCampaign, campaignId: number): Promise<void> {
    for (let from = 0; from < chunks.length; from += CHUNKS_PER_CALL) {
      stopped.throwIfAborted();
      heartbeats.beat("worker");
      const request = { campaign: campaign.id, chunks: chunks.slice(from, from + CHUNKS_PER_CALL) };
      const marks = [...(await chain.marks(request))];
      for (let at = 0; at < marks.length; at += MARKS_PER_COMMIT) {
        await db.commit(async (store) => {
          for (const [number, reference] of marks.slice(at, at + MARKS_PER_COMMIT)) {
            rewards[await recordMark(store, campaignId, { number, reference }, known)] += 1;
          }
        });
      }
    }
  }

  const missing = async () => batches.paid - (await db.read(budget.paidInAll));
  const differing = new Set<number>();
  for (const isFirst of [true, false]) {
    for (const campaign of onLedger) {
      const row = await db.read((store) => campaigns.byContractId(store, campaign.id));
      if (!row || (isFirst ? row.spent === campaign.spent : differing.has(campaign.id))) continue;
      differing.add(campaign.id);
      await scan(campaign, row.id);
    }
    if ((await missing()) <= 0) break;
    if (isFirst) log.warn({ payments: await missing() }, "looking for unknown payments in the marks of all campaigns");
  }
  return { rewards, campaigns: made, missing: await missing() };
}

/** Once every payment is known: what campaigns have spent is what the ledger says. */
export async function followBudgets(store: Store, onLedger: readonly LedgerCampaign[], now: Date): Promise<void> {
  for (const { id, spent } of onLedger) {
    const row = await campaigns.byContractId(store, id);
    if (row && row.spent !== spent) await followBudget(store, row.id, spent, now);
  }
}
