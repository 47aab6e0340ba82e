import { problem } from "../errors.ts";

export const tooManyEnvelopes = (limit: number, each: "user" | "wallet", retryAfterSeconds: number) =>
  problem(
    429,
    "too_many_envelopes",
    "Too many transactions",
    `The service pays the fees of ${limit} transactions for each ${each} and day (UTC): try again tomorrow, or let the wallet submit it to the network itself.`,
    { headers: { "Retry-After": String(retryAfterSeconds) } },
  );

export const feesExhausted = (retryAfterSeconds: number) =>
  problem(
    503,
    "fees_exhausted",
    "Fees of the day are spent",
    "The service pays the fees of no more transactions of wallets today (UTC): try again tomorrow, or let the wallet submit it to the network itself.",
    { headers: { "Retry-After": String(retryAfterSeconds) } },
  );
