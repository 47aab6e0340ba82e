import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bindDatabase } from "@merit/core/store/db/facts.ts";
import { lockDataFolder } from "@merit/core/store/db/sqlite/lock.ts";
import { openDatabase } from "@merit/core/store/db/sqlite/open.ts";
import { dump, TEST_POSTGRES, takeDatabase } from "@merit/core/testing/postgres.ts";
import { afterEach, beforeEach, expect, it } from "vitest";
import { merit } from "../testing/cli.ts";

const MOVE = ["migrate", "sqlite-to-postgres"];

let folder: string;
let taken: ReturnType<typeof takeDatabase>;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "merit-cli-migrate-"));
  mkdirSync(join(folder, "local"));
  taken = takeDatabase(process.env[TEST_POSTGRES] as string);
  const db = openDatabase(join(folder, "local", "merit.db"));
  await bindDatabase(db, { passphrase: "a network of its own" });
  await db.close();
});
afterEach(async () => {
  await taken.giveBack();
  rmSync(folder, { recursive: true });
});

const run = async (...args: string[]) =>
  merit([...MOVE, "--data", folder, ...args], { env: { DATABASE_URL: await taken.url, HOME: folder } });

it("moves the database, and shows what was compared", async () => {
  const { code, out, err } = await run();
  expect({ code, err }).toMatchObject({ code: 0, err: expect.stringMatching(/copied facts: \d of \d rows\n/) });
  expect(out).toMatch(/^TABLE +ROWS +SUM OF INTEGERS +SHA-256\nfacts +1 +0 +[0-9a-f]{16}\n$/);
  expect(err).toContain("Start the service with the same DATABASE_URL.");
  expect(await dump(await taken.url)).toContain("a network of its own");
});

it("prints all tables as JSON", async () => {
  const tables: { table: string; rows: number; sum: string }[] = JSON.parse((await run("--json")).out);
  expect(tables.length).toBeGreaterThan(50);
  expect(tables.find(({ table }) => table === "facts")).toMatchObject({ rows: 1, sum: "0" });
});

it("refuses while the service runs, without DATABASE_URL, and without a database to move", async () => {
  const lock = lockDataFolder(join(folder, "local"));
  expect((await run()).err).toContain("in use by another Merit process");
  lock.release();
  expect((await merit([...MOVE, "--data", folder], { env: { HOME: folder } })).err).toContain("DATABASE_URL isn't set");
  expect((await run("--network", "testnet")).err).toContain("There is no database at");
});

it.each(["admin new-key 1", "backup", "reconcile"])("after a move, `%s` refuses the file", async (command) => {
  await run();
  const { code, err } = await merit([...command.split(" "), "--data", folder]);
  expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining("This database was moved to PostgreSQL") });
});

it("undoes a move, and says so if there was none", async () => {
  expect((await run("--undo")).out).toContain("This database was not moved.");
  await run();
  expect((await run("--undo")).out).toContain("start it without DATABASE_URL");
  const db = openDatabase(join(folder, "local", "merit.db"));
  await bindDatabase(db, { passphrase: "a network of its own" });
  await db.close();
});
