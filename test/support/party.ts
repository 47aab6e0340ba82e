import { CallRefused, contractErrorCode } from "@merit/core/ledger/chain/errors.ts";
import { type Keypair, rpc } from "@stellar/stellar-sdk";
import {
  type AssembledTransaction,
  basicNodeSigner,
  type ClientOptions,
  type MethodOptions,
} from "@stellar/stellar-sdk/contract";
import { expect } from "vitest";
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

/**
 * Builds each signer's call, which fixes the ledger entries that it may touch; then sends them in the opposite order and
 * expects that all land. The signers are different accounts, since the ledger keeps one account's transactions in order.
 * @throws CallRefused what the contract refused in simulation
 */
export async function landInAnotherOrder<T>(
  signers: readonly T[],
  call: (signer: T, index: number) => Promise<AssembledTransaction<unknown>>,
): Promise<void> {
  const simulated: AssembledTransaction<unknown>[] = [];
  for (const [index, signer] of signers.entries()) simulated.push(await accepted(call(signer, index)));
  for (const transaction of simulated.reverse()) {
    const { getTransactionResponse } = await transaction.signAndSend();
    expect(getTransactionResponse?.status).toBe("SUCCESS");
  }
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
