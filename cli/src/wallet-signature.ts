import { readFileSync, statSync } from "node:fs";
import {
  Address,
  FeeBumpTransaction,
  hash,
  Keypair,
  StrKey,
  scValToNative,
  TransactionBuilder,
  xdr,
} from "@stellar/stellar-sdk";
import { Failure, UsageError } from "./errors.ts";
import { isExpected, type Permitted, type PermittedCall } from "./permitted.ts";

// Signs with a wallet's key what the service has built. The signature stands for everything in it, so all of it is checked,
// except which contract is called: only the service names that.

/** Stroops of XLM. The service pays the fee; whoever has the signed transaction could send it at the wallet's cost. */
const MAX_FEE = 500_000_000n;

/** Limit of a trustline without a limit of its own, in tokens. */
const NO_LIMIT = "922337203685.4775807";

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

/** Signs a transaction if it does what is permitted and no more. Returns base64 XDR. @throws Failure if it does more */
export function signEnvelope(
  key: Keypair,
  { envelope, network_passphrase }: { envelope: string; network_passphrase: string },
  permitted: Permitted,
): string {
  const own = key.publicKey();
  const transaction = TransactionBuilder.fromXdr(envelope, network_passphrase);
  if (transaction instanceof FeeBumpTransaction || transaction.source !== own) {
    throw unexpected("it isn't a transaction of this wallet");
  }
  if (BigInt(transaction.fee) > MAX_FEE) throw unexpected("its fee is above 50 XLM");
  const [operation, ...others] = transaction.operations;
  if (!operation || others.length > 0) throw unexpected("it isn't one operation");
  if (operation.source !== undefined) throw unexpected("its operation isn't the wallet's");
  if (!("args" in permitted)) {
    const opens = operation.type === "changeTrust" && operation.limit === NO_LIMIT;
    if (!opens) throw unexpected("it doesn't open a trustline");
  } else {
    if (operation.type !== "invokeHostFunction" || operation.func.type !== "hostFunctionTypeInvokeContract") {
      throw unexpected("it doesn't call a contract");
    }
    const roots = (operation.auth ?? []).map(({ rootInvocation }) => rootInvocation);
    requirePermitted(operation.func.invokeContract, roots, own, permitted);
  }
  transaction.sign(key);
  return transaction.toXdr();
}

/** Signs the authorisation of a call (HashIdPreimage, base64 XDR). Returns base64. @throws Failure if it is of another call */
export function signAuthorization(
  key: Keypair,
  { authorization, network_passphrase }: { authorization: string; network_passphrase: string },
  permitted: PermittedCall,
): string {
  const own = key.publicKey();
  const preimage = xdr.HashIdPreimage.fromXdr(authorization, "base64");
  const isNamed = preimage.type === "envelopeTypeSorobanAuthorizationWithAddress";
  if (!isNamed && preimage.type !== "envelopeTypeSorobanAuthorization") throw unexpected("it doesn't authorise a call");
  if (isNamed && Address.fromScAddress(preimage.value.address).toString() !== own) {
    throw unexpected("it is of another wallet");
  }
  const { networkId, invocation } = preimage.value;
  if (!Buffer.from(hash(network_passphrase)).equals(networkId.toBytes())) throw unexpected("it is for another network");
  requirePermitted(callOf(invocation), [invocation], own, permitted);
  return Buffer.from(key.sign(hash(preimage.toXdr()))).toString("base64");
}

/** It is this call. At most the call itself is authorised, and within it no more than to take `spends` from the wallet. */
function requirePermitted(
  call: xdr.InvokeContractArgs | undefined,
  roots: xdr.SorobanAuthorizedInvocation[],
  wallet: string,
  { method, args, spends }: PermittedCall,
): void {
  if (call?.functionName.toString() !== method) throw unexpected(`it doesn't call ${method}`);
  if (!isExpected(call.args.map(scValToNative), args)) throw unexpected(`it calls ${method} with other arguments`);
  if (roots.some((root) => callOf(root)?.toXdr("base64") !== call.toXdr("base64"))) {
    throw unexpected("it authorises another call");
  }
  const amounts = roots.flatMap((root) => root.subInvocations.map((each) => transferOf(each, wallet)));
  if (amounts.reduce((sum, amount) => sum + amount, 0n) > spends)
    throw unexpected("it takes more tokens from the wallet than you asked for");
}

function transferOf(invocation: xdr.SorobanAuthorizedInvocation, wallet: string): bigint {
  const call = callOf(invocation);
  const [from, , amount] = call?.args.map(scValToNative) ?? [];
  const isTransfer = call?.functionName.toString() === "transfer" && invocation.subInvocations.length === 0;
  if (!isTransfer || from !== wallet || typeof amount !== "bigint" || amount < 0n) {
    throw unexpected("it authorises another call");
  }
  return amount;
}

const callOf = ({ function: called }: xdr.SorobanAuthorizedInvocation) =>
  called.type === "sorobanAuthorizedFunctionTypeContractFn" ? called.contractFn : undefined;

const unexpected = (what: string) =>
  new Failure(
    `The service sent something else than it was asked for: ${what}. It was not signed.`,
    "Check that the key is that of the wallet you mean, and that --url is the service you trust.",
  );
