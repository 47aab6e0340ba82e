import { and, asc, eq, inArray } from "drizzle-orm";
import { type CampaignStatus, campaigns, contractEvents } from "../db/schema.ts";
import type { Store } from "../db/store.ts";
import * as merchants from "../merchants/store.ts";
import { giveUpNewest } from "../rewards/rebuild.ts";
import type { Campaign } from "./store.ts";
import * as rows from "./store.ts";

// Campaigns of a restored database as the ledger's indexed events have them. Both functions can be repeated.

interface Created {
  campaign: string;
  merchant: string;
  /** stroops */
  budget: string;
  /** Unix seconds. */
  starts_at: string;
  ends_at: string;
  per_wallet_cap: string | null;
  reference: string;
}

type Event = typeof contractEvents.$inferSelect;

/** Campaigns that were created after the backup. Those of merchants that registered after it stay unknown. */
export async function rebuildCampaigns(store: Store): Promise<{ added: number; unknown: number }> {
  const counts = { added: 0, unknown: 0 };
  for (const event of await eventsOf(store, ["campaign_created"])) {
    const created = event.data as unknown as Created;
    if (await rows.byContractId(store, Number(created.campaign))) continue;
    counts[(await add(store, created, event)) ? "added" : "unknown"] += 1;
  }
  return counts;
}

async function add(store: Store, created: Created, { tx_hash, ledger_closed_at: now }: Event): Promise<boolean> {
  const onLedger = {
    budget: BigInt(created.budget),
    starts_at: new Date(Number(created.starts_at) * 1000),
    ends_at: new Date(Number(created.ends_at) * 1000),
    per_wallet_cap: created.per_wallet_cap === null ? null : BigInt(created.per_wallet_cap),
    contract_campaign_id: Number(created.campaign),
    status: "active",
    next_status: null,
    error_message: null,
    tx_hash,
    status_tx_hash: tx_hash,
    updated_at: now,
  } as const;
  const known = await rows.byReference(store, created.reference);
  if (known) {
    await makeRoom(store, known.id, onLedger.budget, now);
    await store.update(campaigns).set(onLedger).where(eq(campaigns.id, known.id));
    return true;
  }
  const merchant = await merchants.byId(store, Number(created.merchant));
  if (!merchant) return false;
  await rows.insert(store, {
    ...onLedger,
    merchant_id: merchant.id,
    name: `Campaign ${created.campaign} of the ledger`,
    reference: created.reference,
    spent: 0n,
    reserved: 0n,
    next_number: 1,
    created_at: now,
  });
  return true;
}

/** A draft may have had another budget than the one it was funded with, and rewards that failed since. */
async function makeRoom(store: Store, id: number, budget: bigint, now: Date): Promise<void> {
  for (;;) {
    const row = await rows.byId(store, id);
    if (!row || row.spent + row.reserved <= budget || !(await giveUpNewest(store, id, now))) return;
  }
}

/** Statuses that campaigns got after the backup. @returns how many changed */
export async function rebuildStatuses(store: Store): Promise<number> {
  const latest = new Map<number, Event>();
  for (const event of await eventsOf(store, ["campaign_status", "campaign_settled"])) {
    latest.set(Number((event.data as { campaign: string }).campaign), event);
  }
  let changed = 0;
  for (const [id, event] of latest) {
    const row = await rows.byContractId(store, id);
    if (row && (await follow(store, row, event))) changed += 1;
  }
  return changed;
}

async function follow(store: Store, row: Campaign, event: Event): Promise<boolean> {
  const { type, data, tx_hash, ledger_closed_at } = event;
  const { status, remainder } = data as { status?: string; remainder?: string };
  const reached = (type === "campaign_settled" ? "settled" : status?.toLowerCase()) as CampaignStatus;
  // A step that waits is decided by its own transaction.
  if (row.next_status !== null || row.status === reached) return false;
  const change = { status: reached, status_tx_hash: tx_hash, updated_at: ledger_closed_at };
  const settled = remainder === undefined ? {} : { remainder: BigInt(remainder) };
  await store
    .update(campaigns)
    .set({ ...change, ...settled })
    .where(eq(campaigns.id, row.id));
  return true;
}

const eventsOf = (store: Store, types: string[]): Promise<Event[]> =>
  store
    .select()
    .from(contractEvents)
    .where(and(eq(contractEvents.contract, "campaign"), inArray(contractEvents.type, types)))
    .orderBy(asc(contractEvents.id));
