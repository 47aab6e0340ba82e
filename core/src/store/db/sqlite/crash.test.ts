import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, it } from "vitest";
import { facts } from "../schema/facts.ts";
import { jobs } from "../schema/jobs.ts";
import { DataFolderInUseError, lockDataFolder } from "./lock.ts";
import { openDatabase } from "./open.ts";

const WRITER = fileURLToPath(new URL("../../../testing/crash-writer.ts", import.meta.url));
const ROUNDS = 3;
const ACKNOWLEDGED_PER_ROUND = 100;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "merit-crash-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const start = (round: number) =>
  spawn(process.execPath, [WRITER, folder, String(round)], { stdio: ["ignore", "pipe", "inherit"] });

/** Lines up to and beyond the one at which the process is killed: each is a unit that was answered. */
async function runUntilKilled(child: ChildProcess, lines: number): Promise<string[]> {
  const acknowledged: string[] = [];
  const exited = once(child, "exit");
  for await (const line of createInterface({ input: child.stdout as NonNullable<typeof child.stdout> })) {
    acknowledged.push(line);
    if (acknowledged.length === lines) child.kill("SIGKILL");
  }
  const [, signal] = await exited;
  expect(signal).toBe("SIGKILL");
  return acknowledged;
}

it("a killed process loses no confirmed unit and leaves no partial one", async () => {
  const acknowledged: string[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    acknowledged.push(...(await runUntilKilled(start(round), ACKNOWLEDGED_PER_ROUND)));
  }
  const db = openDatabase(join(folder, "merit.db"));
  const rows = await db.read(async (store) => (await store.select().from(facts)).map(({ name }) => name));
  const keys = await db.read(async (store) => (await store.select().from(jobs)).map(({ key }) => key));
  await db.close();
  expect(acknowledged.length).toBeGreaterThanOrEqual(ROUNDS * ACKNOWLEDGED_PER_ROUND);
  const stored = new Set(rows);
  expect(acknowledged.filter((name) => !stored.has(name))).toEqual([]);
  // Row and job are one unit: whatever is there is there with its other half.
  expect(keys.toSorted()).toEqual(rows.toSorted());
});

it("a data folder belongs to one process, and is free once that process is killed", async () => {
  const child = start(0);
  await once(child.stdout, "data"); // it writes, so it has the lock
  child.stdout.resume();
  expect(() => lockDataFolder(folder)).toThrow(DataFolderInUseError);
  const exited = once(child, "exit");
  child.kill("SIGKILL");
  await exited;
  const lock = lockDataFolder(folder);
  expect(() => lockDataFolder(folder)).toThrow(/MERIT_DATA_DIR/);
  lock.release();
  lockDataFolder(folder).release();
});
