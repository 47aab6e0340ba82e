import { Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import type { Client } from "pg";
import { type Topic, topics } from "../../../base/wake.ts";

// Topics reach other processes as notifications of PostgreSQL, which are part of the transaction: the server delivers them after its
// commit, and never if it is rolled back. Nothing depends on them: whoever is not told finds the same by looking again, later.

const CHANNEL = "merit";

/** Most bytes of a notification: PostgreSQL takes less than 8,000. */
const MAX_BYTES = 7_900;

const RETRY_MS = 1_000;
/** Interval of statements that find out if the connection was cut without a word. */
const CHECK_MS = 15_000;

/** The statement that tells the topics of a transaction: the sender and some of them, a line each, as often as it takes. */
export function notification(sender: string, notified: Iterable<Topic>) {
  const payloads: string[] = [];
  let bytes = MAX_BYTES;
  for (const topic of notified) {
    bytes += Buffer.byteLength(topic) + 1;
    if (bytes > MAX_BYTES) {
      payloads.push(sender);
      bytes = Buffer.byteLength(sender) + Buffer.byteLength(topic) + 1;
    }
    payloads[payloads.length - 1] += `\n${topic}`;
  }
  const text = `select pg_notify('${CHANNEL}', payload) from unnest($1::text[]) payload`;
  return { name: "notify", text, values: [payloads] };
}

interface Listening {
  /** Opens a connection on this socket. */
  connect(socket: Socket): Promise<Client>;
  /** Name of the process whose topics are left out: it has told them itself. */
  sender: string;
  notify(topic: Topic): void;
}

/**
 * Calls `notify` for what others notify, and after each connection for all topics: what came before is lost. It connects again after
 * a loss, and keeps no process alive.
 * @returns ends it
 */
export function listen(listening: Listening): () => Promise<void> {
  const closing = new AbortController();
  const ended = repeat(listening, closing.signal);
  return () => {
    closing.abort();
    return ended;
  };
}

async function repeat(listening: Listening, closing: AbortSignal): Promise<void> {
  while (!closing.aborted) {
    await connection(listening, closing).catch(() => undefined);
    await pause(RETRY_MS, undefined, { signal: closing, ref: false }).catch(() => undefined);
  }
}

/** @throws when it is lost or closed */
async function connection({ connect, sender, notify }: Listening, closing: AbortSignal): Promise<never> {
  const socket = new Socket();
  const client = await connect(socket);
  const lost = new AbortController();
  client.once("error", () => lost.abort()).once("end", () => lost.abort());
  client.on("notification", ({ payload = "" }) => {
    const [from, ...notified] = payload.split("\n");
    if (from !== sender) for (const topic of notified) notify(topic as Topic);
  });
  try {
    await client.query(`listen ${CHANNEL}`);
    notify(topics.all);
    socket.unref();
    const signal = AbortSignal.any([closing, lost.signal]);
    for (;;) {
      await pause(CHECK_MS, undefined, { signal, ref: false });
      await client.query("select 1");
    }
  } finally {
    socket.ref();
    await client.end();
  }
}
