import { and, eq, inArray, isNotNull, isNull, Param, sql } from "drizzle-orm";
import type { PageRequest } from "../../base/page.ts";
import { isGiven, nextId } from "../../store/db/dialect.ts";
import { newest } from "../../store/db/newest.ts";
import { type CampaignStatus, campaigns, isPublic } from "../../store/db/schema/campaigns.ts";
import { issuances } from "../../store/db/schema/issuances.ts";
import { payoutEpoch } from "../../store/db/schema/payouts.ts";
import { voucherBatches } from "../../store/db/schema/vouchers.ts";
import { prepared, type Store } from "../../store/db/store.ts";

export type Campaign = typeof campaigns.$inferSelect;
type NewCampaign = Omit<typeof campaigns.$inferInsert, "next_number">;

const selectById = prepared((store) => store.select().from(campaigns).where(isGiven(campaigns.id)).prepare());

export async function byId(store: Store, id: number): Promise<Campaign | undefined> {
  return selectById(store).get({ id });
}

/** Finds a campaign by its id in the contract. */
export async function byContractId(store: Store, id: number): Promise<Campaign | undefined> {
  return store.select().from(campaigns).where(eq(campaigns.contract_campaign_id, id)).get();
}

export async function byReference(store: Store, reference: string): Promise<Campaign | undefined> {
  return store.select().from(campaigns).where(eq(campaigns.reference, reference)).get();
}

/** A campaign of this merchant; another merchant's is treated as missing. */
export async function ownedBy(store: Store, merchantId: number, id: number): Promise<Campaign | undefined> {
  const campaign = await byId(store, id);
  return campaign?.merchant_id === merchantId ? campaign : undefined;
}

export interface CampaignPage extends PageRequest {
  status?: CampaignStatus | undefined;
  /** True: only those that everybody may see. */
  isPublic?: boolean;
}

/** Newest first, ids below `before`. */
export const listOf = (
  store: Store,
  merchantId: number,
  { status, isPublic: isOfPublic, ...page }: CampaignPage,
): Promise<Campaign[]> =>
  newest(store, campaigns, page, { merchant_id: merchantId, status }, isOfPublic ? isPublic : undefined);

/** Fails campaigns without rewards that have this id of the contract. */
export async function failFalse(store: Store, contractCampaignId: number, now: Date): Promise<Campaign[]> {
  const error_message = "the ledger has another campaign under this id";
  return store
    .update(campaigns)
    .set({ status: "failed", contract_campaign_id: null, next_status: null, error_message, updated_at: now })
    .where(and(eq(campaigns.contract_campaign_id, contractCampaignId), hasNoRewards))
    .returning()
    .all();
}

const hasNoRewards = sql<boolean>`not exists (select 1 from ${issuances} where ${issuances.campaign_id} = ${campaigns.id})`;

/** True if a reward was ever issued from it. */
export async function hasRewards(store: Store, id: number): Promise<boolean> {
  const row = await store
    .select({ id: campaigns.id })
    .from(campaigns)
    .where(and(eq(campaigns.id, id), hasNoRewards))
    .get();
  return row === undefined;
}

/** Statuses by reference. */
export async function statuses(store: Store): Promise<Map<string, CampaignStatus>> {
  const found = await store.select({ reference: campaigns.reference, status: campaigns.status }).from(campaigns);
  return new Map(found.map(({ reference, status }) => [reference, status]));
}

/** Lowest number that can be paid. Rewards that are accepted before the worker has asked the ledger get new ones later. */
const firstNumber = sql<number>`coalesce((select first_number from ${payoutEpoch}), 1)`;

export async function insert(store: Store, row: NewCampaign): Promise<Campaign> {
  return store
    .insert(campaigns)
    .values({ ...row, id: nextId(campaigns), next_number: firstNumber })
    .returning()
    .get();
}

/** Changes a campaign that still waits for its transaction; false if it doesn't. */
export async function updatePending(store: Store, id: number, change: Partial<NewCampaign>): Promise<boolean> {
  const row = await store
    .update(campaigns)
    .set(change)
    .where(and(eq(campaigns.id, id), eq(campaigns.status, "pending")))
    .returning({ id: campaigns.id })
    .get();
  return row !== undefined;
}

export async function rename(store: Store, id: number, name: string, now: Date): Promise<void> {
  await store.update(campaigns).set({ name, updated_at: now }).where(eq(campaigns.id, id));
}

/**
 * Changes a draft that is not on its way to the ledger; undefined if it is, or if it is none, or if issuances that are yet to
 * fail have more reserved than its new budget.
 */
export async function updateDraft(
  store: Store,
  id: number,
  change: Partial<NewCampaign>,
): Promise<Campaign | undefined> {
  const { budget } = change;
  return store
    .update(campaigns)
    .set(change)
    .where(
      and(
        eq(campaigns.id, id),
        eq(campaigns.status, "draft"),
        isNull(campaigns.next_status),
        budget === undefined ? undefined : sql`${campaigns.reserved} <= ${new Param(budget, campaigns.budget)}`,
      ),
    )
    .returning()
    .get();
}

/** Starts a step; undefined if the campaign is in none of the statuses, or has a step or an extension on its way already. */
export async function startStep(
  store: Store,
  id: number,
  { from, to, now }: { from: CampaignStatus[]; to: CampaignStatus; now: Date },
): Promise<Campaign | undefined> {
  return store
    .update(campaigns)
    .set({ next_status: to, error_message: null, updated_at: now })
    .where(and(eq(campaigns.id, id), inArray(campaigns.status, from), isFree))
    .returning()
    .get();
}

/** SQL condition: nothing that the ledger has to take is on its way. */
const isFree = and(isNull(campaigns.next_status), isNull(campaigns.next_budget));

/** Starts an extension; undefined if the campaign is in none of the statuses, or has a step or another extension on its way. */
export async function startExtension(
  store: Store,
  id: number,
  { from, budget, ends_at, now }: { from: CampaignStatus[]; budget: bigint; ends_at: Date; now: Date },
): Promise<Campaign | undefined> {
  return store
    .update(campaigns)
    .set({ next_budget: budget, next_ends_at: ends_at, error_message: null, updated_at: now })
    .where(and(eq(campaigns.id, id), inArray(campaigns.status, from), isFree))
    .returning()
    .get();
}

/** Changes a campaign with an extension on its way; false if it has none. */
export async function updateExtending(store: Store, id: number, change: Partial<NewCampaign>): Promise<boolean> {
  const row = await store
    .update(campaigns)
    .set(change)
    .where(and(eq(campaigns.id, id), isNotNull(campaigns.next_budget)))
    .returning({ id: campaigns.id })
    .get();
  return row !== undefined;
}

/** Vouchers that end with their campaign, as those made without an end of their own do, get its new end. */
export async function extendVouchers(
  store: Store,
  id: number,
  { before, ends_at }: { before: Date; ends_at: Date },
): Promise<void> {
  await store
    .update(voucherBatches)
    .set({ expires_at: ends_at })
    .where(and(eq(voucherBatches.campaign_id, id), eq(voucherBatches.expires_at, before)));
}

/** Changes a campaign that is on its way to `to`; false if it isn't. */
export async function updateStepping(
  store: Store,
  id: number,
  to: CampaignStatus,
  change: Partial<NewCampaign>,
): Promise<boolean> {
  const row = await store
    .update(campaigns)
    .set(change)
    .where(and(eq(campaigns.id, id), eq(campaigns.next_status, to)))
    .returning({ id: campaigns.id })
    .get();
  return row !== undefined;
}
