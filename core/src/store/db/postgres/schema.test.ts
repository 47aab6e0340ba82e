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

it("has the same tables and columns, and null in the same ones", async () => {
  const columns = await both(
    `select m.name as "table", c.name, c."notnull" or c.pk > 0, lower(c.type) from sqlite_schema m, pragma_table_info(m.name) c where m.type = 'table'`,
    `select table_name as "table", column_name, case is_nullable when 'NO' then 1 else 0 end,
       case data_type when 'bigint' then 'integer' when 'json' then 'text' when 'bytea' then 'blob' else data_type end
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

it("has the same indexes: unique and partial ones, and those of expressions", async () => {
  const indexes = await both(
    `select m.name as "table", i.name, i."unique", i.partial, group_concat(coalesce(c.name, 'expression') order by c.seqno)
     from sqlite_schema m, pragma_index_list(m.name) i, pragma_index_xinfo(i.name) c
     where m.type = 'table' and i.origin = 'c' and c.key group by m.name, i.name`,
    `select t.relname as "table", i.relname, x.indisunique::int, (x.indpred is not null)::int,
       string_agg(coalesce(a.attname, 'expression'), ',' order by k.n)
     from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
       cross join unnest(x.indkey) with ordinality k(column_number, n)
       left join pg_attribute a on a.attrelid = t.oid and a.attnum = k.column_number and k.column_number > 0
     where t.relnamespace = 'public'::regnamespace and not x.indisprimary group by 1, 2, 3, 4`,
  );
  expect(indexes.sqlite.length).toBeGreaterThan(80);
  expect(indexes.postgres).toEqual(indexes.sqlite);
});

it("has the same primary keys, references and checks", async () => {
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
  const checks = (name: string) => name.toLowerCase();
  const inSqlite = [
    ...(sqlite.prepare("select group_concat(sql) from sqlite_schema").pluck().get() as string).matchAll(
      /constraint\W+(\w+)\W+check/gi,
    ),
  ];
  const { rows } = await postgres.query(
    "select conname from pg_constraint where contype = 'c' and connamespace = 'public'::regnamespace",
  );
  expect(rows.map(({ conname }) => checks(conname)).toSorted()).toEqual(
    inSqlite.map(([, name]) => checks(name as string)).toSorted(),
  );
});

it.each(["audit_log", "point_transactions"])("%s, which is append-only, can't be emptied", async (table) => {
  await expect(postgres.query(`truncate ${table} cascade`)).rejects.toThrow(`${table} is append-only`);
});
