import { mkdirSync, readdirSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createWorld, type World } from "../../testing/world.ts";
import { createBackup } from "./backup.ts";
import { listBackups } from "./manifest.ts";
import { backupJob } from "./recurring.ts";

let world: World;
beforeEach(() => {
  world = createWorld({ BACKUP_KEEP: "3" });
});
afterEach(() => world[Symbol.asyncDispose]());

it("removes what the next copy makes superfluous if there is no room for it, and copies nothing if there is none then", async () => {
  const { context, path: source } = world;
  const { folder } = context.settings.backup;
  mkdirSync(folder);
  const hoursAgo = (hours: number) => new Date(context.clock.now().getTime() - hours * 3_600_000);
  const taken = [];
  for (const hours of [3, 2, 1]) taken.push((await createBackup({ source, folder, now: hoursAgo(hours) })).file);

  // Larger than any disk, and empty.
  const large = join(context.settings.dataDir, "merit.db");
  writeFileSync(large, "");
  truncateSync(large, 2 ** 43);
  const run = async () => backupJob.run(context, { signal: new AbortController().signal } as never);
  for (const _ of ["at first", "again"]) {
    await expect(run()).rejects.toThrow(`takes ${2 ** 43} bytes, and the disk of ${folder} has`);
    expect(listBackups(folder, hoursAgo(0)).map(({ file }) => file)).toEqual([taken[2], taken[1]]);
  }
  expect(readdirSync(folder)).toHaveLength(4);
});
