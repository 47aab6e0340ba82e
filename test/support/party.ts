import { CallRefused, contractErrorCode } from "@merit/core/chain/errors.ts";
import { type Keypair, rpc } from "@stellar/stellar-sdk";
import {
  type AssembledTransaction,
  basicNodeSigner,
  type ClientOptions,
  type MethodOptions,
} from "@stellar/stellar-sdk/contract";
import { PASSPHRASE, YEARS_IN_SECONDS } from "./wallet.ts";

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

/** Signs, sends and waits; what the call answered. @throws CallRefused what the contract refused in simulation */
export async function send<T>(call: Promise<AssembledTransaction<T>>): Promise<T> {
  return (await (await accepted(call)).signAndSend()).result;
}

/** The result of a view. @throws CallRefused; the client itself would return the error as if it were the result */
export async function read<T>(call: Promise<AssembledTransaction<T>>): Promise<T> {
  return (await accepted(call)).result;
}

async function accepted<T>(call: Promise<AssembledTransaction<T>>): Promise<AssembledTransaction<T>> {
  const transaction = await call;
  const { simulation } = transaction;
  if (simulation && rpc.Api.isSimulationError(simulation)) {
    throw new CallRefused(simulation.error, contractErrorCode(simulation.error));
  }
  return transaction;
}
