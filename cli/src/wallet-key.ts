import { readFileSync, statSync } from "node:fs";
import type { BodyOf } from "@merit/api/client/types.ts";
import type { Keypair, Transaction, xdr } from "@stellar/stellar-sdk";
import { type Command, Option } from "commander";
import { Failure, UsageError } from "./errors.ts";
import type { Io } from "./io.ts";
import { withLogin } from "./login.ts";
import type { Session } from "./session.ts";
import { waitFor } from "./wait.ts";

/** What became of a transaction that a wallet signed. */
export type Submission = BodyOf<"GET /wallet/submissions/:hash">;

type Envelope = Pick<Submission, "hash"> & { envelope: string; network_passphrase: string };

interface WalletOptions {
  walletKey?: string;
}

/** Gives a command a session of the user who is logged in, and the key of a wallet of theirs. */
export function withWallet<Options, Arguments extends unknown[]>(
  command: Command,
  io: Io,
  action: (session: Session, key: Keypair, options: Options, ...args: Arguments) => Promise<void>,
): Command {
  const help = "file with the wallet's secret key, which only you can read (MERIT_WALLET_KEY)";
  command.addOption(new Option("--wallet-key <file>", help));
  return withLogin<Options & WalletOptions, Arguments>(command, io, async (session, options, ...args) => {
    await action(session, await readKey(options.walletKey ?? io.env.MERIT_WALLET_KEY), options, ...args);
  });
}

async function readKey(path: string | undefined): Promise<Keypair> {
  if (path === undefined) {
    throw new UsageError(
      "This needs the wallet's key.",
      "Name its file with --wallet-key or MERIT_WALLET_KEY. `merit wallet create` makes one for a new wallet.",
    );
  }
  const { Keypair } = await import("@stellar/stellar-sdk");
  let secret: string;
  try {
    secret = readFileSync(path, "utf8").trim();
    if (process.platform !== "win32" && (statSync(path).mode & 0o077) !== 0) {
      throw new Failure(`Others can read ${path}.`, `Run chmod 600 ${path}`);
    }
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure(`The file ${path} can't be read: ${(error as Error).message}`);
  }
  try {
    return Keypair.fromSecret(secret);
  } catch {
    // The message must not repeat what is in the file.
    throw new Failure(`The file ${path} holds no secret key (S...).`);
  }
}

/** What the person means to sign: a service that answers with anything else gets no signature. */
export type Meant = { method: "changeTrust" } | MeantCall;

interface MeantCall {
  /** Function of the contract. */
  method: string;
  /** Stroops of the wallet that the call may move; left out: none. */
  deposit?: bigint;
}

/** Signs a transaction of the service's, submits it and waits for the ledger. @throws Failure if the ledger refused it */
export async function signAndSubmit(
  session: Session,
  key: Keypair,
  envelope: Envelope,
  meant: Meant,
): Promise<Submission> {
  const { TransactionBuilder } = await import("@stellar/stellar-sdk");
  const transaction = TransactionBuilder.fromXdr(envelope.envelope, envelope.network_passphrase) as Transaction;
  await requireMeant(transaction, key, meant);
  transaction.sign(key);
  await session.client.call("POST /wallet/submit", { body: { envelope: transaction.toXdr() } });
  const read = async () =>
    (await session.client.call("GET /wallet/submissions/:hash", { params: { hash: envelope.hash } })).body;
  const submission = await waitFor(session, {
    subject: "Transaction",
    timeoutSeconds: 60,
    read,
    state: ({ status }) => status,
    done: ({ status }) => status !== "pending",
  });
  if (submission.status === "failed") throw new Failure(submission.error_message ?? "The transaction has failed.");
  return submission;
}

async function requireMeant(transaction: Transaction, key: Keypair, meant: Meant): Promise<void> {
  const { inspectAuthEntry } = await import("@stellar/stellar-sdk");
  const [operation, ...others] = transaction.operations;
  const isOwn = transaction.source === key.publicKey() && others.length === 0;
  if (isOwn && operation?.type === "changeTrust" && operation.type === meant.method) return;
  if (!isOwn || operation?.type !== "invokeHostFunction" || operation.func.type !== "hostFunctionTypeInvokeContract") {
    throw notMeant(meant.method);
  }
  if (operation.func.invokeContract.functionName.toString() !== meant.method) throw notMeant(meant.method);
  const own = (operation.auth ?? []).filter((entry) => inspectAuthEntry(entry).credentialType === "sourceAccount");
  for (const { rootInvocation } of own) await requireMeantCall(rootInvocation, meant);
}

/** The call itself, and below it no more than the deposit: whatever else it would authorise could move the wallet's tokens. */
async function requireMeantCall(
  { function: called, subInvocations }: xdr.SorobanAuthorizedInvocation,
  { method, deposit }: MeantCall,
): Promise<void> {
  const { scValToNative } = await import("@stellar/stellar-sdk");
  if (nameOf(called) !== method || subInvocations.length > (deposit === undefined ? 0 : 1)) throw notMeant(method);
  for (const { function: moved, subInvocations: deeper } of subInvocations) {
    if (nameOf(moved) !== "transfer" || deeper.length > 0) throw notMeant(method);
    const [, , amount] = moved.type === "sorobanAuthorizedFunctionTypeContractFn" ? moved.contractFn.args : [];
    if (amount === undefined || scValToNative(amount) !== deposit) throw notMeant(method);
  }
}

const nameOf = (called: xdr.SorobanAuthorizedFunction) =>
  called.type === "sorobanAuthorizedFunctionTypeContractFn" ? called.contractFn.functionName.toString() : undefined;

/** Signs an authorisation of one call (HashIdPreimage, base64 XDR). @returns base64 */
export async function signAuthorization(key: Keypair, authorization: string, meant: MeantCall): Promise<string> {
  const { hash, xdr } = await import("@stellar/stellar-sdk");
  const preimage = xdr.HashIdPreimage.fromXdr(authorization, "base64");
  const isCall =
    preimage.type === "envelopeTypeSorobanAuthorization" ||
    preimage.type === "envelopeTypeSorobanAuthorizationWithAddress";
  if (!isCall) throw notMeant(meant.method);
  await requireMeantCall(preimage.value.invocation, meant);
  return Buffer.from(key.sign(hash(preimage.toXdr()))).toString("base64");
}

const notMeant = (method: string) =>
  new Failure(
    `The service sent something else than a call of ${method} by this wallet. It was not signed.`,
    "Check that --wallet-key is the wallet that you mean, and --url the service that you trust.",
  );
