import { notReady } from "../../base/errors.ts";
import type { Logger } from "../../base/logger.ts";
import { RpcUnavailable } from "./errors.ts";

export const ledgerUnreadable = () =>
  notReady("rpc_unavailable", "The ledger can't be read at the moment. Try again in a few seconds.");

/** For reads that a caller waits for. @throws Problem 503 `rpc_unavailable` in place of `RpcUnavailable` */
export const orLedgerUnreadable =
  (log: Logger) =>
  (error: unknown): never => {
    if (!(error instanceof RpcUnavailable)) throw error;
    log.warn({ err: error }, "could not read the ledger");
    throw ledgerUnreadable();
  };
