import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import BetterSqlite3 from "better-sqlite3";
import { type Column, eq, isNull } from "drizzle-orm";
import { getTableConfig } from "drizzle-orm/sqlite-core";
import { Client } from "pg";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Database } from "../../store/db/database.ts";
import { bindDatabase } from "../../store/db/facts.ts";
import { MOVED_FROM, MOVED_TO } from "../../store/db/moved.ts";
import { openPostgres } from "../../store/db/postgres/open.ts";
import { auditLog } from "../../store/db/schema/audit.ts";
import { browserSessions } from "../../store/db/schema/browser-sessions.ts";
import { contractEventSubjects, contractEvents } from "../../store/db/schema/contract-events.ts";
import { merchants } from "../../store/db/schema/merchants.ts";
import { oneTimeTokens, sessions, users } from "../../store/db/schema/users.ts";
import { openDatabase } from "../../store/db/sqlite/open.ts";
import { TEST_POSTGRES, takeDatabase } from "../../testing/postgres.ts";
import { move } from "./move.ts";
import { type MovedTable, movedTables } from "./tables.ts";
import { undoMove } from "./undo.ts";

const ROWS = 3;
const MANY = 1_700;
const LARGEST = 2n ** 63n - 1n;

let folder: string;
let taken: ReturnType<typeof takeDatabase>;
let [source, target]: Database[] = [];
let tables: MovedTable[];
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "merit-move-"));
  taken = takeDatabase(process.env[TEST_POSTGRES] as string);
  source = openDatabase(join(folder, "merit.db"));
  target = openPostgres(taken.url);
  tables = await movedTables();
  await fill(source);
});
afterEach(async () => {
  await source?.close();
  await target?.close();
  await taken.giveBack();
  rmSync(folder, { recursive: true });
});

/** Values that satisfy the tables' own checks. */
const CHECKED: Record<string, object> = {
  browser_sessions: { session_id: null, api_key_id: 1 },
  campaigns: { budget: LARGEST, spent: 1n, reserved: 2n },
  point_rules: { budget: 10, granted: 1 },
  redemptions: { kind: "points", points: 1 },
  referrals: { status: "failed", claimable_at: null },
};

/** A few rows in each table: largest amounts, texts of all kinds, and null wherever it may be. */
async function fill(db: Database): Promise<void> {
  for (const { table, name, columns } of tables) {
    const references = getTableConfig(table).foreignKeys.flatMap((key) => key.reference().columns);
    const rows = Array.from({ length: ROWS }, (_, index) => ({
      ...Object.fromEntries(columns.map(([name, column]) => [name, sampleOf(column, references, index + 1)])),
      ...CHECKED[name],
    }));
    await db.commit(async (store) => void (await store.insert(table).values(rows)));
  }
}

function sampleOf(column: Column, references: readonly Column[], n: number): unknown {
  if (!column.notNull && n === 2) return null;
  if (column.enumValues) return column.enumValues[n % column.enumValues.length];
  const type = column.getSQLType();
  const driver = type === "integer" ? BigInt(n) : type === "blob" ? Buffer.from([n, 0, 255]) : `"${n}"`;
  const sample = column.mapFromDriverValue(driver);
  if (column.primary || references.includes(column)) return sample;
  if (typeof sample === "bigint") return LARGEST - BigInt(n);
  return typeof sample === "string" ? `${n} 'é' "\\" 🪙` : sample;
}

const run = (onProgress: Parameters<typeof move>[0]["onProgress"] = () => {}) =>
  move({ source: source as Database, target: target as Database, onProgress });

it("moves every row of every table", async () => {
  const moved = await run();
  expect(moved.filter(({ rows }) => rows !== ROWS)).toEqual([]);
  const client = new Client({ connectionString: await taken.url });
  const file = new BetterSqlite3(join(folder, "merit.db"), { readonly: true });
  file.defaultSafeIntegers(true);
  await client.connect();
  for (const { name, columns } of tables) {
    const list = columns.map(([, column]) =>
      column.getSQLType() === "blob" ? `"${column.name}"` : `cast("${column.name}" as text)`,
    );
    const statement = `select ${list.join(", ")} from "${name}"`;
    const byText = (rows: unknown[]) => rows.map((row) => JSON.stringify(row)).toSorted();
    const { rows } = await client.query({ text: statement, rowMode: "array" });
    const kept = file
      .prepare(`${statement}${name === "facts" ? " where name != 'moved_to'" : ""}`)
      .raw()
      .all();
    expect({ name, rows: byText(rows) }).toEqual({ name, rows: byText(kept) });
  }
  await client.end();
  file.close();
});

it("continues after an interruption, with every row once", async () => {
  await fillSubjects(MANY);
  const seen: number[] = [];
  const interrupted = run(({ table, rows }) => {
    if (table !== "contract_event_subjects") return;
    seen.push(rows);
    if (rows > MANY / 2) throw new Error("interrupted");
  });
  await expect(interrupted).rejects.toThrow("interrupted");
  const before = seen.length;
  const moved = await run(({ step, table, rows }) => {
    if (step === "copy" && table === "contract_event_subjects") seen.push(rows);
  });
  expect(moved.map(({ rows, table }) => [table, rows])).toEqual(
    tables.map(({ name }) => [name, name === "contract_event_subjects" ? ROWS + MANY : ROWS]),
  );
  // It didn't begin again.
  expect(seen[before]).toBeGreaterThan(MANY / 2);
  expect(seen.at(-1)).toBe(ROWS + MANY);
});

/** More rows than are copied at once, with a key of several columns. */
async function fillSubjects(count: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, index) => ({
    ...{ kind: "wallet", value: `w${index % 7}`, type: "reward", event_id: `${index}`.padStart(8, "0") },
  }));
  await source?.commit((store) => store.insertEach(contractEventSubjects, rows as never));
}

it("lets nobody use either database meanwhile, and afterwards the new one alone", async () => {
  const asked = async (db: Database | undefined) => db && bindDatabase(db, { passphrase: "network" });
  const interrupted = run(() => {
    throw new Error("interrupted");
  });
  await expect(interrupted).rejects.toThrow("interrupted");
  await expect(asked(source)).rejects.toThrow("set DATABASE_URL");
  await expect(asked(target)).rejects.toThrow("isn't complete: run");
  await run();
  await expect(asked(source)).rejects.toThrow("set DATABASE_URL");
  await asked(target);
  // The way back.
  await undoMove(source as Database, new Date());
  await asked(source);
});

it("moves a merchant whose name is that of a mark", async () => {
  await source?.commit(async (store) => {
    await store.update(merchants).set({ name: MOVED_TO }).where(eq(merchants.id, 1));
    await store.update(merchants).set({ name: MOVED_FROM }).where(eq(merchants.id, ROWS));
  });
  const moved = await run();
  expect(moved.find(({ table }) => table === "merchants")?.rows).toBe(ROWS);
  const names = await target?.read((store) => store.select({ name: merchants.name }).from(merchants).all());
  expect(names?.map(({ name }) => name)).toEqual(expect.arrayContaining([MOVED_TO, MOVED_FROM]));
});

it("lets nobody in after the way back who may have been logged out since", async () => {
  expect(await undoMove(source as Database, new Date())).toBe(false);
  await run();
  expect(await undoMove(source as Database, new Date())).toBe(true);
  const kept = await source?.read(async (store) => ({
    sessions: await store.select({ id: sessions.id }).from(sessions).where(isNull(sessions.revoked_at)).all(),
    links: await store.select().from(oneTimeTokens).all(),
    pages: await store.select().from(browserSessions).all(),
    logged: await store.select().from(auditLog).where(eq(auditLog.action, "database.undo_move")).all(),
  }));
  expect(kept).toMatchObject({ sessions: [], links: [], pages: [], logged: [{ detail: { sessions_ended: 1 } }] });
});

it("refuses a database that has rows of its own", async () => {
  await bindDatabase(target as Database, { passphrase: "network" });
  await expect(run()).rejects.toThrow("isn't empty");
});

it("refuses another database's unfinished move", async () => {
  const interrupted = run(() => {
    throw new Error("interrupted");
  });
  await expect(interrupted).rejects.toThrow("interrupted");
  await undoMove(source as Database, new Date());
  await expect(run()).rejects.toThrow("isn't an earlier try of this move");
});

it.each([
  ["value", { first_name: "another name" }],
  ["reference", { referred_by: null }],
])("finds a row whose %s was changed since it was copied, and opens nothing", async (_, change) => {
  let isChanged = false;
  const changed = run(({ step }) => {
    if (step === "copy" || isChanged) return;
    isChanged = true;
    const client = new BetterSqlite3(join(folder, "merit.db"));
    const [[name, value] = []] = Object.entries(change);
    client.prepare(`update users set ${name} = ? where id = 3`).run(value);
    client.close();
  });
  await expect(changed).rejects.toThrow("rows of users aren't the same");
  await expect(bindDatabase(target as Database, { passphrase: "network" })).rejects.toThrow("isn't complete");
});

it("gives new rows the ids after the moved ones", async () => {
  await run();
  const [known] = (await target?.read((store) => store.select().from(users).all())) ?? [];
  const added = {
    ...(known as (typeof users)["$inferSelect"]),
    id: undefined,
    email: "new@example.org",
    referral_code: "NEW",
  };
  const rows = await target?.commit((store) => store.insert(users).values(added).returning({ id: users.id }));
  expect(rows).toEqual([{ id: ROWS + 1 }]);
});

it("replaces a NUL in a text, also within JSON: PostgreSQL can't store or read it", async () => {
  await source?.commit(async (store) => {
    await store.update(users).set({ first_name: "A\0B" });
    await store.update(contractEvents).set({ data: { list: [{ reason: "A\0B", amount: 1 }] } });
  });
  await run();
  const kept = await target?.read(async (store) => ({
    names: await store.select({ name: users.first_name }).from(users).all(),
    data: await store.select({ data: contractEvents.data }).from(contractEvents).all(),
  }));
  expect(kept).toEqual({
    names: Array(ROWS).fill({ name: "A\uFFFDB" }),
    data: Array(ROWS).fill({ data: { list: [{ reason: "A\uFFFDB", amount: 1 }] } }),
  });
});
