import { readFileSync, statSync } from "node:fs";
import { FeeBumpTransaction, Keypair, StrKey, scValToNative, TransactionBuilder, type xdr } from "@stellar/stellar-sdk";
import { Failure, UsageError } from "./errors.ts";

/** Stroops of XLM. The service pays the fee; whoever has the signed transaction could send it at the wallet's cost. */
const MAX_FEE = 500_000_000n;

/** What a wallet signs at most. */
export interface Permitted {
  /** Function of the contract, such as `claim`. */
  method: string;
  /** Stroops that the call may take from the wallet. */
  spends: bigint;
}

/** The key in a file that holds nothing else. @throws UsageError that doesn't repeat what the file holds */
export function readWalletKey(path: string): Keypair {
  let text: string;
  let isOpen: boolean;
  try {
    text = readFileSync(path, "utf8").trim();
    isOpen = process.platform !== "win32" && (statSync(path).mode & 0o077) !== 0;
  } catch (error) {
    throw new UsageError(`${path} can't be read: ${(error as Error).message}`);
  }
  if (!StrKey.isValidEd25519SecretSeed(text)) {
    throw new UsageError(
      `${path} holds no wallet's secret key.`,
      "The file must hold the key (S...) and nothing else.",
    );
  }
  if (isOpen) throw new UsageError(`Others can read ${path}.`, `Keep the key to yourself: chmod 600 ${path}`);
  return Keypair.fromSecret(text);
}

/**
 * Signs a transaction that the service has built, if it does no more than it was asked for: the signature stands for everything
 * in it. Returns base64 XDR.
 * @throws Failure if it does more
 */
export function signEnvelope(
  key: Keypair,
  { envelope, network_passphrase }: { envelope: string; network_passphrase: string },
  permitted: Permitted,
): string {
  const transaction = TransactionBuilder.fromXdr(envelope, network_passphrase);
  if (transaction instanceof FeeBumpTransaction || transaction.source !== key.publicKey()) {
    throw unexpected("it isn't a transaction of this wallet");
  }
  if (BigInt(transaction.fee) > MAX_FEE) throw unexpected("its fee is above 50 XLM");
  const [operation, ...others] = transaction.operations;
  if (others.length > 0 || operation?.type !== "invokeHostFunction")
    throw unexpected("it isn't one call of a contract");
  if (operation.source !== undefined) throw unexpected("its call isn't the wallet's");
  const { func, auth = [] } = operation;
  const isCall = func.type === "hostFunctionTypeInvokeContract";
  if (!isCall || func.invokeContract.functionName.toString() !== permitted.method) {
    throw unexpected(`it doesn't call ${permitted.method}`);
  }
  if (spentBy(auth, permitted.method, key.publicKey()) > permitted.spends) throw unexpected("it takes more than that");
  transaction.sign(key);
  return transaction.toXdr();
}

/** What the wallet authorises contracts to take from it. */
function spentBy(auth: readonly xdr.SorobanAuthorizationEntry[], method: string, wallet: string): bigint {
  return auth.reduce((sum, { rootInvocation: root }) => {
    if (nameOf(root) !== method) throw unexpected("it authorises another call");
    return sum + root.subInvocations.reduce((inner, each) => inner + transferOf(each, wallet), 0n);
  }, 0n);
}

function transferOf(invocation: xdr.SorobanAuthorizedInvocation, wallet: string): bigint {
  const [from, , amount] = argumentsOf(invocation).map(scValToNative);
  const isTransfer = nameOf(invocation) === "transfer" && from === wallet && invocation.subInvocations.length === 0;
  if (!isTransfer || typeof amount !== "bigint" || amount < 0n) throw unexpected("it authorises another call");
  return amount;
}

const callOf = ({ function: called }: xdr.SorobanAuthorizedInvocation) =>
  called.type === "sorobanAuthorizedFunctionTypeContractFn" ? called.contractFn : undefined;
const nameOf = (invocation: xdr.SorobanAuthorizedInvocation) => callOf(invocation)?.functionName.toString();
const argumentsOf = (invocation: xdr.SorobanAuthorizedInvocation) => callOf(invocation)?.args ?? [];

const unexpected = (what: string) =>
  new Failure(
    `The service sent another transaction than it was asked for: ${what}. It was not signed.`,
    "Check the address of the service (--url).",
  );
