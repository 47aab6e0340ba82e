import { Account, rpc, StrKey, type Transaction, TransactionBuilder, xdr } from "@stellar/stellar-sdk";
import { CallRefused, contractErrorCode } from "./errors.ts";
import { failureLog } from "./failure-log.ts";
import { BASE_INCLUSION_FEE } from "./fees.ts";
import type { Signer } from "./keys.ts";
import { answer, requireLedger } from "./rpc.ts";

/** Seconds that a transaction may wait; all its bounds count from the ledger's clock. */
export const MAX_WAIT_SECONDS = 60;

/** A transaction's place in its channel, and until when it may land. */
export interface Slot {
  /** Public key of the channel account, the transaction's source. */
  channel: string;
  sequence: bigint;
  /** Exclusive ledger bound. */
  maxLedger: number;
  /** Unix seconds; 0 for none. */
  maxTime: number;
  /** True if it lands whatever lower sequence its channel has used last, and not only the one before: others may go first. */
  relaxed?: boolean;
}

/** @param data for operations that need a footprint before they are simulated */
export function buildTransaction(
  passphrase: string,
  slot: Slot,
  operations: xdr.Operation[],
  data?: xdr.SorobanTransactionData,
): Transaction {
  const builder = new TransactionBuilder(new Account(slot.channel, String(slot.sequence - 1n)), {
    fee: String(BASE_INCLUSION_FEE),
    networkPassphrase: passphrase,
    timebounds: { minTime: 0, maxTime: slot.maxTime },
    ledgerbounds: { minLedger: 0, maxLedger: slot.maxLedger },
    // Any lower number is at least 1. The SDK takes 0 for none when it reads.
    ...(slot.relaxed && { minAccountSequence: "1" }),
  });
  for (const operation of operations) builder.addOperation(operation);
  if (data) builder.setSorobanData(data);
  return builder.build();
}

/**
 * True if its source's signature authorises calls as well. A call that runs code which others chose, such as the execution of
 * a proposal, must not give them that: a node that lies could add any.
 */
export const givesAuthority = ({ operations: [operation] }: Transaction): boolean =>
  operation?.type === "invokeHostFunction" && (operation.auth ?? []).length > 0;

/** Result of a call if it were applied now. */
export interface Simulation {
  /** The transaction with footprint and resource fee, not signed yet. */
  transaction: Transaction;
  returnValue: xdr.ScVal;
  /** Contract events in order, without diagnostics. */
  events: xdr.ContractEvent[];
  /** Stroops. */
  resourceFee: bigint;
  /** Resources that it declares. */
  resources: xdr.SorobanResources;
  /** Archived entries that it would restore. The footprint has them as written, whether the call changes them or not. */
  archived: number;
  latestLedger: number;
}

/**
 * @param atLedger a node behind it is not used: it would report the past
 * @throws CallRefused when contract or host refuse the call, RpcUnavailable
 */
export async function simulate(server: rpc.Server, transaction: Transaction, atLedger = 0): Promise<Simulation> {
  const simulation = await answer("simulateTransaction", server.simulateTransaction(transaction));
  requireLedger("simulateTransaction", simulation.latestLedger, atLedger);
  if (rpc.Api.isSimulationError(simulation)) {
    const { error, events } = simulation;
    throw new CallRefused(error, contractErrorCode(error), undefined, failureLog(events));
  }
  const { resources, ext } = simulation.transactionData.build();
  return {
    transaction: rpc.assembleTransaction(transaction, simulation).build(),
    returnValue: simulation.result?.retval ?? xdr.ScVal.scvVoid(),
    events: contractEventsOf(simulation.events.map((diagnostic) => diagnostic.event)),
    resourceFee: BigInt(simulation.minResourceFee),
    resources,
    archived: ext.type === "resourceExt" ? ext.resourceExt.archivedSorobanEntries.length : 0,
    latestLedger: simulation.latestLedger,
  };
}

/** Leaves out diagnostic and system events. */
export const contractEventsOf = (events: xdr.ContractEvent[]): xdr.ContractEvent[] =>
  events.filter((event) => event.type.name === "contract");

/** Adds the signatures of all signers, one per account. */
export async function signTransaction(
  transaction: Pick<Transaction, "hash" | "addDecoratedSignature">,
  signers: Signer[],
): Promise<void> {
  const hash = transaction.hash();
  const unique = new Map(signers.map((signer) => [signer.publicKey, signer]));
  for (const signer of unique.values()) {
    transaction.addDecoratedSignature(decorate(signer.publicKey, await signer.sign(hash)));
  }
}

function decorate(publicKey: string, signature: Uint8Array): xdr.DecoratedSignature {
  const hint = StrKey.decodeEd25519PublicKey(publicKey).subarray(-4);
  return new xdr.DecoratedSignature({ hint, signature });
}
