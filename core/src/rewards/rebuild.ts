import { and, desc, eq, inArray, isNull } from "drizzle-orm";
import * as budget from "../campaigns/budget.ts";
import type { Campaign } from "../campaigns/store.ts";
import * as campaigns from "../campaigns/store.ts";
import { issuances } from "../db/schema.ts";
import type { Store } from "../db/store.ts";
import type { PointSettings } from "../point-settings.ts";
import type { LedgerBatch, LedgerPayment } from "./ledger-batches.ts";
import { rebuiltKey } from "./reference.ts";
import * as settle from "./settle.ts";
import type { Issuance } from "./store.ts";
import * as rows from "./store.ts";

// Records of rewards that were paid after the backup that a database was restored from. Each function is a commit of its own
// and can be repeated: what is confirmed already stays as it is.

/** Confirms what a batch paid of the rewards that wait in the database. @returns how many */
export async function confirmPending(store: Store, batch: LedgerBatch, settings: PointSettings): Promise<number> {
  const known = await inDatabase(store, batch);
  if (!known) return 0;
  let confirmed = 0;
  for (const payment of batch.paid) {
    const row = known.unsettled.get(payment.reference);
    if (row?.status !== "pending") continue;
    if (row.number !== payment.number) await giveNumber(store, row, payment.number, known.holders);
    if (await confirm(store, row, batch, settings)) confirmed += 1;
  }
  return confirmed;
}

/**
 * Adds what a batch paid of the rewards that the database has as failed, or not at all. Comes after {@link confirmPending} for all
 * batches: it may take the budget of rewards that still wait. Nothing of a campaign whose merchant is unknown.
 * @returns how many
 */
export async function addForgotten(store: Store, batch: LedgerBatch, settings: PointSettings): Promise<number> {
  const known = await inDatabase(store, batch);
  if (!known) return 0;
  let added = 0;
  for (const payment of batch.paid) {
    const holder = known.holders.get(payment.number);
    const row = holder?.reference === payment.reference ? holder : known.unsettled.get(payment.reference);
    if (row && row.status !== "failed") continue;
    await reserve(store, known.campaign.id, payment.amount, batch.closedAt);
    if (row && row !== holder) await giveNumber(store, row, payment.number, known.holders);
    if (row) await revive(store, row, batch.closedAt);
    await confirm(store, row ?? (await insert(store, known, payment, batch.closedAt)), batch, settings);
    added += 1;
  }
  return added;
}

interface Known {
  campaign: Campaign;
  /** Pending and failed, by reference. A reward may have been paid under another number than the backup has for it. */
  unsettled: Map<string, Issuance>;
  /** By number. */
  holders: Map<number, Issuance>;
}

/** What the database has of a batch; undefined if not even its campaign. Its numbers are never given away again. */
async function inDatabase(store: Store, { campaign: id, paid }: LedgerBatch): Promise<Known | undefined> {
  const campaign = await campaigns.byContractId(store, id);
  if (!campaign) return undefined;
  const numbers = paid.map(({ number }) => number);
  await budget.passNumber(store, campaign.id, Math.max(0, ...numbers));
  const ofCampaign = and(eq(issuances.merchant_id, campaign.merchant_id), eq(issuances.campaign_id, campaign.id));
  const isUnsettled = inArray(issuances.status, ["pending", "failed"]);
  const references = paid.map(({ reference }) => reference);
  const unsettled = await store
    .select()
    .from(issuances)
    .where(and(ofCampaign, isUnsettled, inArray(issuances.reference, references)));
  const holders = await store
    .select()
    .from(issuances)
    .where(and(eq(issuances.campaign_id, campaign.id), inArray(issuances.number, numbers)));
  return {
    campaign,
    unsettled: new Map(unsettled.map((row) => [row.reference, row])),
    holders: new Map(holders.map((row) => [row.number, row])),
  };
}

const confirm = (store: Store, { id }: Issuance, { txHash, closedAt }: LedgerBatch, settings: PointSettings) =>
  settle.confirm(store, id, { txHash, settings, now: closedAt });

/** What was paid was within the budget, so a reward that seems to wait for this part of it was given up after the backup. */
async function reserve(store: Store, campaignId: number, amount: bigint, now: Date): Promise<void> {
  while (!(await budget.reserve(store, campaignId, amount, now))) {
    const last = await store
      .select()
      .from(issuances)
      .where(
        and(eq(issuances.campaign_id, campaignId), eq(issuances.status, "pending"), isNull(issuances.submission_id)),
      )
      .orderBy(desc(issuances.id))
      .limit(1)
      .get();
    if (!last) throw new Error(`campaign ${campaignId} has paid more than its budget`);
    await settle.fail(store, last.id, { reason: "the campaign's budget went to rewards paid after the backup", now });
  }
}

/** Its budget is reserved. */
async function revive(store: Store, { id }: Issuance, now: Date): Promise<void> {
  const change = { from: "failed", to: "pending", tx_hash: null, error_message: null, now } as const;
  if (!(await rows.move(store, id, change))) throw new Error(`issuance ${id} is carried by a transaction`);
}

async function insert(
  store: Store,
  { campaign, holders }: Known,
  payment: LedgerPayment,
  now: Date,
): Promise<Issuance> {
  await free(store, payment.number, holders);
  const row = await rows.insert(store, {
    ...payment,
    merchant_id: campaign.merchant_id,
    campaign_id: campaign.id,
    idempotency_key: rebuiltKey(payment.reference),
    user_id: null,
    error_message: null,
    now,
  });
  if (!row) throw new Error(`merchant ${campaign.merchant_id} has used the key ${rebuiltKey(payment.reference)}`);
  return row;
}

async function giveNumber(store: Store, { id }: Issuance, number: number, holders: Known["holders"]): Promise<void> {
  await free(store, number, holders);
  await store.update(issuances).set({ number }).where(eq(issuances.id, id));
}

/** Who has a number that the ledger has given to another takes the campaign's next one. */
async function free(store: Store, number: number, holders: Known["holders"]): Promise<void> {
  const holder = holders.get(number);
  if (!holder) return;
  if (holder.status === "confirmed")
    throw new Error(`issuance ${holder.id} is confirmed under a number that paid another`);
  const next = await budget.takeNumber(store, holder.campaign_id);
  await store.update(issuances).set({ number: next }).where(eq(issuances.id, holder.id));
}
