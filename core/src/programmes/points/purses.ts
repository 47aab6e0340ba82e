import { and, asc, gt, lte, sql } from "drizzle-orm";
import { isGiven, value } from "../../store/db/dialect.ts";
import { pointBalances, pointLots } from "../../store/db/schema/points.ts";
import { placeholders, prepared, type Store } from "../../store/db/store.ts";

// Balances and lots: what the ledger's rows come to. Only ledger.ts and maturity.ts change them, beside a row of the ledger.

export interface Purse {
  user_id: number;
  /** Merchant's id, or PLATFORM_PURSE. */
  purse: number;
}

export interface Lot {
  expires_at: Date;
  points: number;
}

const addRow = prepared((store) =>
  store
    .insert(pointBalances)
    .values({
      ...placeholders("user_id", "purse", "balance", "lifetime"),
    })
    .onConflictDoUpdate({
      target: [pointBalances.user_id, pointBalances.purse],
      set: {
        balance: sql`${pointBalances.balance} + excluded.balance`,
        lifetime: sql`${pointBalances.lifetime} + excluded.lifetime`,
      },
    })
    .returning({ lifetime: pointBalances.lifetime })
    .prepare(),
);

/** New points, at least 0 of each. @returns all lifetime points of the purse */
export async function add(store: Store, purse: Purse, change: { balance: number; lifetime: number }): Promise<number> {
  return (await addRow(store).get({ ...purse, ...change })).lifetime;
}

const takeRow = prepared((store) =>
  store
    .update(pointBalances)
    .set({ balance: sql`${pointBalances.balance} - ${value(pointBalances.balance, "points")}` })
    .where(
      and(
        isGiven(pointBalances.user_id),
        isGiven(pointBalances.purse),
        sql`${pointBalances.balance} >= ${value(pointBalances.balance, "points")}`,
      ),
    )
    .returning({ balance: pointBalances.balance })
    .prepare(),
);

/** Takes points that lots or pending points have just given up. */
export async function take(store: Store, purse: Purse, points: number): Promise<void> {
  const row = await takeRow(store).get({ ...purse, points });
  if (!row)
    throw new Error(
      `the balance of purse ${purse.purse} of user ${purse.user_id} is less than the ${points} points that its lots held`,
    );
}

const addLotRow = prepared((store) =>
  store
    .insert(pointLots)
    .values({
      ...placeholders("user_id", "purse", "expires_at", "points"),
    })
    .onConflictDoUpdate({
      target: [pointLots.user_id, pointLots.purse, pointLots.expires_at],
      set: { points: sql`${pointLots.points} + excluded.points` },
    })
    .prepare(),
);

export async function addLot(store: Store, purse: Purse, lot: Lot): Promise<void> {
  await addLotRow(store).run({ ...purse, ...lot });
}

const takeLotRow = prepared((store) =>
  store
    .update(pointLots)
    .set({ points: sql`${pointLots.points} - ${value(pointLots.points, "points")}` })
    .where(
      and(
        isGiven(pointLots.user_id),
        isGiven(pointLots.purse),
        isGiven(pointLots.expires_at),
        sql`${pointLots.points} >= ${value(pointLots.points, "points")}`,
      ),
    )
    .returning({ points: pointLots.points })
    .prepare(),
);

export async function takeLot(store: Store, purse: Purse, lot: Lot): Promise<void> {
  const row = await takeLotRow(store).get({ ...purse, ...lot });
  if (!row)
    throw new Error(`a lot of user ${purse.user_id} no longer holds the ${lot.points} points that were read from it`);
}

const selectSpendable = prepared((store) =>
  store
    .select({ expires_at: pointLots.expires_at, points: pointLots.points })
    .from(pointLots)
    .where(
      and(
        isGiven(pointLots.user_id),
        isGiven(pointLots.purse),
        gt(pointLots.expires_at, value(pointLots.expires_at, "now")),
        gt(pointLots.points, 0),
      ),
    )
    .orderBy(asc(pointLots.expires_at))
    .prepare(),
);

/** Lots that can be spent, in the order in which they are: the earliest expiry first. */
export async function spendable(store: Store, purse: Purse, now: Date): Promise<Lot[]> {
  return selectSpendable(store).all({ ...purse, now });
}

const deleteOver = prepared((store) =>
  store
    .delete(pointLots)
    .where(and(isGiven(pointLots.user_id), lte(pointLots.expires_at, value(pointLots.expires_at, "now"))))
    .returning()
    .prepare(),
);

/** Removes the user's lots whose time is over, and returns them as they were, what expired first first. */
export async function removeOver(store: Store, userId: number, now: Date) {
  const over = await deleteOver(store).all({ user_id: userId, now });
  return over.sort((a, b) => a.expires_at.getTime() - b.expires_at.getTime() || a.purse - b.purse);
}

/** The first lots that come to `points` together, the last of them in part; less if there is less. */
export function pick(lots: readonly Lot[], points: number): Lot[] {
  const picked: Lot[] = [];
  let missing = points;
  for (const lot of lots) {
    if (missing === 0) break;
    const part = Math.min(lot.points, missing);
    picked.push({ expires_at: lot.expires_at, points: part });
    missing -= part;
  }
  return picked;
}

export const totalOf = (lots: readonly Lot[]): number => lots.reduce((sum, { points }) => sum + points, 0);
