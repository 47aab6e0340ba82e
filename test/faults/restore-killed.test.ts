import { type FSWatcher, watch } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Book } from "../support/book.ts";
import { bundled } from "../support/bundle.ts";
import { Cli } from "../support/cli.ts";
import { startWorld } from "../support/fixture.ts";
import { Process } from "../support/processes.ts";
import type { World } from "../support/world.ts";

/** `merit restore` is killed after so many changes in the data folder; it makes about fifty. */
const CHANGES = [2, 10, 20, 28, 36, 44];

test("`merit restore` killed at any step: the service can then be started or restored again, and nobody is paid twice", async () => {
  const world = await startWorld();
  const book = await Book.open(world);
  await book.issue(40);
  const cli = new Cli(world.api.base);
  const { file } = await cli.json("backup", "--data", world.folder);
  await book.issue(60);
  await book.expectExact();
  await world.server.kill("SIGTERM");

  let kills = 0;
  for (const changes of CHANGES) {
    if (!(await killedAfter(world, file, changes))) break;
    kills += 1;
    if (kills % 2 === 1) continue;
    await startAndRepeat(world, book);
    await world.server.kill("SIGTERM");
  }
  expect(kills).toBeGreaterThanOrEqual(4);
  await cli.json("restore", file, "--data", world.folder);
  await startAndRepeat(world, book);
});

async function startAndRepeat(world: World, book: Book): Promise<void> {
  await world.startServer({}, "health");
  await book.send(book.rewards.toReversed());
  await book.issue(10);
  await book.expectExact();
}

/** False if the restore was done before there were so many changes. */
async function killedAfter({ folder }: World, file: string, changes: number): Promise<boolean> {
  let seen = 0;
  let watcher: FSWatcher | undefined;
  const restore = new Process("restore", process.execPath, [bundled, "restore", file, "--data", folder]);
  try {
    watcher = watch(join(folder, "local"), () => {
      seen += 1;
      if (seen === changes) restore.child.kill("SIGKILL");
    });
    await restore.exited();
  } finally {
    watcher?.close();
  }
  return restore.child.signalCode === "SIGKILL";
}
