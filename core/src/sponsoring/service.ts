import type { Context } from "../context/context.ts";
import { addDays, startOfDay } from "../days.ts";
import type { Store } from "../db/store.ts";
import { feesExhausted, tooManyEnvelopes } from "./problems.ts";
import * as rows from "./store.ts";

// Strangers decide how many wallet transactions there are, and the service pays for each, so there are limits.

/** The user and the wallet for whom the service pays. */
export interface Sponsored {
  userId: number;
  wallet: string;
}

const ALL = "all";

/**
 * Takes on the fee of one more transaction of a user's wallet, in the commit that accepts it: what isn't accepted isn't
 * counted. Counts are by name and UTC day, not by account: deleting or recreating an account doesn't reset them.
 * @throws Problem 429 `too_many_envelopes`, 503 `fees_exhausted`, which has to undo the commit
 */
export async function sponsor(
  { settings, clock, log, metrics }: Pick<Context, "settings" | "clock" | "log" | "metrics">,
  store: Store,
  { userId, wallet }: Sponsored,
): Promise<void> {
  const { daily, dailyPerUser, dailyPerWallet } = settings.sponsored;
  const now = clock.now();
  const day = startOfDay(now);
  const retryAfterSeconds = Math.ceil((addDays(day, 1).getTime() - now.getTime()) / 1000);
  if ((await rows.add(store, day, `user:${userId}`)) > dailyPerUser) {
    throw tooManyEnvelopes(dailyPerUser, "user", retryAfterSeconds);
  }
  if ((await rows.add(store, day, `wallet:${wallet}`)) > dailyPerWallet) {
    throw tooManyEnvelopes(dailyPerWallet, "wallet", retryAfterSeconds);
  }
  if ((await rows.add(store, day, ALL)) > daily) {
    metrics.rateLimited.inc({ policy: "sponsored" });
    log.warn({ SPONSORED_DAILY: daily }, "today's fees for wallets' transactions are used up");
    throw feesExhausted(retryAfterSeconds);
  }
}

/** How many transactions of wallets the service has taken on today. */
export const countToday = (store: Store, now: Date): Promise<number> => rows.countOf(store, startOfDay(now), ALL);
