import { and, desc, eq, inArray, isNull } from "drizzle-orm";
import * as budget from "../campaigns/budget.ts";
import type { Campaign } from "../campaigns/store.ts";
import * as campaigns from "../campaigns/store.ts";
import { issuances } from "../db/schema.ts";
import type { Store } from "../db/store.ts";
import * as merchants from "../merchants/store.ts";
import type { PointSettings } from "../point-settings.ts";
import type { LedgerBatch, LedgerPayment } from "./ledger-batches.ts";
import { rebuiltKey } from "./reference.ts";
import * as settle from "./settle.ts";
import type { Issuance } from "./store.ts";
import * as rows from "./store.ts";

// Records of rewards that were paid after the backup that a database was restored from. Each function is a commit of its own
// and can be repeated: what is confirmed already stays as it is.

/**
 * Pending and failed rewards, by campaign and reference: one may have been paid under another number than the backup has for it.
 * Nothing is accepted meanwhile, so one look is enough.
 */
export type Unsettled = ReadonlyMap<string, number>;

export async function readUnsettled(store: Store): Promise<Unsettled> {
  const { id, campaign_id, reference } = issuances;
  const found = await store
    .select({ id, campaign_id, reference })
    .from(issuances)
    .where(inArray(issuances.status, ["pending", "failed"]));
  return new Map(found.map((row) => [placeOf(row.campaign_id, row.reference), row.id]));
}

const placeOf = (campaignId: number, reference: string) => `${campaignId}:${reference}`;

interface Known {
  unsettled: Unsettled;
  settings: PointSettings;
}

/** Confirms what a batch paid of the rewards that wait in the database. @returns how many */
export async function confirmPending(store: Store, batch: LedgerBatch, known: Known): Promise<number> {
  const campaign = await campaignOf(store, batch);
  if (!campaign) return 0;
  const holders = await holdersOf(store, campaign, batch);
  await passNumbers(store, campaign, batch);
  let confirmed = 0;
  for (const payment of batch.paid) {
    const row = await unsettledOf(store, campaign, payment, known);
    if (row?.status !== "pending") continue;
    await giveNumber(store, row, payment.number, holders);
    await confirm(store, row, batch, known);
    confirmed += 1;
  }
  return confirmed;
}

/**
 * Adds what a batch paid of the rewards that the database has as failed, or not at all. Comes after {@link confirmPending} for all
 * batches: it may take the budget of rewards that still wait. Nothing of a campaign whose merchant is unknown.
 * @returns how many
 */
export async function addForgotten(store: Store, batch: LedgerBatch, known: Known): Promise<number> {
  const campaign = await campaignOf(store, batch);
  if (!campaign) return 0;
  const holders = await holdersOf(store, campaign, batch);
  let added = 0;
  for (const payment of batch.paid) {
    const holder = holders.get(payment.number);
    if (holder && holder.status === "confirmed" && isOf(holder, payment)) continue;
    const before = await unsettledOf(store, campaign, payment, known);
    const row = before?.status === "confirmed" ? undefined : before;
    await reserve(store, campaign.id, payment.amount, batch.closedAt);
    if (row) {
      await giveNumber(store, row, payment.number, holders);
      await revive(store, row, batch.closedAt);
    }
    await confirm(
      store,
      row ?? (await insert(store, campaign, payment, { holders, now: batch.closedAt })),
      batch,
      known,
    );
    added += 1;
  }
  return added;
}

/** Undefined for one of a merchant who registered after the backup. */
async function campaignOf(store: Store, { seq, campaign, merchant }: LedgerBatch): Promise<Campaign | undefined> {
  const found = await campaigns.byContractId(store, campaign);
  if (!found && (await merchants.byId(store, merchant))) {
    throw new Error(`batch ${seq} is of campaign ${campaign} of merchant ${merchant}, whose creation is not indexed`);
  }
  return found;
}

/** Whoever has the distributor's key can pay anybody under any reference: the rest has to agree as well. */
const isOf = (row: Issuance, { reference, wallet_address, amount }: LedgerPayment) =>
  row.reference === reference && row.wallet_address === wallet_address && row.amount === amount;

async function unsettledOf(
  store: Store,
  { id }: Campaign,
  payment: LedgerPayment,
  { unsettled }: Known,
): Promise<Issuance | undefined> {
  const known = unsettled.get(placeOf(id, payment.reference));
  const row = known === undefined ? undefined : await rows.byId(store, known);
  return row && isOf(row, payment) ? row : undefined;
}

async function confirm(
  store: Store,
  { id }: Issuance,
  { txHash, closedAt }: LedgerBatch,
  { settings }: Known,
): Promise<void> {
  const confirmed = await settle.confirm(store, id, { txHash, settings, now: closedAt });
  if (!confirmed) throw new Error(`issuance ${id} is carried by a transaction`);
}

type Holders = Map<number, Issuance>;

/** Who has the batch's numbers in the database. */
async function holdersOf(store: Store, { id }: Campaign, { paid }: LedgerBatch): Promise<Holders> {
  const numbers = paid.map(({ number }) => number);
  const found = await store
    .select()
    .from(issuances)
    .where(and(eq(issuances.campaign_id, id), inArray(issuances.number, numbers)));
  return new Map(found.map((row) => [row.number, row]));
}

/** More than a campaign issues between a backup and the loss of the database. */
const MAX_LEAP = 1_000_000;

/** Numbers of the batch are not given away again; what leaps too far is somebody else's doing, and is never reached. */
async function passNumbers(store: Store, { id, next_number }: Campaign, { paid }: LedgerBatch): Promise<void> {
  const near = paid.map(({ number }) => number).filter((number) => number < next_number + MAX_LEAP);
  await budget.passNumber(store, id, Math.max(0, ...near));
}

/** What was paid was within the budget, so a reward that seems to wait for this part of it was given up after the backup. */
async function reserve(store: Store, campaignId: number, amount: bigint, now: Date): Promise<void> {
  while (!(await budget.reserve(store, campaignId, amount, now))) {
    if (await giveUpNewest(store, campaignId, now)) continue;
    throw new Error(`campaign ${campaignId} has paid more than its budget`);
  }
}

/** Fails the newest reward of a campaign that waits; false if none does. */
export async function giveUpNewest(store: Store, campaignId: number, now: Date): Promise<boolean> {
  const last = await store
    .select()
    .from(issuances)
    .where(and(eq(issuances.campaign_id, campaignId), eq(issuances.status, "pending"), isNull(issuances.submission_id)))
    .orderBy(desc(issuances.id))
    .limit(1)
    .get();
  if (!last) return false;
  await settle.fail(store, last.id, { reason: "the campaign's budget went to rewards paid after the backup", now });
  return true;
}

/** Its budget is reserved. */
async function revive(store: Store, { id, status }: Issuance, now: Date): Promise<void> {
  if (status === "pending") throw new Error(`issuance ${id} is pending, and was not confirmed before`);
  const change = { from: "failed", to: "pending", tx_hash: null, error_message: null, now } as const;
  if (!(await rows.move(store, id, change))) throw new Error(`issuance ${id} is carried by a transaction`);
}

async function insert(
  store: Store,
  { id, merchant_id }: Campaign,
  payment: LedgerPayment,
  { holders, now }: { holders: Holders; now: Date },
): Promise<Issuance> {
  await free(store, payment.number, holders);
  const row = { ...payment, merchant_id, campaign_id: id, user_id: null, error_message: null, now };
  const key = rebuiltKey(payment.reference);
  const inserted =
    (await rows.insert(store, { ...row, idempotency_key: key })) ??
    // One reference paid twice: only somebody else with the distributor's key does that.
    (await rows.insert(store, { ...row, idempotency_key: `${key}:${id}:${payment.number}` }));
  if (!inserted) throw new Error(`payment ${payment.number} of campaign ${id} is recorded under another number`);
  return inserted;
}

async function giveNumber(store: Store, row: Issuance, number: number, holders: Holders): Promise<void> {
  if (row.number === number) return;
  await free(store, number, holders);
  await store.update(issuances).set({ number }).where(eq(issuances.id, row.id));
  holders.delete(row.number);
  holders.set(number, { ...row, number });
}

/** Who has a number that the ledger has given to another takes the campaign's next one. */
async function free(store: Store, number: number, holders: Holders): Promise<void> {
  const holder = holders.get(number);
  if (!holder) return;
  if (holder.status === "confirmed") {
    throw new Error(`issuance ${holder.id} is confirmed under a number that paid another`);
  }
  const next = await budget.takeNumber(store, holder.campaign_id);
  await store.update(issuances).set({ number: next }).where(eq(issuances.id, holder.id));
  holders.delete(number);
}
