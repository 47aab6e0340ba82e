import { notReady, problem } from "../../base/errors.ts";
import type { Logger } from "../../base/logger.ts";
import { RpcUnavailable } from "./errors.ts";

const ledgerUnreadable = () =>
  notReady("rpc_unavailable", "The ledger can't be read at the moment. Try again in a few seconds.");

export const tooManyWaiting = (most: number) =>
  problem(
    429,
    "too_many_waiting",
    "Too many transactions waiting",
    `${most} transactions of this merchant wait to be sent to the ledger. Try again when some of them are done.`,
    { headers: { "Retry-After": "60" } },
  );

/** For reads that a caller waits for. @throws Problem 503 `rpc_unavailable` in place of `RpcUnavailable` */
export const orLedgerUnreadable =
  (log: Logger) =>
  (error: unknown): never => {
    if (!(error instanceof RpcUnavailable)) throw error;
    log.warn({ err: error }, "could not read the ledger");
    throw ledgerUnreadable();
  };
