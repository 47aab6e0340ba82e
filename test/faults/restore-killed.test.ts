import { expect, test } from "vitest";
import { Book } from "../support/book.ts";
import { bundled } from "../support/bundle.ts";
import { Cli } from "../support/cli.ts";
import { diesAt } from "../support/dies-at.ts";
import { startWorld } from "../support/fixture.ts";
import { Process } from "../support/processes.ts";
import type { World } from "../support/world.ts";

/** Steps at which `merit restore` is killed, in order, and whether the service starts then; otherwise it is restored again. */
const steps: [step: string, isStarted: boolean][] = [
  // The backup is copied, and not yet checked.
  ["file chmodSync restore-", false],
  // The copy is complete, and the old database is in its place.
  ["file mkdirSync before-restore-", true],
  ["file linkSync merit.db", false],
  // The old database has two names.
  ["file renameSync restore-", true],
  // The backup has its place.
  ["file rmSync restore-", true],
];

test("`merit restore` killed at any step: the service can then be started or restored again, and nobody is paid twice", async () => {
  const world = await startWorld();
  const book = await Book.open(world);
  await book.issue(40);
  const cli = new Cli(world.api.base);
  const { file } = await cli.json("backup", "--data", world.folder);
  await book.issue(60);
  await book.expectExact();
  await world.server.kill("SIGTERM");

  for (const [step, isStarted] of steps) {
    const args = [bundled, "restore", file, "--data", world.folder];
    const restore = new Process("restore", process.execPath, args, diesAt(step));
    await restore.exited();
    expect(restore.child.signalCode, `${step}: ${restore.output}`).toBe("SIGKILL");
    if (!isStarted) continue;
    await startAndRepeat(world, book);
    await world.server.kill("SIGTERM");
  }
  await cli.json("restore", file, "--data", world.folder);
  await startAndRepeat(world, book);
});

async function startAndRepeat(world: World, book: Book): Promise<void> {
  await world.startServer({}, "health");
  await book.send(book.rewards.toReversed());
  await book.issue(10);
  await book.expectExact();
}
