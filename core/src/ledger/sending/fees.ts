import { and, eq, sql } from "drizzle-orm";
import { DAY_MS, startOfDay } from "../../base/days.ts";
import type { Settings } from "../../base/settings/settings.ts";
import { merchantFees } from "../../store/db/schema/payouts.ts";
import type { Store } from "../../store/db/store.ts";
import * as counts from "./daily-counts.ts";
import { isProven } from "./proven.ts";

/** When the next day's budget begins. */
export const nextDay = (time: Date) => new Date(startOfDay(time).getTime() + DAY_MS);

/** Subject of the daily count of what all unproven merchants together have cost. It stays counted when one of them proves itself. */
const UNPROVEN = "unproven";

/** An unproven merchant has at most this part of what there is for all of them. */
const SHARE_OF_UNPROVEN = 10n;

/** Stroops of XLM on a UTC day; null: no bound. */
type Budgets = Pick<Settings["worker"], "merchantFeeBudget" | "unprovenFeeBudget">;

/** Whose budget has no room. */
export type Spent = "merchant" | "unproven";

/** Counts what the fee account paid for a merchant. @param fee stroops of XLM */
export async function chargeMerchant(
  store: Store,
  { merchantId, day, fee }: { merchantId: number; day: Date; fee: bigint },
): Promise<void> {
  const row = { merchant_id: merchantId, day: startOfDay(day), fees: fee };
  await store
    .insert(merchantFees)
    .values(row)
    .onConflictDoUpdate({
      target: [merchantFees.merchant_id, merchantFees.day],
      set: { fees: sql`${merchantFees.fees} + excluded.fees` },
    });
  if (!(await isProven(store, merchantId))) await counts.add(store, row.day, UNPROVEN, Number(fee));
}

/** Stroops of XLM that a merchant has cost on the day of `time`. */
export async function feesOf(store: Store, merchantId: number, time: Date): Promise<bigint> {
  const row = await store
    .select({ fees: merchantFees.fees })
    .from(merchantFees)
    .where(and(eq(merchantFees.merchant_id, merchantId), eq(merchantFees.day, startOfDay(time))))
    .get();
  return row?.fees ?? 0n;
}

/** Stroops of XLM that a merchant has cost on a day, and all unproven ones together; null: it isn't one of these. */
interface Costs {
  merchant: bigint;
  unproven: bigint | null;
}

export async function costsOf(store: Store, merchantId: number, day: Date): Promise<Costs> {
  const merchant = await feesOf(store, merchantId, day);
  if (await isProven(store, merchantId)) return { merchant, unproven: null };
  return { merchant, unproven: BigInt(await counts.countOf(store, startOfDay(day), UNPROVEN)) };
}

/** Whose budget these costs exceed. */
export function exceeded(
  { merchantFeeBudget, unprovenFeeBudget }: Budgets,
  { merchant, unproven }: Costs,
): Spent | undefined {
  if (merchantFeeBudget !== null && merchant > merchantFeeBudget) return "merchant";
  if (unprovenFeeBudget === null || unproven === null) return undefined;
  return unproven > unprovenFeeBudget || merchant > unprovenFeeBudget / SHARE_OF_UNPROVEN ? "unproven" : undefined;
}

/** Longest wait for the next day's budget, since the operator may raise the budget before, and a merchant may prove itself. */
export const BUDGET_PAUSE_SECONDS = 300;

/** Block for the operator. */
export const feesSpent = (merchantId: number, spent: Spent) =>
  ({
    cause: "fee_budget",
    detail:
      spent === "merchant"
        ? `merchant ${merchantId} has used up today's fee budget (MERCHANT_FEE_BUDGET_XLM)`
        : `merchant ${merchantId} has not proven itself, and today's fees for such merchants are used up, by it alone or by all of them (UNPROVEN_FEE_BUDGET_XLM)`,
  }) as const;

/**
 * Daily budgets for the fees of each merchant's transactions. Those on their way count with the most that they may be
 * charged; they are kept in memory, since there is one worker.
 */
export class FeeBudgets {
  readonly #budgets: Budgets;
  readonly #onTheirWay = new Map<number | typeof UNPROVEN, bigint>();

  constructor(budgets: Budgets) {
    this.#budgets = budgets;
  }

  /** Counts a transaction of `fee` until `ended` is called, or says whose budget has no room for it. */
  async take(
    store: Store,
    merchantId: number,
    { fee, now }: { fee: bigint; now: Date },
  ): Promise<{ ended: () => void } | { spent: Spent }> {
    const { merchantFeeBudget, unprovenFeeBudget } = this.#budgets;
    if (merchantFeeBudget === null && unprovenFeeBudget === null) return { ended: () => {} };
    const { merchant, unproven } = await costsOf(store, merchantId, now);
    const spent = exceeded(this.#budgets, {
      merchant: merchant + this.#of(merchantId) + fee,
      unproven: unproven === null ? null : unproven + this.#of(UNPROVEN) + fee,
    });
    if (spent !== undefined) return { spent };
    const counted = unproven === null ? [merchantId] : ([merchantId, UNPROVEN] as const);
    for (const whose of counted) this.#onTheirWay.set(whose, this.#of(whose) + fee);
    return {
      ended: () => {
        for (const whose of counted) this.#onTheirWay.set(whose, this.#of(whose) - fee);
      },
    };
  }

  #of(whose: number | typeof UNPROVEN): bigint {
    return this.#onTheirWay.get(whose) ?? 0n;
  }
}
