import { type Keypair, rpc } from "@stellar/stellar-sdk";
import {
  type AssembledTransaction,
  basicNodeSigner,
  type ClientOptions,
  type MethodOptions,
} from "@stellar/stellar-sdk/contract";
import { PASSPHRASE } from "./wallet.ts";

/** The SDK counts a transaction's time bound on this machine's clock, which time travel leaves far behind. */
const YEARS_IN_SECONDS = 10 * 365 * 86_400;

/** Options of a generated client whose calls `keypair` signs and sends. */
export function signingAs(keypair: Keypair, contractId: string, rpcUrl: string): ClientOptions & MethodOptions {
  return {
    contractId,
    rpcUrl,
    allowHttp: true,
    networkPassphrase: PASSPHRASE,
    publicKey: keypair.publicKey(),
    timeoutInSeconds: YEARS_IN_SECONDS,
    signTransaction: basicNodeSigner(keypair, PASSPHRASE).signTransaction,
  };
}

/** Signs, sends and waits; what the call answered. @throws what the contract refused in simulation */
export async function send<T>(call: Promise<AssembledTransaction<T>>): Promise<T> {
  const transaction = await call;
  if (transaction.simulation && rpc.Api.isSimulationError(transaction.simulation)) {
    throw new Error(transaction.simulation.error);
  }
  return (await transaction.signAndSend()).result;
}
