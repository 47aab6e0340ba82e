import { and, desc, eq, lte } from "drizzle-orm";
import { dailyBalances } from "../../store/db/schema/contract-events.ts";
import type { Store } from "../../store/db/store.ts";

export type DailyBalance = Omit<typeof dailyBalances.$inferSelect, "merchant_id">;

/** The newest stored balances of a day that had begun at `time`. */
export async function newestUntil(store: Store, merchantId: number, time: Date): Promise<DailyBalance | undefined> {
  const { merchant_id, day } = dailyBalances;
  return store
    .select()
    .from(dailyBalances)
    .where(and(eq(merchant_id, merchantId), lte(day, time)))
    .orderBy(desc(day))
    .limit(1)
    .get();
}

/** Stores balances that are not stored yet. */
export async function add(store: Store, merchantId: number, days: readonly DailyBalance[]): Promise<void> {
  const rows = days.map((day) => ({ merchant_id: merchantId, ...day }));
  await store.insert(dailyBalances).values(rows).onConflictDoNothing();
}

/** Deletes all: the events that they are sums of were decoded to something else. */
export async function removeAll(store: Store): Promise<void> {
  await store.delete(dailyBalances);
}
