import { onTestFinished } from "vitest";
import type { Book } from "./book.ts";
import { DatabaseCopy } from "./database-copy.ts";
import type { Lie } from "./rpc-proxy.ts";
import type { World } from "./world.ts";

/** What one batch carries at most. */
export const BATCH = 60;

export const HONEST: Lie[] = [];

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
export async function turnBack(world: World, copy: DatabaseCopy, lies: Lie[] = []): Promise<void> {
  await world.server.kill("SIGTERM");
  copy.putBack();
  world.proxy.tell(...lies);
  await world.startServer({}, "health");
}

/** What every merchant does after a restore: all keys again. The last come first here, so that numbers are given to others. */
export const repeatAll = (book: Book) => book.send(book.rewards.toReversed());
