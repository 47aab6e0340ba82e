import { rpc } from "@stellar/stellar-sdk";
import { SetupError } from "../chain/errors.ts";
import { failureLog } from "../chain/failure-log.ts";
import { outcomeOf } from "../chain/outcome.ts";
import { answer } from "../chain/rpc.ts";
import type { CallEvent, ContractCalls } from "./calls.ts";

/** A transaction as it ran: its outcome, fee, events and log. */
export interface Trace {
  /** Hash, hex. */
  txHash: string;
  ledger: number;
  /** Why it failed; null: it succeeded. */
  reason: string | null;
  /** Stroops of XLM. */
  feeCharged: bigint;
  /** Its contracts' events, in order; none if it failed. */
  events: CallEvent[];
  /** Calls, answers and errors of contracts, a line each, oldest first; empty if the node keeps none. */
  log: string[];
}

/**
 * A transaction's outcome and log, as the node has them.
 * @param hash hex
 * @throws SetupError if the node doesn't have it, RpcUnavailable
 */
export async function trace(calls: ContractCalls, hash: string): Promise<Trace> {
  const { rpc: server, passphrase, network } = calls.chain;
  const found = await answer("getTransaction", server.getTransaction(hash));
  if (found.status === rpc.Api.GetTransactionStatus.NOT_FOUND) {
    const kept = `${found.oldestLedger} to ${found.latestLedger}`;
    throw new SetupError(`The node of ${network} has no transaction ${hash} in the ledgers that it keeps, ${kept}`);
  }
  const outcome = outcomeOf(found, passphrase);
  const { txHash, ledger, feeCharged } = outcome;
  const log = failureLog(found.diagnosticEventsXdr ?? []).reverse();
  return outcome.kind === "failed"
    ? { txHash, ledger, feeCharged, log, reason: outcome.reason, events: [] }
    : { txHash, ledger, feeCharged, log, reason: null, events: outcome.events.map((event) => calls.event(event)) };
}
