import { randomUUID } from "node:crypto";
import { and, desc, eq, lte, sql } from "drizzle-orm";
import { listed, value } from "../../store/db/dialect.ts";
import { contractEventSubjects, type contractEvents, dailyBalances } from "../../store/db/schema/contract-events.ts";
import { facts } from "../../store/db/schema/facts.ts";
import { prepared, type Store } from "../../store/db/store.ts";
import { writeFact } from "../../store/db/write-fact.ts";

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

/** Id of the last event that came late, or a random one: it changes whenever stored balances have become wrong. */
const LATE_EVENT = "late_event";

export async function lateEvent(store: Store): Promise<string | undefined> {
  return (await store.select().from(facts).where(eq(facts.name, LATE_EVENT)).get())?.value;
}

/**
 * Stores balances that are not stored yet.
 * @param late the newest late event when they were added up: if it is another one by now, they may be wrong, and none is stored
 */
export async function add(
  store: Store,
  merchantId: number,
  days: readonly DailyBalance[],
  late: string | undefined,
): Promise<void> {
  if ((await lateEvent(store)) !== late) return;
  const rows = days.map((day) => ({ merchant_id: merchantId, ...day }));
  await store.insert(dailyBalances).values(rows).onConflictDoNothing();
}

const selectMerchants = prepared((store) =>
  store
    .selectDistinct({ id: contractEventSubjects.value })
    .from(contractEventSubjects)
    .where(sql`${contractEventSubjects.kind} = 'merchant' and ${contractEventSubjects.event_id} in ${listed("ids")}`)
    .prepare(),
);

const deleteAfter = prepared((store) => {
  const { merchant_id, day } = dailyBalances;
  return store
    .delete(dailyBalances)
    .where(sql`${merchant_id} in ${listed("merchants", merchant_id)} and ${day} > ${value(day, "time")}`)
    .prepare();
});

type LateEvent = Pick<typeof contractEvents.$inferSelect, "id" | "ledger_closed_at">;

/** Deletes the balances that lack late events. It belongs in the commit that stores these events and their subjects. */
export async function removeBehind(store: Store, late: readonly LateEvent[]): Promise<void> {
  if (late.length === 0) return;
  const ids = late.map(({ id }) => id);
  const found = await selectMerchants(store).all({ ids: JSON.stringify(ids) });
  // Anybody can name a number on the ledger that no merchant has.
  const merchants = found.map(({ id }) => Number(id)).filter(Number.isSafeInteger);
  if (merchants.length === 0) return;
  const first = Math.min(...late.map(({ ledger_closed_at }) => ledger_closed_at.getTime()));
  await deleteAfter(store).run({ merchants: JSON.stringify(merchants), time: new Date(first) });
  await writeFact(store, LATE_EVENT, ids.at(-1) ?? "");
}

/** Deletes all. It belongs in the commit that stores the events that they are sums of as something else. */
export async function removeAll(store: Store): Promise<void> {
  await store.delete(dailyBalances);
  await writeFact(store, LATE_EVENT, randomUUID());
}
