import { type Campaign as CampaignOnLedger, Status } from "@merit/bindings/campaign";
import { eq } from "drizzle-orm";
import { fromSeconds } from "../../base/days.ts";
import type { Chain } from "../../ledger/chain/chain.ts";
import { requireLedger } from "../../ledger/chain/rpc.ts";
import * as merchantRows from "../../parties/merchants/store.ts";
import { emitChange, freeContractId } from "../../programmes/campaigns/events.ts";
import { isOpening } from "../../programmes/campaigns/open.ts";
import * as rows from "../../programmes/campaigns/store.ts";
import { type CampaignStatus, campaigns } from "../../store/db/schema/campaigns.ts";
import { merchants } from "../../store/db/schema/merchants.ts";
import type { Store } from "../../store/db/store.ts";
import { giveUpNewest } from "./rebuild-rewards.ts";

// Campaigns that were created, or changed their status, after the copy of the database was made. Can be repeated.

/** A campaign as its contract has it. */
export interface LedgerCampaign extends CampaignOnLedger {
  id: number;
}

/** All campaigns of the contract, read at `atLedger` or later. @throws RpcUnavailable */
export async function readCampaigns(chain: Chain, atLedger: number): Promise<LedgerCampaign[]> {
  const found: LedgerCampaign[] = [];
  for (;;) {
    const page = await readCampaignPage(chain, { after: found.at(-1)?.id ?? 0, limit: CAMPAIGN_PAGE, atLedger });
    found.push(...page);
    if (page.length < CAMPAIGN_PAGE) return found;
  }
}

/** The campaigns with the next `limit` ids behind `after`: ids have no holes. @throws RpcUnavailable */
export async function readCampaignPage(
  { contracts }: Chain,
  { after, limit, atLedger }: { after: number; limit: number; atLedger: number },
): Promise<LedgerCampaign[]> {
  const { value, ledger } = await contracts.campaign.view("campaigns", { after: BigInt(after), limit });
  requireLedger("simulateTransaction", ledger, atLedger);
  return value.map(([id, campaign]) => ({ ...campaign, id: Number(id) }));
}

/** The contract's largest page. */
export const CAMPAIGN_PAGE = 50;

/** The event of a campaign that has come to a status. */
const changes = { active: "activated", paused: "paused", ended: "ended", settled: "settled" } as const;

/** A campaign's status in the records; undefined for a status that the service never uses. */
export const recordedStatuses: Record<Status, keyof typeof changes | undefined> = {
  // The service puts no drafts on the ledger.
  [Status.Draft]: undefined,
  [Status.Funded]: undefined,
  [Status.Dropped]: undefined,
  [Status.Active]: "active",
  [Status.Paused]: "paused",
  [Status.Ended]: "ended",
  [Status.Settled]: "settled",
};

/** The record of a campaign. It is found by its reference, which the service chose: a node may have reported a wrong id. */
export async function recordOf(
  store: Store,
  { reference }: Pick<LedgerCampaign, "reference">,
): Promise<rows.Campaign | undefined> {
  return rows.byReference(store, hex(reference));
}

/** True if money is set aside for a campaign that the database doesn't have. */
export async function lacksCampaign(store: Store, onLedger: readonly LedgerCampaign[]): Promise<boolean> {
  for (const { id, status, reference } of onLedger) {
    if (recordedStatuses[status] === undefined) continue;
    const row = await recordOf(store, { reference });
    // A record that waits for the transaction that creates its campaign has no id of the ledger yet, so it isn't missing.
    if (!row || (row.contract_campaign_id !== id && !isOpening(row))) return true;
  }
  return false;
}

/** Statuses of recorded campaigns by their references, before they are compared with the ledger. */
export type KnownStatuses = ReadonlyMap<string, CampaignStatus>;

/**
 * Brings the records to what the ledger has.
 * @param before what the records said before `onLedger` was read: a status that changed since is newer
 * @returns campaigns that were added, and those whose status changed
 */
export async function rebuildCampaigns(
  store: Store,
  { onLedger, before }: { onLedger: readonly LedgerCampaign[]; before: KnownStatuses },
  now: Date,
): Promise<{ added: number; changed: number }> {
  const counts = { added: 0, changed: 0 };
  for (const campaign of onLedger) {
    const status = recordedStatuses[campaign.status];
    if (status === undefined) continue;
    const row = await recordOf(store, campaign);
    if (row?.contract_campaign_id !== campaign.id) {
      if (await add(store, campaign, { row, status }, now)) counts.added += 1;
    } else if (row.status !== status && row.next_status === null && row.status === before.get(row.reference)) {
      // A step that waits is decided by its own transaction.
      const remainder = status === "settled" ? { remainder: campaign.budget - campaign.spent } : {};
      const name = row.status === "paused" && status === "active" ? "resumed" : changes[status];
      await change(store, row.id, name, { status, updated_at: now, ...remainder });
      counts.changed += 1;
    }
    if (row?.contract_campaign_id === campaign.id) await followExtensions(store, row, campaign, now);
  }
  return counts;
}

/** Budget and end only grow, so the larger ones are the newer ones. */
async function followExtensions(store: Store, row: rows.Campaign, onLedger: LedgerCampaign, now: Date): Promise<void> {
  const ends_at = fromSeconds(onLedger.ends_at);
  if (onLedger.budget <= row.budget && ends_at <= row.ends_at) return;
  const budget = onLedger.budget > row.budget ? onLedger.budget : row.budget;
  const ends = ends_at > row.ends_at ? ends_at : row.ends_at;
  await change(store, row.id, "extended", { budget, ends_at: ends, updated_at: now });
}

async function change(
  store: Store,
  id: number,
  name: Parameters<typeof emitChange>[1],
  to: Partial<rows.Campaign> & { updated_at: Date },
): Promise<void> {
  const changed = await store.update(campaigns).set(to).where(eq(campaigns.id, id)).returning().get();
  await emitChange(store, name, changed, to.updated_at);
}

/**
 * Records a campaign under its id of the contract. `row` is its record, if there is one with another id or none.
 * @returns false if a campaign with rewards prevents it: this one under another id, or another one under this id. A node
 * reported a wrong id then.
 */
async function add(
  store: Store,
  campaign: LedgerCampaign,
  { row, status }: { row: rows.Campaign | undefined; status: keyof typeof changes },
  now: Date,
): Promise<boolean> {
  if (row && row.contract_campaign_id !== null && (await rows.hasRewards(store, row.id))) return false;
  await freeContractId(store, campaign.id, now);
  if (await rows.byContractId(store, campaign.id)) return false;
  const facts = {
    budget: campaign.budget,
    starts_at: fromSeconds(campaign.starts_at),
    ends_at: fromSeconds(campaign.ends_at),
    per_wallet_cap: campaign.per_wallet_cap,
    contract_campaign_id: campaign.id,
    status,
    next_status: null,
    error_message: null,
    updated_at: now,
  };
  if (row) {
    await makeRoom(store, row.id, facts.budget, now);
    await change(store, row.id, changes[status], facts);
    return true;
  }
  const added = await rows.insert(store, {
    ...facts,
    merchant_id: await merchantOf(store, Number(campaign.merchant), now),
    name: `Campaign ${campaign.id} of the ledger`,
    reference: hex(campaign.reference),
    spent: 0n,
    reserved: 0n,
    created_at: now,
  });
  for (const name of ["created", changes[status]] as const) await emitChange(store, name, added, now);
  return true;
}

/** A merchant that registered after the copy keeps its id, which has a balance on the ledger. Nobody has a key to it. */
async function merchantOf(store: Store, id: number, now: Date): Promise<number> {
  if (await merchantRows.byId(store, id)) return id;
  const row = { id, name: `Merchant ${id} of the ledger`, email: `merchant-${id}@restored.invalid`, created_at: now };
  await store.insert(merchants).values(row);
  return id;
}

/** A draft may have had another budget than the one it was funded with, and rewards that failed since. */
async function makeRoom(store: Store, id: number, budget: bigint, now: Date): Promise<void> {
  for (;;) {
    const row = await rows.byId(store, id);
    if (!row || row.spent + row.reserved <= budget || !(await giveUpNewest(store, id, now))) return;
  }
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");
