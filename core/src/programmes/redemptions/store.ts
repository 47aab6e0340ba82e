import { and, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { isGiven, rowCount, unindexed, value } from "../../store/db/dialect.ts";
import { isPeriod, type Period, pageOf } from "../../store/db/period.ts";
import { type RedemptionKind, type RedemptionStatus, redemptions } from "../../store/db/schema/redemptions.ts";
import { placeholders, prepared, preparedWith, type Store } from "../../store/db/store.ts";
import { type StepName, steps } from "./steps.ts";

export type Redemption = typeof redemptions.$inferSelect;
export type NewRedemption = typeof redemptions.$inferInsert;

export interface Filter extends Period {
  kind?: RedemptionKind | undefined;
  status?: RedemptionStatus | undefined;
  item_id?: number | undefined;
}

/** Owner of redemptions: the user, or the merchant of the items. */
export type Owner = { user_id: number } | { merchant_id: number };

const insertForPoints = prepared((store) =>
  store
    .insert(redemptions)
    .values({
      kind: "points",
      ...placeholders("user_id", "merchant_id", "item_id", "item_name", "quantity", "price_version"),
      ...placeholders("price", "points", "took_stock"),
      status: "pending",
      created_at: sql.placeholder("now"),
      updated_at: sql.placeholder("now"),
    })
    .returning()
    .prepare(),
);

type ForPoints = Record<
  "user_id" | "merchant_id" | "item_id" | "quantity" | "price_version" | "price" | "points",
  number
> & {
  item_name: string;
  took_stock: boolean;
  now: Date;
};

/** A pending redemption for points. */
export async function insertPending(store: Store, row: ForPoints): Promise<Redemption> {
  return insertForPoints(store).get({ ...row });
}

/** Adds a redemption of the ledger; undefined if it is there already. */
export async function insertLocked(
  store: Store,
  row: Omit<NewRedemption, "kind" | "status" | "took_stock">,
): Promise<Redemption | undefined> {
  return store
    .insert(redemptions)
    .values({ ...row, kind: "on_chain", status: "locked", took_stock: false })
    .onConflictDoNothing()
    .returning()
    .get();
}

const selectById = prepared((store) => store.select().from(redemptions).where(isGiven(redemptions.id)).prepare());

export async function byId(store: Store, id: number): Promise<Redemption | undefined> {
  return selectById(store).get({ id });
}

/** A redemption of this owner; another owner's is treated as missing. */
export async function ownedBy(store: Store, owner: Owner, id: number): Promise<Redemption | undefined> {
  const redemption = await byId(store, id);
  const isOwn =
    "user_id" in owner ? redemption?.user_id === owner.user_id : redemption?.merchant_id === owner.merchant_id;
  return isOwn ? redemption : undefined;
}

type Uses = (condition: keyof Filter | "before" | "user_id" | "merchant_id") => boolean;

export const selectPage = preparedWith((store, uses: Uses) => {
  const { user_id, merchant_id, kind, status, item_id } = redemptions;
  const byTime = uses("merchant_id") && isPeriod(uses);
  const page = pageOf(redemptions, uses, byTime);
  // An item and a status can have too many rows to be sorted by time.
  return store
    .select()
    .from(redemptions)
    .where(
      and(
        uses("user_id") ? isGiven(user_id) : isGiven(merchant_id),
        uses("kind") ? isGiven(kind) : undefined,
        uses("status") ? eq(unindexed(status, byTime), value(status, "status")) : undefined,
        uses("item_id") ? eq(unindexed(item_id, byTime), value(item_id, "item_id")) : undefined,
        page.where,
      ),
    )
    .orderBy(...page.order)
    .limit(rowCount("limit"))
    .prepare();
});

/** Newest first, after the one with the id `before`. */
export async function listOf(
  store: Store,
  owner: Owner,
  { limit, ...conditions }: Filter & { before?: number | undefined; limit: number },
): Promise<Redemption[]> {
  const given = { ...owner, ...conditions };
  return selectPage(store, given).all({ ...given, limit });
}

type LedgerChange = Partial<Pick<Redemption, "next_status" | "error_message" | "reason">> & { updated_at: Date };

/** Starts a step on the ledger; undefined if it isn't locked there, or a step is on its way already. */
export async function startOnLedger(store: Store, id: number, change: LedgerChange): Promise<Redemption | undefined> {
  const isFree = and(eq(redemptions.status, "locked"), isNull(redemptions.next_status));
  return store
    .update(redemptions)
    .set(change)
    .where(and(eq(redemptions.id, id), isFree))
    .returning()
    .get();
}

/** Records the outcome of a step on its way; does nothing once the redemption has ended. */
export async function noteOnLedger(store: Store, id: number, change: LedgerChange): Promise<void> {
  await store
    .update(redemptions)
    .set(change)
    .where(and(eq(redemptions.id, id), eq(redemptions.status, "locked")));
}

type Change = Partial<Pick<Redemption, "reason" | "end_tx_hash">> & { updated_at: Date };

/** Takes a step; undefined if the redemption's kind or status doesn't allow it. Of two concurrent steps only one succeeds. */
export async function take(store: Store, id: number, step: StepName, change: Change): Promise<Redemption | undefined> {
  return stepWhere(store, eq(redemptions.id, id), step, change);
}

/** The contract's name for a redemption. Release 0.2.0 numbered them. */
export type LedgerName = { wallet: string; reference: string } | { number: number };

/** As {@link take}, for a redemption that the contract knows. */
export async function takeOnLedger(
  store: Store,
  name: LedgerName,
  step: StepName,
  change: Change,
): Promise<Redemption | undefined> {
  return stepWhere(store, named(name), step, change);
}

const named = (name: LedgerName) =>
  "number" in name
    ? eq(redemptions.contract_redemption_id, name.number)
    : and(eq(redemptions.wallet_address, name.wallet), eq(redemptions.reference, name.reference));

export async function byName(store: Store, name: LedgerName): Promise<Redemption | undefined> {
  return store.select().from(redemptions).where(named(name)).get();
}

function stepWhere(store: Store, which: SQL | undefined, step: StepName, change: Change) {
  const { kind, from, to } = steps[step];
  return store
    .update(redemptions)
    .set({ ...change, status: to, next_status: null, error_message: null })
    .where(and(which, eq(redemptions.kind, kind), inArray(redemptions.status, [...from])))
    .returning()
    .get();
}
