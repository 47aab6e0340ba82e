import { and, eq, sql } from "drizzle-orm";
import { campaigns } from "../db/schema.ts";
import { prepared, type Store, value } from "../db/store.ts";

// The only code that changes `spent` and `reserved`. Budget = free + reserved + spent, each at least 0: a reward is reserved
// when it is accepted, and its reservation is either spent (confirmed on the ledger) or released (failed), once.
// Each change is one conditional UPDATE; the table's CHECK backs it. Subtracting from the budget can't overflow, adding could.

const reserveRow = prepared((store) =>
  store
    .update(campaigns)
    .set({
      reserved: sql`${campaigns.reserved} + ${value(campaigns.reserved, "amount")}`,
      next_number: sql`${campaigns.next_number} + ${value(campaigns.next_number, "numbers")}`,
      updated_at: sql`${value(campaigns.updated_at, "now")}`,
    })
    .where(
      and(
        eq(campaigns.id, value(campaigns.id, "id")),
        sql`${value(campaigns.reserved, "amount")} <= ${campaigns.budget} - ${campaigns.spent} - ${campaigns.reserved}`,
      ),
    )
    .returning({ next_number: campaigns.next_number })
    .prepare(),
);

/** Reserves `amount` stroops for a new issuance and takes its number; null if the budget's free part is smaller. */
export async function reserveWithNumber(store: Store, id: number, amount: bigint, now: Date): Promise<number | null> {
  const row = await reserveRow(store).get({ id, amount, numbers: 1, now });
  return row ? row.next_number - 1 : null;
}

/** Reserves `amount` stroops for an issuance that keeps its number; false if the budget's free part is smaller. */
export async function reserve(store: Store, id: number, amount: bigint, now: Date): Promise<boolean> {
  return (await reserveRow(store).get({ id, amount, numbers: 0, now })) !== undefined;
}

const settleRow = prepared((store) =>
  store
    .update(campaigns)
    .set({
      reserved: sql`${campaigns.reserved} - ${value(campaigns.reserved, "amount")}`,
      spent: sql`${campaigns.spent} + ${value(campaigns.spent, "spent")}`,
      updated_at: sql`${value(campaigns.updated_at, "now")}`,
    })
    .where(
      and(
        eq(campaigns.id, value(campaigns.id, "id")),
        sql`${campaigns.reserved} >= ${value(campaigns.reserved, "amount")}`,
      ),
    )
    .returning({ id: campaigns.id })
    .prepare(),
);

async function settle(store: Store, id: number, amount: bigint, spent: bigint, now: Date): Promise<void> {
  const row = await settleRow(store).get({ id, amount, spent, now });
  if (!row) throw new Error(`campaign ${id} has less than ${amount} stroops reserved: its books are wrong`);
}

/** A reservation was paid on the ledger. */
export const spend = (store: Store, id: number, amount: bigint, now: Date) => settle(store, id, amount, amount, now);

/** A reservation will not be paid. */
export const release = (store: Store, id: number, amount: bigint, now: Date) => settle(store, id, amount, 0n, now);

/** Never gives this number away: the ledger has it. */
export async function passNumber(store: Store, id: number, number: number): Promise<void> {
  await store
    .update(campaigns)
    .set({ next_number: sql`max(${campaigns.next_number}, ${number + 1})` })
    .where(eq(campaigns.id, id));
}

const numberRow = prepared((store) =>
  store
    .update(campaigns)
    .set({ next_number: sql`${campaigns.next_number} + 1` })
    .where(eq(campaigns.id, value(campaigns.id, "id")))
    .returning({ next_number: campaigns.next_number })
    .prepare(),
);

/** Takes the campaign's next issuance number. */
export async function takeNumber(store: Store, id: number): Promise<number> {
  const row = await numberRow(store).get({ id });
  if (!row) throw new Error(`there is no campaign ${id}`);
  return row.next_number - 1;
}
