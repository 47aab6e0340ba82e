import { and, eq, lte, sql } from "drizzle-orm";
import { isGiven, rowCount, value } from "../../store/db/dialect.ts";
import { isPeriod, type Period, pageOf } from "../../store/db/period.ts";
import { pendingPoints, pointTransactions, pointUses } from "../../store/db/schema/points.ts";
import { placeholders, prepared, preparedWith, type Store } from "../../store/db/store.ts";
import type { Lot } from "./purses.ts";

export type PointTransaction = typeof pointTransactions.$inferSelect;
export type NewPointTransaction = Omit<PointTransaction, "id">;
export type PendingPoints = typeof pendingPoints.$inferSelect;

const insertRow = prepared((store) =>
  store
    .insert(pointTransactions)
    .values({
      ...placeholders("user_id", "merchant_id", "kind", "points", "cause", "reason"),
      ...placeholders("reverses", "available_at", "expires_at", "created_at"),
    })
    .onConflictDoNothing()
    .returning()
    .prepare(),
);

/** Undefined if the user's ledger has this cause, or a row that undoes the same one. */
export async function insert(store: Store, row: NewPointTransaction): Promise<PointTransaction | undefined> {
  return insertRow(store).get(row);
}

const selectByCause = prepared((store) =>
  store
    .select()
    .from(pointTransactions)
    .where(and(isGiven(pointTransactions.user_id), isGiven(pointTransactions.cause)))
    .prepare(),
);

export async function byCause(store: Store, userId: number, cause: string): Promise<PointTransaction | undefined> {
  return selectByCause(store).get({ user_id: userId, cause });
}

const selectAward = prepared((store) =>
  store
    .select()
    .from(pointTransactions)
    .where(and(sql`${pointTransactions.kind} = 'award'`, isGiven(pointTransactions.cause)))
    .limit(1)
    .prepare(),
);

/** An award with this cause, whoever got it. */
export async function awardBy(store: Store, cause: string): Promise<PointTransaction | undefined> {
  return selectAward(store).get({ cause });
}

/** Owner of rows: a user, or the merchant whose points they are. */
export type Owner = { user_id: number } | { merchant_id: number };

export interface PointsPage extends Period {
  before?: number | undefined;
  limit: number;
}

type Uses = (condition: keyof Period | "before" | "user_id" | "merchant_id") => boolean;

export const selectPage = preparedWith((store, uses: Uses) => {
  const { user_id, merchant_id } = pointTransactions;
  const page = pageOf(pointTransactions, uses, uses("merchant_id") && isPeriod(uses));
  return store
    .select()
    .from(pointTransactions)
    .where(and(uses("user_id") ? isGiven(user_id) : isGiven(merchant_id), page.where))
    .orderBy(...page.order)
    .limit(rowCount("limit"))
    .prepare();
});

/** Newest first, after the one with the id `before`. */
export async function listOf(
  store: Store,
  owner: Owner,
  { limit, ...conditions }: PointsPage,
): Promise<PointTransaction[]> {
  const given = { ...owner, ...conditions };
  return selectPage(store, given).all({ ...given, limit });
}

const insertUseRow = prepared((store) =>
  store
    .insert(pointUses)
    .values({
      ...placeholders("transaction_id", "expires_at", "points"),
    })
    .prepare(),
);

export async function insertUse(store: Store, transactionId: number, lot: Lot): Promise<void> {
  await insertUseRow(store).run({ transaction_id: transactionId, ...lot });
}

export async function usesOf(store: Store, transactionId: number): Promise<Lot[]> {
  return store
    .select({ expires_at: pointUses.expires_at, points: pointUses.points })
    .from(pointUses)
    .where(eq(pointUses.transaction_id, transactionId));
}

export async function insertPending(store: Store, row: PendingPoints): Promise<void> {
  await store.insert(pendingPoints).values(row);
}

/** Takes a pending credit; undefined if it isn't pending any more. */
export async function takePending(store: Store, transactionId: number, now: Date): Promise<PendingPoints | undefined> {
  return store
    .delete(pendingPoints)
    .where(and(eq(pendingPoints.transaction_id, transactionId), sql`${pendingPoints.available_at} > ${now.getTime()}`))
    .returning()
    .get();
}

const deleteDue = prepared((store) =>
  store
    .delete(pendingPoints)
    .where(
      and(isGiven(pendingPoints.user_id), lte(pendingPoints.available_at, value(pendingPoints.available_at, "now"))),
    )
    .returning()
    .prepare(),
);

/** The user's credits that have become available, in the order in which they did; the caller puts them into lots. */
export async function takeDue(store: Store, userId: number, now: Date): Promise<PendingPoints[]> {
  const due = await deleteDue(store).all({ user_id: userId, now });
  return due.sort((a, b) => a.available_at.getTime() - b.available_at.getTime() || a.transaction_id - b.transaction_id);
}
