import { text } from "node:stream/consumers";
import { type WalletCall as AnyCall, type Asked, askedCall, type WithoutWallet } from "@merit/client/signing/asked.ts";
import type { BodyOf } from "@merit/client/types.ts";
import type { Keypair } from "@stellar/stellar-sdk";
import type { Command } from "commander";
import { Failure, isLost, mayBeStored, UsageError } from "./errors.ts";
import type { Io } from "./io.ts";
import { withLogin } from "./login.ts";
import { record } from "./output.ts";
import type { Session } from "./session.ts";
import { positiveInteger, xlm } from "./values.ts";
import { waitFor } from "./wait.ts";

// Transactions that a wallet signs: built by the service, signed here or elsewhere, sent by the service.

export type Envelope = BodyOf<"POST /wallet/envelope">;
/** The state of a transaction that a wallet signed. */
export type Submission = BodyOf<"GET /wallet/submissions/:hash">;

/** A call of a contract that the commands sign; the others are signed on pages, or by `merit governance`. */
export type WalletCall = Exclude<AnyCall, { call: `governance.${string}` }>;

export interface SigningOptions {
  walletKey?: string;
  /** Stroops of XLM. */
  maxXlm?: bigint;
  /** Seconds to wait for the ledger. */
  timeout: number;
}

export type Signer = Pick<SigningOptions, "timeout" | "maxXlm"> & { key: Keypair };

const TIMEOUT = 60;
const withTimeout = (command: Command): Command =>
  command.option("--timeout <seconds>", "give up waiting for the ledger after this time", positiveInteger, TIMEOUT);

/** A signed transaction can be sent by whoever has it, at the cost of the wallet. */
const withMaxFee = (command: Command): Command =>
  command.option(
    "--max-xlm <amount>",
    "sign a transaction that costs up to this; by default a little, by the call",
    xlm,
  );

/** Options for a command that can do without the wallet's key: it then prints what is to be signed. */
export const withSigning = (command: Command): Command =>
  withTimeout(
    withMaxFee(
      command.option("--wallet-key <file>", "sign with the secret key in this file (MERIT_WALLET_KEY), and send it"),
    ),
  );

/** Undefined without a key. @throws UsageError */
export async function signerOf({ io }: Session, options: Partial<SigningOptions>): Promise<Signer | undefined> {
  // An empty variable is no file's name.
  const { walletKey: path = io.env.MERIT_WALLET_KEY || undefined, timeout = TIMEOUT, maxXlm } = options;
  if (path === undefined) return undefined;
  // Loads the SDK, which other commands don't need.
  const { readWalletKey } = await import("./wallet-signature.ts");
  return { key: readWalletKey(path), timeout, ...(maxXlm !== undefined && { maxXlm }) };
}

/** Gives a command a session of the user who is logged in, and the key of a wallet of theirs. */
export function withKey<Options, Arguments extends unknown[]>(
  command: Command,
  io: Io,
  action: (session: Session, signer: Signer, options: Options, ...args: Arguments) => Promise<void>,
): Command {
  command.option(
    "--wallet-key <file>",
    "file with the wallet's secret key, which only you can read (MERIT_WALLET_KEY)",
  );
  return withLogin<Options & Partial<SigningOptions>, Arguments>(command, io, async (session, options, ...args) => {
    const signer = await signerOf(session, options);
    if (!signer) {
      throw new UsageError(
        "This needs the wallet's key.",
        "Name its file with --wallet-key or MERIT_WALLET_KEY. `merit wallet create` makes one for a new wallet.",
      );
    }
    await action(session, signer, options, ...args);
  });
}

/** The same for a command that waits for the ledger. */
export const withWallet: typeof withKey = (command, io, action) =>
  withKey(withTimeout(withMaxFee(command)), io, action);

/** Takes a step with the wallet of the key. @throws Failure if the ledger refuses it */
export async function take(session: Session, signer: Signer, step: WithoutWallet<WalletCall>): Promise<Submission> {
  const body = { wallet_address: signer.key.publicKey(), ...step } as WalletCall;
  const { body: envelope } = await session.client.call("POST /wallet/envelope", { body });
  return signAndSend(session, signer, envelope, askedCall(body));
}

/** Signs here and waits for the ledger, or prints what is to be signed elsewhere. */
async function finish(
  session: Session,
  options: SigningOptions,
  envelope: Envelope,
  { asked, submitWith }: { asked: Asked; submitWith: string },
): Promise<void> {
  const signer = await signerOf(session, options);
  if (signer) return printSubmission(session, await signAndSend(session, signer, envelope, asked));
  session.print(envelope, envelopeText);
  session.note(`Sign it with the wallet, then: ${submitWith} <signed transaction>`);
}

/** The same for a call of a contract. */
export async function finishCall(
  session: Session,
  options: SigningOptions,
  body: WalletCall,
  submitWith = "merit wallet submit",
): Promise<void> {
  const { body: envelope } = await session.client.call("POST /wallet/envelope", { body });
  await finish(session, options, envelope, { asked: askedCall(body), submitWith });
}

export const envelopeText = ({ kind, wallet_address, expires_at, network_passphrase, envelope }: Envelope) =>
  record([
    ["Call", kind],
    ["Wallet", wallet_address],
    ["Sign until", expires_at],
    ["Network", network_passphrase],
    ["To sign", envelope],
  ]);

/** @throws Failure if it isn't what was asked, or the ledger refuses it */
export async function signAndSend(
  session: Session,
  { key, timeout, maxXlm }: Signer,
  envelope: Envelope,
  asked: Asked,
): Promise<Submission> {
  const { signEnvelope } = await import("./wallet-signature.ts");
  const bounded = maxXlm === undefined ? asked : { ...asked, maxFee: maxXlm };
  return submit(session, await signEnvelope(session, key, envelope, bounded), timeout);
}

/** Hands a signed transaction in, and waits until the ledger has it. @throws Failure if the ledger refuses it */
async function submit(session: Session, envelope: string, timeoutSeconds: number): Promise<Submission> {
  const { client } = session;
  let wasLost = false;
  const handIn = () =>
    client.call("POST /wallet/submit", { body: { envelope } }).catch((error) => {
      wasLost ||= isLost(error);
      const again = `Hand it in again, which does nothing twice:\nmerit wallet submit ${envelope}`;
      if (wasLost) error.hint = `It isn't known whether this was carried out. ${again}`;
      else if (mayBeStored(error)) error.hint = again;
      throw error;
    });
  // The answer may be lost on its way. A transaction counts once, however often it is handed in.
  const sent = await handIn().catch((error) => (isLost(error) ? handIn() : Promise.reject(error)));
  const result = await waitFor(session, {
    subject: "Transaction",
    timeoutSeconds,
    read: async () => (await client.call("GET /wallet/submissions/:hash", { params: { hash: sent.body.hash } })).body,
    state: ({ status }) => status,
    done: ({ status }) => status !== "pending",
  });
  if (result.status === "failed") throw new Failure(`The transaction failed: ${result.error_message}`);
  return result;
}

/** `submit` below this command, for what was signed elsewhere; `handIn` is its action. */
export const submitCommand = (parent: Command, whose: string): Command =>
  withTimeout(
    parent
      .command("submit")
      .description(`hand in a transaction that ${whose} signed, and wait for the ledger`)
      .argument("<transaction>", "signed transaction, base64 XDR; or - to read it from standard input")
      .addHelpText("after", `\nExample:\n  $ merit ${parent.name()} submit AAAAAgAAAAC...`),
  );

export async function handIn(session: Session, { timeout }: { timeout: number }, transaction: string): Promise<void> {
  const signed = transaction === "-" ? await text(session.io.stdin) : transaction;
  printSubmission(session, await submit(session, signed.trim(), timeout));
}

export const printSubmission = (session: Session, submission: Submission) =>
  session.print(submission, () =>
    record([
      ["Call", submission.kind],
      ["Escrow", submission.escrow_id ?? undefined],
      ["Wallet", submission.wallet_address],
      ["Status", submission.status],
      ["Transaction", submission.tx_hash],
    ]),
  );
