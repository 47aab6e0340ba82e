import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import BetterSqlite3 from "better-sqlite3";
import { Client } from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { TEST_POSTGRES, takeDatabase } from "../../../testing/postgres.ts";
import { openDatabase } from "../sqlite/open.ts";

// Compares the schemas that the migrations make in both databases, read from the databases themselves.

const folder = mkdtempSync(join(tmpdir(), "merit-schema-"));
const database = takeDatabase(process.env[TEST_POSTGRES] as string);
let sqlite: BetterSqlite3.Database;
let postgres: Client;
beforeAll(async () => {
  await openDatabase(join(folder, "merit.db")).close();
  sqlite = new BetterSqlite3(join(folder, "merit.db"), { readonly: true });
  postgres = new Client({ connectionString: await database.url });
  await postgres.connect();
});
afterAll(async () => {
  sqlite.close();
  rmSync(folder, { recursive: true });
  await postgres.end();
  await database.giveBack();
});

/** Full-text search is each database's own. */
const isOurs = (table: unknown) => !/^(sqlite_|__|search_(index|users))/.test(String(table));

/** Rows as texts, in an order of their own. */
const shown = (rows: Record<string, unknown>[]) =>
  rows
    .filter(({ table }) => isOurs(table))
    .map((row) => Object.values(row).join(" "))
    .toSorted();
const both = async (ofSqlite: string, ofPostgres: string) => ({
  sqlite: shown(sqlite.prepare(ofSqlite).all() as Record<string, unknown>[]),
  postgres: shown((await postgres.query(ofPostgres)).rows),
});

it("has the same tables and columns, with the same defaults, and null in the same ones", async () => {
  // One default is SQLite's alone: it asked for one when the column was added to rows, and can't drop it. Nothing uses it.
  const columns = await both(
    `select m.name as "table", c.name, c."notnull" or c.pk > 0, lower(c.type),
       case m.name || '.' || c.name when 'jobs.queued_at' then null else c.dflt_value end
     from sqlite_schema m, pragma_table_info(m.name) c where m.type = 'table'`,
    `select table_name as "table", column_name, case is_nullable when 'NO' then 1 else 0 end,
       case data_type when 'bigint' then 'integer' when 'json' then 'text' when 'bytea' then 'blob' else data_type end,
       split_part(column_default, '::', 1)
     from information_schema.columns where table_schema = 'public'`,
  );
  expect(columns.sqlite.length).toBeGreaterThan(400);
  expect(columns.postgres).toEqual(columns.sqlite);
});

it("sorts and compares all texts by their bytes", async () => {
  const { rows } = await postgres.query(`select table_name as "table", column_name from information_schema.columns
    where table_schema = 'public' and data_type = 'text' and collation_name is distinct from 'C'`);
  expect(shown(rows)).toEqual([]);
});

it("has the same indexes and checks: what they hold, their order, their conditions and expressions", async () => {
  // SQLite's own statements run on empty copies of PostgreSQL's tables, so PostgreSQL itself tells if both mean the same.
  const statements = sqlite
    .prepare(
      `select tbl_name as "table", type, sql from sqlite_schema where type in ('table', 'index') and sql is not null`,
    )
    .all() as { table: string; type: string; sql: string }[];
  const [tables = [], indexes = []] = ["table", "index"].map((type) =>
    statements.filter((each) => each.type === type && isOurs(each.table)),
  );
  const checks = tables.flatMap(({ table, sql }) =>
    sql
      .split("\n")
      .filter((line) => /\bcheck ?\(/i.test(line))
      .map((line) => `alter table "${table}" add ${line.replace(/,$/, "")}`),
  );
  const inPostgres = (sql: string) =>
    sql.replaceAll("`", '"').replaceAll(/"?(\w+)"? ->> '\$\.(\w+)'/g, "($1 ->> '$2')");
  const definitionsIn = async (schema: string) => {
    const { rows } = await postgres.query(
      `select t.relname as "table", regexp_replace(pg_get_indexdef(x.indexrelid), ' ON \\w+\\.', ' ON ')
         from pg_index x join pg_class t on t.oid = x.indrelid where t.relnamespace = ${schema} and not x.indisprimary
       union all select t.relname, c.conname || ' ' || pg_get_constraintdef(c.oid)
         from pg_constraint c join pg_class t on t.oid = c.conrelid where t.relnamespace = ${schema} and c.contype = 'c'`,
    );
    return shown(rows);
  };
  const made = await definitionsIn("'public'::regnamespace");
  await postgres.query("begin");
  try {
    for (const { table } of tables) await postgres.query(`create temporary table "${table}" (like public."${table}")`);
    for (const sql of [...checks, ...indexes.map((each) => each.sql)]) await postgres.query(inPostgres(sql));
    expect(checks.length).toBeGreaterThan(9);
    expect(indexes.length).toBeGreaterThan(80);
    expect(made).toEqual(await definitionsIn("pg_my_temp_schema()"));
  } finally {
    await postgres.query("rollback");
  }
});

it("has the same primary keys and references", async () => {
  const keys = await both(
    `select m.name as "table", 'key' as kind, group_concat(c.name order by c.pk) as columns from sqlite_schema m, pragma_table_info(m.name) c
       where m.type = 'table' and c.pk > 0 group by m.name
     union all select m.name, 'reference', f."from" || ' ' || f."table" || ' ' || lower(f.on_delete)
       from sqlite_schema m, pragma_foreign_key_list(m.name) f where m.type = 'table'`,
    `select t.relname as "table", case c.contype when 'p' then 'key' else 'reference' end as kind,
       (select string_agg(a.attname, ',' order by k.n) from unnest(c.conkey) with ordinality k(number, n)
          join pg_attribute a on a.attrelid = t.oid and a.attnum = k.number)
       || case c.contype when 'f' then ' ' || f.relname || ' ' || case c.confdeltype when 'c' then 'cascade' else 'no action' end else '' end
     from pg_constraint c join pg_class t on t.oid = c.conrelid left join pg_class f on f.oid = c.confrelid
     where c.contype in ('p', 'f') and t.relnamespace = 'public'::regnamespace`,
  );
  expect(keys.sqlite.length).toBeGreaterThan(60);
  expect(keys.postgres).toEqual(keys.sqlite);
});

it.each(["audit_log", "point_transactions"])("%s, which is append-only, can't be emptied", async (table) => {
  await expect(postgres.query(`truncate ${table} cascade`)).rejects.toThrow(`${table} is append-only`);
});
