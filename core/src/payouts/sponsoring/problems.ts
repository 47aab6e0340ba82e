import { problem } from "../../base/errors.ts";

export const tooManyEnvelopes = (limit: number, each: "user" | "merchant" | "wallet", retryAfterSeconds: number) =>
  problem(
    429,
    "too_many_envelopes",
    "Too many transactions",
    `The service pays the fees of at most ${limit} transactions per ${each} and day (UTC). Try again tomorrow, or let the wallet send its transaction to the network itself.`,
    { headers: { "Retry-After": String(retryAfterSeconds) } },
  );

export const feeBudgetSpent = (retryAfterSeconds: number) =>
  problem(
    429,
    "fee_budget_spent",
    "Fee budget spent",
    "The transaction would cost more than is left of what the service pays for this merchant in a day (UTC). Make it smaller, try again tomorrow, or let the wallet send it to the network itself.",
    { headers: { "Retry-After": String(retryAfterSeconds) } },
  );

export const feesExhausted = (retryAfterSeconds: number) =>
  problem(
    503,
    "fees_exhausted",
    "Daily fees spent",
    "The service pays for no more transactions of wallets today (UTC). Try again tomorrow, or let the wallet send its transaction to the network itself.",
    { headers: { "Retry-After": String(retryAfterSeconds) } },
  );

export const tooManyReserves = (of: string, retryAfterSeconds: number) =>
  problem(429, "too_many_envelopes", "Too many transactions", dailyReserves(of), {
    headers: { "Retry-After": String(retryAfterSeconds) },
  });

export const reservesExhausted = (retryAfterSeconds: number) =>
  problem(503, "fees_exhausted", "Daily fees spent", dailyReserves("wallets"), {
    headers: { "Retry-After": String(retryAfterSeconds) },
  });

/** @param of for whom the service keeps no more of them */
export const dailyReserves = (of: string) =>
  `The service keeps no more reserves for ${of} today (UTC). Try again tomorrow, or let the owner send XLM to the wallet.`;

export const NO_MORE_RESERVES = "The service keeps as many reserves for wallets as it can.";
