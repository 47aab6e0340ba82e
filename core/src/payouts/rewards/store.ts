import { and, type Column, desc, eq, gt, gte, inArray, isNull, lte, ne, sql } from "drizzle-orm";
import { type Looked, MOST_LOOKED_AT } from "../../base/page.ts";
import { asRows } from "../../store/db/columns.ts";
import {
  indexedBy,
  insertedFrom,
  isGiven,
  listed,
  listedPairs,
  nextId,
  rowCount,
  unindexed,
  value,
} from "../../store/db/dialect.ts";
import { isPeriod, type Period, pageOf } from "../../store/db/period.ts";
import { type IssuanceStatus, issuances } from "../../store/db/schema/issuances.ts";
import { alias, placeholders, prepared, preparedWith, type Store } from "../../store/db/store.ts";
import { isDeadLetter } from "./dead-letters.ts";

export type Issuance = typeof issuances.$inferSelect;

/** A merchant's own name for a reward. */
export interface Key {
  merchantId: number;
  key: string;
}

export const selectByKeys = prepared((store) =>
  store
    .select()
    .from(issuances)
    .where(
      sql`(${issuances.merchant_id}, ${issuances.idempotency_key}) in ${listedPairs("keys", issuances.merchant_id, issuances.idempotency_key)}`,
    )
    .prepare(),
);

export async function byKeys(store: Store, keys: readonly Key[]): Promise<Issuance[]> {
  return selectByKeys(store).all({ keys: JSON.stringify(keys.map(({ merchantId, key }) => [merchantId, key])) });
}

const selectById = prepared((store) => store.select().from(issuances).where(isGiven(issuances.id)).prepare());

export async function byId(store: Store, id: number): Promise<Issuance | undefined> {
  return selectById(store).get({ id });
}

export async function byIds(store: Store, ids: number[]): Promise<Issuance[]> {
  if (ids.length === 0) return [];
  return store.select().from(issuances).where(inArray(issuances.id, ids)).orderBy(issuances.number);
}

/** The issuances that a submission carries, by rising number. */
export async function carriedBy(store: Store, submissionId: number): Promise<Issuance[]> {
  return store.select().from(issuances).where(eq(issuances.submission_id, submissionId)).orderBy(issuances.number);
}

const insertRow = prepared((store) =>
  store
    .insert(issuances)
    .values({
      id: nextId(issuances),
      ...placeholders("merchant_id", "idempotency_key", "campaign_id", "user_id", "voucher_id", "wallet_address"),
      ...placeholders("amount", "status", "error_message", "tx_hash", "rebuilt_at", "number", "reference"),
      attempts: 0,
      created_at: sql.placeholder("now"),
      updated_at: sql.placeholder("now"),
    })
    .onConflictDoNothing({ target: [issuances.merchant_id, issuances.idempotency_key] })
    .returning()
    .prepare(),
);

export interface NewIssuance {
  merchant_id: number;
  idempotency_key: string;
  campaign_id: number;
  user_id: number | null;
  voucher_id: number | null;
  wallet_address: string | null;
  amount: bigint | null;
  status: IssuanceStatus;
  tx_hash: string | null;
  /** Reason why it waits. */
  error_message: string | null;
  number: number;
  reference: string;
  rebuilt_at: Date | null;
  now: Date;
}

/** Undefined if the merchant has used the key already. */
export async function insert(store: Store, row: NewIssuance): Promise<Issuance | undefined> {
  return insertRow(store).get({ ...row });
}

const selectFirstNewId = prepared((store) =>
  store
    .select({ id: sql<bigint>`${nextId(issuances)}` })
    .from(sql`(select 1) one`)
    .prepare(),
);

/** Ids from here on are free for new issuances of this unit. */
export async function firstNewId(store: Store): Promise<number> {
  return Number((await selectFirstNewId(store).get())?.id);
}

const insertRows = prepared((store) =>
  store
    .insert(issuances)
    .select(insertedFrom(issuances, "rows"))
    .onConflictDoNothing({ target: [issuances.merchant_id, issuances.idempotency_key] })
    .prepare(),
);

/** @returns how many were inserted: fewer than given, if merchants have used keys already */
export async function insertAll(store: Store, rows: readonly Issuance[]): Promise<number> {
  const { changes } = await insertRows(store).run({ rows: asRows(issuances, rows) });
  return changes;
}

const older = alias(issuances, "older");

export const selectEqual = prepared((store) => {
  // Reads back to the last reward before `since`, so that a clock set back hides none.
  const tooOld = store
    .select({ id: older.id })
    .from(older)
    .where(
      and(
        isGiven(older.wallet_address),
        isGiven(older.merchant_id),
        // The wallet has few rewards, and their ids are in order.
        lte(unindexed(older.created_at), value(older.created_at, "since")),
      ),
    )
    .orderBy(desc(older.id))
    .limit(1);
  return store
    .select()
    .from(issuances)
    .where(
      and(
        isGiven(issuances.wallet_address),
        isGiven(issuances.merchant_id),
        eq(unindexed(issuances.campaign_id), value(issuances.campaign_id, "campaign_id")),
        isGiven(issuances.amount),
        ne(issuances.status, "failed"),
        gt(issuances.id, sql`coalesce((${tooOld}), 0)`),
      ),
    )
    .orderBy(desc(issuances.id))
    .limit(1)
    .prepare();
});

/**
 * The newest reward of the merchant after `since` with the same campaign, wallet and amount, unless it failed. One whose time
 * is still to come, by a clock that was set back since, is after it as well.
 */
export async function equalAfter(
  store: Store,
  merchantId: number,
  { campaign_id, wallet_address, amount }: Pick<Issuance, "campaign_id" | "wallet_address" | "amount">,
  since: Date,
): Promise<Issuance | undefined> {
  return selectEqual(store).get({ merchant_id: merchantId, campaign_id, wallet_address, amount, since });
}

/** Gives a rebuilt issuance the facts that only its merchant knows. */
export async function rename(
  store: Store,
  id: number,
  own: Pick<Issuance, "idempotency_key" | "user_id">,
): Promise<Issuance> {
  return store.update(issuances).set(own).where(eq(issuances.id, id)).returning().get();
}

/** Names another wallet for a reward; only for one that no transaction carries, in the commit that ends its failure. */
export async function readdress(
  store: Store,
  id: number,
  to: { wallet_address: string; user_id: number | null },
): Promise<Issuance> {
  return store.update(issuances).set(to).where(eq(issuances.id, id)).returning().get();
}

/** Gives a reward another number; only where the one that it has can't pay it any more, and hasn't. */
export async function renumber(store: Store, id: number, number: number): Promise<void> {
  await store.update(issuances).set({ number }).where(eq(issuances.id, id));
}

const updateStatus = prepared((store) =>
  store
    .update(issuances)
    .set({
      status: sql`${sql.placeholder("to")}`,
      tx_hash: sql`${sql.placeholder("tx_hash")}`,
      error_message: sql`${sql.placeholder("error_message")}`,
      updated_at: sql`${value(issuances.updated_at, "now")}`,
    })
    .where(
      and(
        sql`${issuances.id} in ${listed("ids", issuances.id)}`,
        eq(issuances.status, value(issuances.status, "from")),
        isNull(issuances.submission_id),
      ),
    )
    .returning()
    .prepare(),
);

export interface StatusChange {
  from: IssuanceStatus;
  to: IssuanceStatus;
  tx_hash: string | null;
  error_message: string | null;
  now: Date;
}

/**
 * Moves issuances from one status to another.
 * @returns those that were moved, in the order of their ids: not those that aren't in `from`, or that a transaction carries, whose
 *   result decides, and detaches them first
 */
export async function move(store: Store, ids: readonly number[], change: StatusChange): Promise<Issuance[]> {
  const moved = await updateStatus(store).all({ ids: JSON.stringify(ids), ...change });
  return moved.sort((a, b) => a.id - b.id);
}

export interface IssuanceFilter extends Period {
  campaign_id?: number;
  status?: IssuanceStatus;
  wallet_address?: string;
  idempotency_key?: string;
  /** True: only those that have used all their attempts, and wait for a redrive. */
  dead_letter?: true;
}

type Uses = (condition: keyof IssuanceFilter | "before" | "end") => boolean;

export const selectPage = preparedWith((store, uses: Uses) => {
  const byTime = isPeriod(uses);
  const page = pageOf(issuances, uses, byTime);
  // A campaign and a status have too many rows to be sorted by time; a wallet and a key have few.
  const isFew = uses("wallet_address") || uses("idempotency_key");
  const { campaign_id, status } = issuances;
  return store
    .select()
    .from(issuances)
    .where(
      and(
        isGiven(issuances.merchant_id),
        uses("campaign_id")
          ? eq(unindexed(campaign_id, byTime || isFew), value(campaign_id, "campaign_id"))
          : undefined,
        uses("status") ? eq(unindexed(status, byTime), value(status, "status")) : undefined,
        uses("wallet_address") ? isGiven(issuances.wallet_address) : undefined,
        uses("idempotency_key") ? isGiven(issuances.idempotency_key) : undefined,
        page.where,
      ),
    )
    .orderBy(...page.order)
    .limit(rowCount("limit"))
    .prepare();
});

/** Failed rewards, newest first; with `dead_letter` those that are dead letters, down to the row `end`. */
export const selectFailed = preparedWith((store, uses: Uses) => {
  const { id, status } = issuances;
  const filter = (column: Column, name: string) => eq(unindexed(column), value(column, name));
  const index = uses("campaign_id") ? "issuances_by_campaign_and_status" : "issuances_by_status";
  return store
    .select({ id: sql<number>`${id}`.mapWith(Number) })
    .from(sql`${issuances} ${uses("idempotency_key") ? sql`` : indexedBy(index)}`)
    .where(
      and(
        isGiven(issuances.merchant_id),
        sql`${status} = 'failed'`,
        uses("campaign_id") ? isGiven(issuances.campaign_id) : undefined,
        uses("idempotency_key") ? isGiven(issuances.idempotency_key) : undefined,
        uses("status") ? filter(status, "status") : undefined,
        uses("wallet_address") ? filter(issuances.wallet_address, "wallet_address") : undefined,
        uses("dead_letter") ? isDeadLetter : undefined,
        uses("end") ? gte(id, value(id, "end")) : undefined,
        pageOf(issuances, uses, false).where,
      ),
    )
    .orderBy(desc(id))
    .limit(rowCount("limit"))
    .offset(rowCount("offset"))
    .prepare();
});

type ListRequest = IssuanceFilter & { before?: number; limit: number };

/** Newest first, after the one with the id `before`. */
export async function listOf(
  store: Store,
  merchantId: number,
  request: ListRequest,
): Promise<Issuance[] | Looked<Issuance>> {
  if (request.dead_letter) return deadLettersOf(store, merchantId, request);
  const { limit, ...filter } = request;
  return selectPage(store, filter).all({ ...filter, merchant_id: merchantId, limit });
}

/** @param most failed rewards that it looks at: no index says which of them are dead letters */
export async function deadLettersOf(
  store: Store,
  merchantId: number,
  { limit, ...filter }: ListRequest,
  most = MOST_LOOKED_AT,
): Promise<Looked<Issuance>> {
  const { campaign_id, before, idempotency_key } = filter;
  const failed = { campaign_id, before };
  const last = { ...failed, merchant_id: merchantId, limit: 1, offset: most - 1 };
  // A key has one reward.
  const end = idempotency_key === undefined ? (await selectFailed(store, failed).get(last))?.id : undefined;
  const looked = { ...filter, end };
  const found = await selectFailed(store, looked).all({ ...looked, merchant_id: merchantId, limit, offset: 0 });
  const rows = await byIds(
    store,
    found.map(({ id }) => id),
  );
  return { rows: rows.toSorted((a, b) => b.id - a.id), end };
}
