import { secondsToNextDay, startOfDay } from "../../base/days.ts";
import type { Context } from "../../context/context.ts";
import * as rows from "../../ledger/sending/daily-counts.ts";
import { chargeMerchant, costsOf, exceeded } from "../../ledger/sending/fees.ts";
import type { Store } from "../../store/db/store.ts";
import { feeBudgetSpent, feesExhausted, tooManyEnvelopes } from "./problems.ts";

// Strangers decide how many wallet transactions there are, and the service pays for each, so there are limits.

/** The user or the merchant, and the wallet, for whom the service pays. `fee`: the most it costs, stroops of XLM. */
export type Sponsored = ({ userId: number } | { merchantId: number; fee: bigint }) & { wallet: string };

const ALL = "all";

/**
 * Takes on the fee of one more transaction of a wallet, in the commit that accepts it: what isn't accepted isn't
 * counted. Counts are by name and UTC day, not by account: deleting or recreating an account doesn't reset them.
 * A merchant's costs what all its transactions cost: grants to many can cost a thousand times what a claim does.
 * @throws Problem 429 `too_many_envelopes`, `fee_budget_spent`, 503 `fees_exhausted`, which has to undo the commit
 */
export async function sponsor(
  { settings, clock, log, metrics }: Pick<Context, "settings" | "clock" | "log" | "metrics">,
  store: Store,
  { wallet, ...owner }: Sponsored,
): Promise<void> {
  const { daily, dailyPerUser, dailyPerWallet } = settings.sponsored;
  const now = clock.now();
  const day = startOfDay(now);
  const retryAfterSeconds = secondsToNextDay(now);
  const subject = "userId" in owner ? `user:${owner.userId}` : `merchant:${owner.merchantId}`;
  if ((await rows.add(store, day, subject)) > dailyPerUser) {
    throw tooManyEnvelopes(dailyPerUser, "userId" in owner ? "user" : "merchant", retryAfterSeconds);
  }
  if ((await rows.add(store, day, `wallet:${wallet}`)) > dailyPerWallet) {
    throw tooManyEnvelopes(dailyPerWallet, "wallet", retryAfterSeconds);
  }
  if ("merchantId" in owner) {
    const { merchantId, fee } = owner;
    await chargeMerchant(store, { merchantId, day, fee });
    if (exceeded(settings.worker, await costsOf(store, merchantId, day))) throw feeBudgetSpent(retryAfterSeconds);
  }
  if ((await rows.add(store, day, ALL)) > daily) {
    metrics.rateLimited.inc({ policy: "sponsored" });
    log.warn({ SPONSORED_DAILY: daily }, "today's fees for wallets' transactions are used up");
    throw feesExhausted(retryAfterSeconds);
  }
}

/** How many transactions of wallets the service has taken on today. */
export const countToday = (store: Store, now: Date): Promise<number> => rows.countOf(store, startOfDay(now), ALL);
