import { randomBytes } from "node:crypto";
import type { Command } from "commander";
import { Webhook } from "standardwebhooks";
import type { Event } from "../client.ts";
import { Failure } from "../errors.ts";
import { follow } from "../follow.ts";
import { type Io, plain } from "../io.ts";
import { jsonLine } from "../output.ts";
import { type Session, withApi } from "../session.ts";

const FORWARD_TIMEOUT_MS = 15_000;
const SECRET_VARIABLE = "WEBHOOK_SECRET";

interface ListenOptions {
  forwardTo?: string;
  type?: string;
}

/** Commands for who writes a receiver: they need no public address. */
export function receiverCommands(webhook: Command, io: Io): void {
  withApi<ListenOptions, []>(
    webhook
      .command("listen")
      .description(
        "show your events as they happen, and forward them, signed like webhooks, to a receiver on this machine",
      )
      .option("--forward-to <url>", "address of the receiver")
      .option("--type <types>", "types of events, with commas between them (default: all)")
      .addHelpText(
        "after",
        `
Requests are signed with ${SECRET_VARIABLE}, or a secret that is made and shown at the start. Ctrl-C ends it.

Example:
  $ merit webhook listen --forward-to http://127.0.0.1:4000/webhooks`,
      ),
    io,
    listen,
  );

  webhook
    .command("verify")
    .description(
      `check a request's signature with the secret in ${SECRET_VARIABLE}; the body comes from standard input`,
    )
    .requiredOption("--id <id>", "its header webhook-id")
    .requiredOption("--timestamp <seconds>", "its header webhook-timestamp")
    .requiredOption("--signature <signatures>", "its header webhook-signature")
    .option("--json", "print JSON instead of a text")
    .addHelpText(
      "after",
      '\nExample:\n  $ cat body.json | merit webhook verify --id evt_1865324582400000 --timestamp 1763747706 --signature "v1,..."',
    )
    .action((options: VerifyOptions) => verify(io, options));
}

async function listen(session: Session, { forwardTo, type }: ListenOptions): Promise<void> {
  const { signal, env } = session.io;
  const secret = env[SECRET_VARIABLE] ?? `whsec_${randomBytes(32).toString("base64")}`;
  const signer = signerOf(secret);
  if (forwardTo !== undefined) {
    if (!URL.canParse(forwardTo))
      throw new Failure("--forward-to must be a URL, such as http://127.0.0.1:4000/webhooks");
    if (env[SECRET_VARIABLE] === undefined) session.note(`Secret of the receiver: ${secret}`);
  }
  await follow(session, {
    open: (client, onRetry) => client.stream("GET /events", { query: { type }, onRetry }),
    started: () => session.note("Waiting for events. Ctrl-C ends it."),
    take: async (event) => {
      const result = forwardTo === undefined ? "" : `  ${await forward(signer, forwardTo, event, signal)}`;
      session.io.out(session.json ? jsonLine(event) : `${event.created_at}  ${event.type}  ${event.id}${result}\n`);
    },
  });
}

/** The receiver's answer, in a few words. */
async function forward(signer: Webhook, url: string, event: Event, signal: AbortSignal): Promise<string> {
  const now = new Date();
  const body = JSON.stringify(event);
  const headers = {
    "content-type": "application/json",
    "webhook-id": event.id,
    "webhook-timestamp": String(Math.floor(now.getTime() / 1000)),
    "webhook-signature": signer.sign(event.id, now, body),
  };
  const limit = AbortSignal.any([signal, AbortSignal.timeout(FORWARD_TIMEOUT_MS)]);
  try {
    const answer = await fetch(url, { method: "POST", headers, body, redirect: "manual", signal: limit });
    await answer.body?.cancel();
    return `answer ${answer.status}`;
  } catch (error) {
    return `no answer: ${plain(((error as Error).cause as Error | undefined)?.message ?? (error as Error).message)}`;
  }
}

interface VerifyOptions {
  id: string;
  timestamp: string;
  signature: string;
  json?: boolean;
}

async function verify(io: Io, { id, timestamp, signature, json }: VerifyOptions): Promise<void> {
  const secret = io.env[SECRET_VARIABLE];
  if (secret === undefined)
    throw new Failure(`${SECRET_VARIABLE} is not set: set it to the webhook's secret (whsec_...)`);
  const chunks: Buffer[] = [];
  for await (const chunk of io.stdin) chunks.push(Buffer.from(chunk));
  const headers = { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signature };
  try {
    signerOf(secret).verify(Buffer.concat(chunks), headers);
  } catch (error) {
    throw new Failure(
      `The request is not valid: ${(error as Error).message}.`,
      "Compare id, time, signature and the whole body.",
    );
  }
  io.out(json ? jsonLine({ valid: true }) : "The signature is valid.\n");
}

function signerOf(secret: string): Webhook {
  try {
    return new Webhook(secret);
  } catch {
    throw new Failure(`${SECRET_VARIABLE} is no secret of a webhook: it begins with whsec_, followed by base64`);
  }
}
