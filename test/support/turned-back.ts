import type { FaultPoint } from "@merit/core/ledger/sending/fault.ts";
import { onTestFinished } from "vitest";
import { Book } from "./book.ts";
import { DatabaseCopy } from "./database-copy.ts";
import { atLength } from "./long.ts";
import type { Lie } from "./rpc-proxy.ts";
import type { Env, World } from "./world.ts";

/** Most payments of one batch. */
export const BATCH = 60;

const HONEST: Lie[] = [];

/** A node whose events come late: 0.5 s for each page, and nothing for the first. */
export const SLOW: Lie[] = [
  { method: "getEvents", kind: "gateway", by: 502, times: 1 },
  { method: "getEvents", kind: "late-answer", by: 500, from: 2 },
];

/** A copy of the stopped service's database, gone with the test. */
export function copyOf(world: World): DatabaseCopy {
  const copy = new DatabaseCopy(world);
  onTestFinished(() => copy.remove());
  return copy;
}

/** Stops the service, puts the copy back, and starts it; it needn't be ready. */
export async function turnBack(world: World, copy: DatabaseCopy, lies: Lie[] = [], env: Env = {}): Promise<void> {
  await world.server.kill("SIGTERM");
  copy.putBack();
  world.proxy.tell(...lies);
  await world.startServer(env, "health");
}

/** Sends all keys again, as every merchant does after a restore. The last come first here, so that rewards get other numbers. */
export const repeatAll = (book: Book) => book.send(book.rewards.toReversed());

export interface Crash {
  point: FaultPoint;
  /** Times at which ledgers close; at once if left out. */
  closeMode?: string;
}

/**
 * Crashes the service at a named point, lets it continue, and replaces its database with that of the crash, with an honest node and,
 * at length, with a slow one.
 */
export async function crashAndTurnBack(world: World, { point, closeMode = "instant" }: Crash): Promise<void> {
  const book = await Book.open(world, { campaigns: 1, wallets: BATCH });
  await book.issue(40);
  await book.expectExact();
  await world.ledger.setCloseMode(closeMode);
  await world.server.kill("SIGTERM");
  world.spawnServer({ MERIT_FAULT: point });
  // Sent until they are accepted, also after the start that follows.
  const issued = book.issue(40);
  issued.catch(() => undefined);
  await world.killedItself();
  const copy = copyOf(world);
  await world.startServer();
  await issued;
  await book.issue(80);
  await book.expectExact();

  for (const lies of atLength([HONEST], [HONEST, SLOW])) {
    await turnBack(world, copy, lies);
    await repeatAll(book);
    await book.issue(20);
    await book.expectExact();
  }
  world.proxy.tell();
  await world.ledger.setCloseMode("instant");
}
