import { and, eq, sql } from "drizzle-orm";
import { merchantFees } from "../../store/db/schema/payouts.ts";
import type { Store } from "../../store/db/store.ts";

const DAY_MS = 86_400_000;

/** First instant of the UTC day. */
const dayOf = (time: Date) => new Date(Math.floor(time.getTime() / DAY_MS) * DAY_MS);

/** When the next day's budget begins. */
export const nextDay = (time: Date) => new Date(dayOf(time).getTime() + DAY_MS);

/** Counts what the fee account paid for a merchant. @param fee stroops of XLM */
export async function chargeMerchant(
  store: Store,
  { merchantId, day, fee }: { merchantId: number; day: Date; fee: bigint },
): Promise<void> {
  const row = { merchant_id: merchantId, day: dayOf(day), fees: fee };
  await store
    .insert(merchantFees)
    .values(row)
    .onConflictDoUpdate({
      target: [merchantFees.merchant_id, merchantFees.day],
      set: { fees: sql`${merchantFees.fees} + excluded.fees` },
    });
}

/** Stroops of XLM that a merchant has cost on the day of `time`. */
export async function feesOf(store: Store, merchantId: number, time: Date): Promise<bigint> {
  const row = await store
    .select({ fees: merchantFees.fees })
    .from(merchantFees)
    .where(and(eq(merchantFees.merchant_id, merchantId), eq(merchantFees.day, dayOf(time))))
    .get();
  return row?.fees ?? 0n;
}

/** Longest wait for the next day's budget, since the operator may raise the budget before. */
export const BUDGET_PAUSE_SECONDS = 300;

/** For the operator. */
export const feesSpent = (merchantId: number) =>
  ({
    cause: "fee_budget",
    detail: `merchant ${merchantId} has used up today's fee budget (MERCHANT_FEE_BUDGET_XLM)`,
  }) as const;

/**
 * What each merchant's transactions may still cost today. Fees of transactions on their way count with the most that they may be
 * charged; they are kept in memory, since there is one worker.
 */
export class FeeBudgets {
  /** Stroops of XLM per merchant and UTC day; null: no bound. */
  readonly #daily: bigint | null;
  readonly #onTheirWay = new Map<number, bigint>();

  constructor(daily: bigint | null) {
    this.#daily = daily;
  }

  /** Whether a transaction of `fee` fits; if it does, it is counted until {@link FeeBudgets.ended}. */
  async take(store: Store, merchantId: number, { fee, now }: { fee: bigint; now: Date }): Promise<boolean> {
    const paid = this.#daily === null ? 0n : await feesOf(store, merchantId, now);
    const onTheirWay = this.#onTheirWay.get(merchantId) ?? 0n;
    if (this.#daily !== null && paid + onTheirWay + fee > this.#daily) return false;
    this.#onTheirWay.set(merchantId, onTheirWay + fee);
    return true;
  }

  ended(merchantId: number, fee: bigint): void {
    this.#onTheirWay.set(merchantId, (this.#onTheirWay.get(merchantId) ?? 0n) - fee);
  }
}
