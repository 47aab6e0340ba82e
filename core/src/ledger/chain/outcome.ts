import { rpc, TransactionBuilder, xdr } from "@stellar/stellar-sdk";
import { contractErrorWords } from "./contract-errors.ts";
import { contractEventsOf } from "./transaction.ts";

/** Outcome of a stored transaction. Only `unknown` leaves it open. */
export type Outcome = Landed | Failed | Dead | Consumed | Unknown;

export interface Landed {
  kind: "confirmed";
  /** Hash of the outer transaction that landed, hex. */
  txHash: string;
  ledger: number;
  /** Fee that the fee account paid for it, stroops of XLM. */
  feeCharged: bigint;
  events: xdr.ContractEvent[];
  returnValue: xdr.ScVal;
}

/** The transaction landed and changed nothing; its fee and sequence are used. */
export interface Failed {
  kind: "failed";
  txHash: string;
  ledger: number;
  /** Fee that the fee account paid for it, stroops of XLM. */
  feeCharged: bigint;
  reason: string;
  /** Contract error code, where a contract ended the call and the node tells. */
  code: number | undefined;
}

/** The transaction can never land, which is proven. */
export interface Dead {
  kind: "dead";
  reason: string;
}

/** The transaction's sequence is used, and the node has no record of it: the contracts' own state tells whether it was applied. */
export interface Consumed {
  kind: "consumed";
  /** Ledger in which the sequence was seen as used; state must be read at or after it. */
  ledger: number;
}

/** The delivery was stopped before there was proof; ask again. */
export interface Unknown {
  kind: "unknown";
}

/** The record of a landed transaction as an outcome. */
export function outcomeOf(
  found: rpc.Api.GetSuccessfulTransactionResponse | rpc.Api.GetFailedTransactionResponse,
  passphrase: string,
): Landed | Failed {
  // A record that was requested by the inner hash may have either hash; the envelope tells which.
  const txHash = hex(TransactionBuilder.fromXdr(found.envelopeXdr, passphrase).hash());
  const where = { txHash, ledger: found.ledger, feeCharged: found.resultXdr.feeCharged };
  if (found.status === rpc.Api.GetTransactionStatus.SUCCESS) {
    const events = contractEventsOf(found.events.contractEventsXdr.flat());
    const returnValue = found.returnValue ?? xdr.ScVal.scvVoid();
    return { kind: "confirmed", ...where, events, returnValue };
  }
  const code = contractErrorOf(found.diagnosticEventsXdr ?? []);
  return { kind: "failed", ...where, reason: failureOf(found.resultXdr, code), code };
}

/** Why a transaction was not applied: the contract's error if it has a code, otherwise the ledger's result. */
export function failureOf(result: xdr.TransactionResult, code?: number): string {
  if (code !== undefined) return contractErrorWords(code);
  const inner = innermost(result);
  if (inner.type !== "txFailed") return inner.type;
  const reasons = inner.results.map(wordOf);
  // Operations before the one that failed have succeeded.
  return reasons.find((reason) => !reason.endsWith("Success")) ?? inner.type;
}

function wordOf(operation: xdr.OperationResult): string {
  if (operation.type !== "opInner") return operation.type;
  const { value } = operation.tr;
  return "type" in value ? String(value.type) : operation.tr.type;
}

/** Result of the inner transaction, or of the outer one where it was not even opened. */
export function innermost(
  result: xdr.TransactionResult,
): xdr.TransactionResultResult | xdr.InnerTransactionResultResult {
  const outer = result.result;
  const opened = outer.type === "txFeeBumpInnerFailed" || outer.type === "txFeeBumpInnerSuccess";
  return opened ? outer.innerResultPair.result.result : outer;
}

/** The events are oldest first: the last error ended the call, and the contract may have caught those before it. */
function contractErrorOf(diagnostics: xdr.DiagnosticEvent[]): number | undefined {
  const topics = diagnostics.flatMap(({ event }) => event.body.v0.topics);
  const ended = topics.findLast((topic) => topic.type === "scvError")?.error;
  return ended?.type === "sceContract" ? ended.contractCode : undefined;
}

export const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");

export const bytes = (hex: string): Buffer => Buffer.from(hex, "hex");
