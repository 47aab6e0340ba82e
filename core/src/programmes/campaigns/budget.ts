import { and, eq, gt, inArray, Param, sql, sum } from "drizzle-orm";
import { FIRST_NUMBER } from "../../ledger/chain/batches.ts";
import { NO_FINGERPRINT, type PaymentKey, withPayments } from "../../ledger/chain/fingerprint.ts";
import { greatest, isGiven, value } from "../../store/db/dialect.ts";
import { campaigns } from "../../store/db/schema/campaigns.ts";
import { issuances } from "../../store/db/schema/issuances.ts";
import { paidTotal } from "../../store/db/schema/payouts.ts";
import { prepared, type Store } from "../../store/db/store.ts";

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
        isGiven(campaigns.id),
        sql`${value(campaigns.reserved, "amount")} <= ${campaigns.budget} - ${campaigns.spent} - ${campaigns.reserved}`,
      ),
    )
    .returning({ next_number: campaigns.next_number })
    .prepare(),
);

/** Reserves `amount` stroops for new issuances; the first of their numbers, or null if the budget's free part is smaller. */
export async function reserveWithNumbers(
  store: Store,
  id: number,
  { amount, count, now }: { amount: bigint; count: number; now: Date },
): Promise<number | null> {
  const row = await reserveRow(store).get({ id, amount, numbers: count, now });
  return row ? row.next_number - count : null;
}

/** Reserves `amount` stroops for an issuance that has a number already; false if the budget's free part is smaller. */
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
    .where(and(isGiven(campaigns.id), sql`${campaigns.reserved} >= ${value(campaigns.reserved, "amount")}`))
    .returning({ merchant: campaigns.merchant_id, campaign: campaigns.contract_campaign_id })
    .prepare(),
);

/** @returns merchant, and the campaign's id in the contract */
async function settle(
  store: Store,
  id: number,
  change: { amount: bigint; spent: bigint; now: Date },
): Promise<{ merchant: number; campaign: number | null }> {
  const row = await settleRow(store).get({ id, ...change });
  if (!row)
    throw new Error(
      `campaign ${id} has less than ${change.amount} stroops reserved, although its rewards reserved them`,
    );
  return row;
}

/** Spends reservations that were paid on the ledger. */
export async function spend(
  store: Store,
  id: number,
  { payments, now }: { payments: readonly { amount: bigint; number: number; reference: string }[]; now: Date },
): Promise<void> {
  const amount = payments.reduce((total, payment) => total + payment.amount, 0n);
  const { merchant, campaign } = await settle(store, id, { amount, spent: amount, now });
  if (campaign === null) throw new Error(`campaign ${id} has paid, and is not on the ledger`);
  await countPaid(
    store,
    payments.map(({ number, reference }) => ({ merchant, campaign, number, reference })),
  );
}

/** Releases a reservation that will not be paid. */
export async function release(store: Store, id: number, amount: bigint, now: Date): Promise<void> {
  await settle(store, id, { amount, spent: 0n, now });
}

// The payments of all campaigns together, as the distribution contract counts them.

const TOTAL_ID = 1;

const selectTotal = prepared((store) =>
  store
    .select({ paid: paidTotal.paid, fingerprint: paidTotal.fingerprint })
    .from(paidTotal)
    .where(eq(paidTotal.id, TOTAL_ID))
    .prepare(),
);

const writeTotal = prepared((store) => {
  const row = { paid: value(paidTotal.paid, "paid"), fingerprint: value(paidTotal.fingerprint, "fingerprint") };
  return store
    .insert(paidTotal)
    .values({ id: TOTAL_ID, ...row })
    .onConflictDoUpdate({ target: paidTotal.id, set: { paid: sql`${row.paid}`, fingerprint: sql`${row.fingerprint}` } })
    .prepare();
});

/** Confirmed rewards: how many, and which. */
export interface PaidTotal {
  paid: number;
  fingerprint: Buffer;
}

export const isSame = (one: PaidTotal, other: PaidTotal): boolean =>
  one.paid === other.paid && one.fingerprint.equals(other.fingerprint);

export async function readTotal(store: Store): Promise<PaidTotal> {
  return (await selectTotal(store).get()) ?? { paid: 0, fingerprint: NO_FINGERPRINT };
}

/** Records payments of the ledger. One without a reservation is counted by {@link follow}. */
export async function countPaid(store: Store, payments: readonly PaymentKey[]): Promise<void> {
  // Payments of contracts before 0.3.0 aren't counted.
  const counted = payments.filter(({ number }) => number >= FIRST_NUMBER);
  if (counted.length === 0) return;
  const { paid, fingerprint } = await readTotal(store);
  await writeTotal(store).run({
    paid: paid + counted.length,
    fingerprint: withPayments(fingerprint, counted),
  });
}

/** Takes over what the ledger says was spent; false if the reservations leave less. */
export async function follow(store: Store, id: number, spent: bigint, now: Date): Promise<boolean> {
  const amount = new Param(spent, campaigns.spent);
  const row = await store
    .update(campaigns)
    .set({ spent, updated_at: now })
    .where(and(eq(campaigns.id, id), sql`${campaigns.reserved} <= ${campaigns.budget} - ${amount}`))
    .returning({ id: campaigns.id })
    .get();
  return row !== undefined;
}

/** Sum that open campaigns may still pay; the pool holds at least this much for them. Stroops. */
export async function leftInAll(store: Store): Promise<bigint> {
  const row = await store
    .select({ left: sum(sql`${campaigns.budget} - ${campaigns.spent}`) })
    .from(campaigns)
    .where(inArray(campaigns.status, ["active", "paused"]))
    .get();
  return BigInt(row?.left ?? 0);
}

/** True if any campaign has paid a reward. */
export async function hasSpent(store: Store): Promise<boolean> {
  const row = await store.select({ id: campaigns.id }).from(campaigns).where(gt(campaigns.spent, 0n)).limit(1).get();
  return row !== undefined;
}

/**
 * Gives new rewards this number or a higher one, in all campaigns.
 * @param near numbers that are taken within this distance are skipped; those farther away are somebody else's, and are never
 * reached
 */
export async function beginNumbers(store: Store, first: number, near: number): Promise<void> {
  const from = greatest(campaigns.next_number, first);
  const taken = sql`(
    select coalesce(max(number) + 1, 0) from ${issuances}
    where campaign_id = ${campaigns.id} and number < ${from} + ${near})`;
  const next = greatest(from, taken);
  let moved: unknown[];
  do {
    moved = await store
      .update(campaigns)
      .set({ next_number: next })
      .where(sql`${next} > ${campaigns.next_number}`)
      .returning({ id: campaigns.id });
    // A campaign may have used up more numbers than that.
  } while (moved.length > 0);
}

const numberRow = prepared((store) =>
  store
    .update(campaigns)
    .set({ next_number: sql`${campaigns.next_number} + 1` })
    .where(isGiven(campaigns.id))
    .returning({ next_number: campaigns.next_number })
    .prepare(),
);

/** Takes the campaign's next issuance number. */
export async function takeNumber(store: Store, id: number): Promise<number> {
  const row = await numberRow(store).get({ id });
  if (!row) throw new Error(`there is no campaign ${id}`);
  return row.next_number - 1;
}
