import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import BetterSqlite3 from "better-sqlite3";
import { drizzle } from "drizzle-orm/better-sqlite3";
import { migrate } from "drizzle-orm/better-sqlite3/migrator";
import { afterEach, beforeEach, expect, it } from "vitest";
import { recordSubjects } from "../../ledger/contract-events/subjects.ts";
import { GIVEN_UP } from "../../programmes/campaigns/drafts.ts";
import { knownMigrations } from "./known-migrations.ts";
import { contractEvents } from "./schema/contract-events.ts";
import { openDatabase } from "./sqlite/open.ts";

// A database of every earlier version, with a row in every table, comes to the newest schema with its rows.

const MIGRATIONS = fileURLToPath(new URL("./migrations", import.meta.url));
const versions = knownMigrations().map(({ tag }, index) => [tag, index + 1] as const);

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "merit-upgrade-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

interface Column {
  name: string;
  type: string;
  notnull: number;
  pk: number;
}

type Rows = Record<string, Record<string, unknown>[]>;

/** Values that rules between columns ask for. */
const special: Record<string, number | string | null> = {
  "browser_sessions.api_key_id": null,
  "campaigns.budget": 100,
  "campaigns.next_number": 2,
  "redemptions.kind": "points",
};

/** Tables without those of the migrations themselves, and those of full-text indexes. */
const tablesOf = (client: BetterSqlite3.Database) =>
  (client.pragma("table_list") as { schema: string; name: string; type: string }[])
    .filter(({ schema, name, type }) => schema === "main" && type === "table" && !/^(sqlite_|__)/.test(name))
    .map(({ name }) => name)
    .sort();
const columnsOf = (client: BetterSqlite3.Database, table: string) =>
  client.pragma(`table_info("${table}")`) as Column[];

/** A database as the first `count` migrations make it. */
function older(path: string, count: number): BetterSqlite3.Database {
  const migrations = join(folder, "migrations");
  mkdirSync(join(migrations, "meta"), { recursive: true });
  const journal = JSON.parse(readFileSync(join(MIGRATIONS, "meta/_journal.json"), "utf8"));
  journal.entries = journal.entries.slice(0, count);
  writeFileSync(join(migrations, "meta/_journal.json"), JSON.stringify(journal));
  for (const name of readdirSync(MIGRATIONS).filter((name) => name.endsWith(".sql"))) {
    writeFileSync(join(migrations, name), readFileSync(join(MIGRATIONS, name)));
  }
  const client = new BetterSqlite3(path);
  migrate(drizzle(client), { migrationsFolder: migrations });
  return client;
}

/** A row of every table, each column filled: numbers with 1, which refers to the row of any other table; texts as JSON. */
function fill(client: BetterSqlite3.Database): void {
  client.pragma("foreign_keys = OFF");
  for (const table of tablesOf(client)) {
    const columns = columnsOf(client, table);
    const values = columns.map(({ name, type }) => {
      const key = `${table}.${name}`;
      if (key in special) return special[key];
      return type.toLowerCase() === "integer" ? 1 : JSON.stringify(key);
    });
    const names = columns.map(({ name }) => `"${name}"`).join(", ");
    client.prepare(`insert into "${table}" (${names}) values (${values.map(() => "?").join(", ")})`).run(values);
  }
  expect(client.pragma("foreign_key_check")).toEqual([]);
}

const dump = (client: BetterSqlite3.Database): Rows =>
  Object.fromEntries(
    tablesOf(client).map((table) => [
      table,
      client.prepare(`select * from "${table}"`).all() as Record<string, unknown>[],
    ]),
  );

/** Columns and indexes, in an order of their own: a column that was added later stands last. */
const shapeOf = (client: BetterSqlite3.Database) => ({
  tables: tablesOf(client).map((table) => [
    table,
    columnsOf(client, table)
      .map(({ name, type, notnull, pk }) => `${name} ${type} ${notnull} ${pk}`)
      .sort(),
  ]),
  rest: client.prepare("select type, name, tbl_name from sqlite_master where type <> 'table' order by name").all(),
});

async function freshShape() {
  const path = join(folder, "fresh.db");
  await openDatabase(path).close();
  const client = new BetterSqlite3(path);
  const shape = shapeOf(client);
  client.close();
  return shape;
}

const withDropped = versions.slice(
  0,
  versions.findIndex(([tag]) => tag.endsWith("_given_up_drafts")),
);
it.each(withDropped)("after %s, a draft that was dropped has failed, and says why", async (_, count) => {
  const path = join(folder, "merit.db");
  const old = older(path, count);
  fill(old);
  const updated = old.prepare("select updated_at from campaigns").pluck().get();
  old.exec("update campaigns set status = 'dropped', error_message = null");
  old.close();
  await openDatabase(path).close();
  const client = new BetterSqlite3(path);
  const row = client.prepare("select status, error_message, updated_at from campaigns").get();
  expect(row).toEqual({ status: "failed", error_message: GIVEN_UP, updated_at: updated });
  client.close();
});

const withTasks = versions.slice(
  versions.findIndex(([tag]) => tag.endsWith("_loyalty")),
  versions.findIndex(([tag]) => tag.endsWith("_recurring_jobs")),
);
it.each(withTasks)(
  "after %s, a recurring job is due when it was before, and its last run is known",
  async (_, count) => {
    const path = join(folder, "merit.db");
    const old = older(path, count);
    const run = { progress: "{}", last_started_at: 3, last_finished_at: 4, last_status: "failed", last_result: null };
    const common = { ...run, last_error: "disk full", failures: 2 };
    const insert = (row: object) => {
      const names = Object.keys(row);
      const values = names.map((name) => `@${name}`);
      old.prepare(`insert into scheduled_tasks (${names.join()}) values (${values.join()})`).run(row);
    };
    insert({ name: "prune", schedule: "every 3600 s", next_run_at: 5, ...common });
    insert({ name: "reports", schedule: "every 30 s", next_run_at: 6, lease_owner: "x", lease_until: 7, ...common });
    insert({ name: "backup", schedule: "manual", next_run_at: null, ...common });
    old.close();
    await openDatabase(path).close();
    const client = new BetterSqlite3(path);
    const rows = client.prepare("select * from recurring_jobs order by name").all();
    const schedules = { backup: "manual", prune: "every 3600 s", reports: "every 30 s" };
    expect(rows).toEqual(Object.entries(schedules).map(([name, schedule]) => ({ name, schedule, ...common })));
    const due = client.prepare(
      "select key, run_at, lease_owner, leased_until from jobs where queue = 'recurring' order by key",
    );
    expect(due.all()).toEqual([
      { key: "prune", run_at: 5, lease_owner: null, leased_until: null },
      { key: "reports", run_at: 6, lease_owner: "x", leased_until: 7 },
    ]);
    client.close();
  },
);

it.each([
  ["issuance.held", 5],
  ["issuance.created", null],
])("a reward that was being tried during an update has waited since its event, if it is %s", async (type, since) => {
  const path = join(folder, "merit.db");
  const old = older(
    path,
    versions.findIndex(([tag]) => tag.endsWith("_held_under_way")),
  );
  fill(old);
  old.exec("update reward_issuances set status = 'pending', held_at = null, first_held_at = null");
  old.prepare("update events set type = ?, object_id = '1', created_at = 5").run(type);
  old.close();
  await openDatabase(path).close();
  const client = new BetterSqlite3(path);
  expect(client.prepare("select first_held_at from reward_issuances").pluck().get()).toBe(since);
  client.close();
});

it("items of the redemption contract have the terms and the stock that their events say", async () => {
  const path = join(folder, "merit.db");
  const old = older(
    path,
    versions.findIndex(([tag]) => tag.endsWith("_contract_items")),
  );
  const event = (number: number, type: string, data: object, tx = "tx") =>
    old
      .prepare("insert into contract_events values (?, 'C', 'redemption', ?, 1, 1, ?, ?)")
      .run(String(number).padStart(19, "0"), type, tx, JSON.stringify(data));
  const terms = { item: "7", merchant: "1", active: true, fulfil_within: "60", cancel_within: "5", wallet_limit: 2 };
  event(1, "item_set", { ...terms, price: "10", price_version: 1, wallet_limit: null });
  event(2, "redeem", { item: "7", quantity: 3 });
  event(3, "stock_set", { item: "7", stock: 20 });
  event(4, "item_set", { ...terms, price: "11", price_version: 2 });
  event(5, "redeem", { item: "7", quantity: 4 });
  event(6, "redeem", { item: "7", quantity: 2 });
  event(7, "redemption_cancelled", { reference: "ab" }, "end");
  old.exec(`insert into redemptions (kind, quantity, price_version, status, took_stock, contract_item_id, reference, end_tx_hash,
    created_at, updated_at) values ('on_chain', 4, 2, 'cancelled', 0, '7', 'ab', 'end', 1, 1)`);
  old.close();
  await openDatabase(path).close();
  const client = new BetterSqlite3(path);
  expect(client.prepare("select * from contract_items").all()).toEqual([
    {
      ...{ item: "7", merchant: "1", price: 11, active: 1, fulfil_within: 60, cancel_within: 5, wallet_limit: 2 },
      ...{ price_version: 2, stock: 20 - 4 - 2 + 4 },
    },
  ]);
  client.close();
});

it("contract events are found by the wallets, campaigns and merchants that they are about, as new ones are", async () => {
  const path = join(folder, "merit.db");
  const old = older(
    path,
    versions.findIndex(([tag]) => tag.endsWith("_contract_event_subjects")),
  );
  const [wallet, other, pool] = ["G".repeat(56), `C${"A".repeat(55)}`, `C${"P".repeat(55)}`] as const;
  const event = (id: number, contract: string, type: string, data: unknown) =>
    old
      .prepare("insert into contract_events values (?, ?, ?, ?, 1, 1, 'tx', ?)")
      .run(String(id), contract === "pool" ? pool : contract, contract, type, JSON.stringify(data));
  event(1, "pool", "deposit", { merchant: "3", from: wallet, amount: "5" });
  event(2, "asset", "transfer", { from: pool, to: wallet, amount: "5", asset: `MERIT:${wallet}` });
  event(3, "asset", "transfer", { from: pool, to: other, amount: "5", note: null });
  event(4, "campaign", "reward", { campaign: "7", merchant: "3", paid: "10", payments: [{ number: 1 }] });
  event(5, "asset", "transfer", { from: other, to: wallet, amount: "5" });
  event(6, "referral", "linked", { campaign: "8", merchant: 3, wallet: null });
  event(7, "unknown", "odd", [wallet, null, { merchant: 1 }]);
  old.close();
  const database = openDatabase(path);
  const client = new BetterSqlite3(path);
  const read = () =>
    client.prepare("select * from contract_event_subjects order by kind, value, type, event_id").raw().all();
  const recipients = client.prepare("select recipients from contract_events where id = '4'").pluck();
  const paid = [
    [wallet, "5"],
    [other, "5"],
  ];
  expect(JSON.parse(String(recipients.get()))).toEqual(paid);
  const migrated = read();
  expect(migrated).toEqual([
    ["campaign", "7", "reward", "4"],
    ["merchant", "3", "deposit", "1"],
    ["merchant", "3", "linked", "6"],
    ["merchant", "3", "reward", "4"],
    ["wallet", other, "reward", "4"],
    ["wallet", other, "transfer", "3"],
    ["wallet", other, "transfer", "5"],
    ["wallet", wallet, "deposit", "1"],
    ["wallet", wallet, "odd", "7"],
    ["wallet", wallet, "reward", "4"],
    ["wallet", wallet, "transfer", "2"],
    ["wallet", wallet, "transfer", "5"],
  ]);
  client.exec("delete from contract_event_subjects; update contract_events set recipients = null");
  await database.commit(async (store) => recordSubjects(store, await store.select().from(contractEvents), [pool]));
  expect(read()).toEqual(migrated);
  expect(JSON.parse(String(recipients.get()))).toEqual(paid);
  client.close();
  await database.close();
});

it.each(versions)("after %s, nothing is lost on the way to the newest", async (_, count) => {
  const path = join(folder, "merit.db");
  const old = older(path, count);
  fill(old);
  const before = dump(old);
  old.close();
  expect(Object.keys(before).length).toBeGreaterThan(10);

  await openDatabase(path).close();
  const client = new BetterSqlite3(path);
  const after = dump(client);
  // Older schemas have recurring jobs in one table; each has become a row in each of two tables.
  after.scheduled_tasks = after.recurring_jobs ?? [];
  if (before.scheduled_tasks) after.jobs = after.jobs?.filter(({ queue }) => queue !== "recurring") ?? [];
  for (const [table, rows] of Object.entries(before)) {
    expect(after[table], table).toHaveLength(rows.length);
    const kept = new Set(columnsOf(client, table).map(({ name }) => name));
    for (const row of rows) {
      const known = Object.fromEntries(Object.entries(row).filter(([name]) => kept.has(name)));
      expect(after[table]?.[0], table).toMatchObject(known);
    }
  }
  expect(client.pragma("foreign_key_check")).toEqual([]);
  expect(client.pragma("integrity_check", { simple: true })).toBe("ok");
  expect(shapeOf(client)).toEqual(await freshShape());
  client.close();
});
