import { text } from "node:stream/consumers";
import type { BodyOf } from "@merit/api/client/types.ts";
import type { Command } from "commander";
import { Failure } from "./errors.ts";
import type { Io } from "./io.ts";
import { record } from "./output.ts";
import type { Session } from "./session.ts";
import { positiveInteger } from "./values.ts";
import { waitFor } from "./wait.ts";
import type { Permitted } from "./wallet-signature.ts";

// Transactions that a wallet signs: built by the service, signed here or elsewhere, sent by the service.

export type Envelope = BodyOf<"POST /wallet/envelope">;
type Submission = BodyOf<"GET /wallet/submissions/:hash">;

export interface SigningOptions {
  walletKey?: string;
  timeout: number;
}

export const withSigning = (command: Command): Command =>
  command
    .option("--wallet-key <file>", "sign here, with the wallet's secret key in this file, and send it")
    .option(
      "--timeout <seconds>",
      "with --wallet-key: give up waiting for the ledger after this time",
      positiveInteger,
      60,
    );

/** Signs here and waits for the ledger, or prints what is to be signed elsewhere. */
export async function finish(
  session: Session,
  { walletKey, timeout }: SigningOptions,
  envelope: Envelope,
  permitted: Permitted & { submitWith: string },
): Promise<void> {
  if (walletKey !== undefined) {
    return printSubmission(session, await signAndSend(session, { walletKey, timeout }, envelope, permitted));
  }
  session.print(envelope, () => envelopeText(envelope));
  session.note(`Sign it with the wallet, then: ${permitted.submitWith} <signed transaction>`);
}

export const envelopeText = ({ kind, wallet_address, expires_at, network_passphrase, envelope }: Envelope) =>
  record([
    ["Call", kind],
    ["Wallet", wallet_address],
    ["Sign until", expires_at],
    ["Network", network_passphrase],
    ["To sign", envelope],
  ]);

/** @throws Failure if the ledger refuses it */
export async function signAndSend(
  session: Session,
  { walletKey, timeout }: { walletKey: string; timeout: number },
  envelope: Envelope,
  permitted: Permitted,
): Promise<Submission> {
  // Loads the SDK, which other commands don't need.
  const { readWalletKey, signEnvelope } = await import("./wallet-signature.ts");
  return submit(session, signEnvelope(readWalletKey(walletKey), envelope, permitted), timeout);
}

/** Hands a signed transaction in, and waits until the ledger has it. @throws Failure if the ledger refuses it */
export async function submit(session: Session, envelope: string, timeoutSeconds: number): Promise<Submission> {
  const { client } = session;
  const { body: sent } = await client.call("POST /wallet/submit", { body: { envelope } });
  const result = await waitFor(session, {
    subject: "Transaction",
    timeoutSeconds,
    read: async () => (await client.call("GET /wallet/submissions/:hash", { params: { hash: sent.hash } })).body,
    state: ({ status }) => status,
    done: ({ status }) => status !== "pending",
  });
  if (result.status === "failed") throw new Failure(`The transaction failed: ${result.error_message}`);
  return result;
}

export const SIGNED = "signed transaction, base64 XDR; or - to read it from standard input";

export async function readSigned({ stdin }: Pick<Io, "stdin">, given: string): Promise<string> {
  return (given === "-" ? await text(stdin) : given).trim();
}

export const printSubmission = (session: Session, submission: Submission) =>
  session.print(submission, () =>
    record([
      ["Call", submission.kind],
      ["Wallet", submission.wallet_address],
      ["Status", submission.status],
      ["Transaction", submission.tx_hash],
    ]),
  );
