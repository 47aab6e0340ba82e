import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { SQLiteRemoteSession, SqliteRemoteDatabase } from "drizzle-orm/sqlite-proxy";
import type { QueryArrayResult } from "pg";
import type { Topic } from "../../../base/wake.ts";
import { asRows } from "../columns.ts";
import { insertedFrom } from "../dialect.ts";
import { tell } from "../statements.ts";
import type { Store } from "../store.ts";
import { keyOf } from "../tables.ts";
import { PostgresDialect } from "./text.ts";
import { toPostgres } from "./values.ts";

/** How many statements a connection keeps prepared; the others are prepared at each call. Lists of ids make many. */
const MAX_PREPARED = 1_000;

interface Hooks {
  run(statement: { name?: string; text: string; values: unknown[]; rowMode: "array" }): Promise<QueryArrayResult>;
  notify(topic: Topic): void;
}

export function createStore({ run, notify }: Hooks): Store {
  const names = new Map<string, string>();
  const nameOf = (text: string) => {
    tell("postgres", text);
    const known = names.get(text);
    if (known !== undefined || names.size >= MAX_PREPARED) return known;
    const name = `s${names.size}`;
    names.set(text, name);
    return name;
  };
  const dialect = new PostgresDialect();
  const session = new SQLiteRemoteSession(
    async (text, values, method) => {
      const name = nameOf(text);
      const statement = { text, values: values.map(toPostgres), rowMode: "array" as const };
      const { rows, rowCount } = await run(name === undefined ? statement : { name, ...statement });
      if (method === "run") return { rows: [], changes: rowCount };
      return { rows: method === "get" ? (rows[0] as unknown[]) : rows };
    },
    dialect,
    undefined,
  );
  const database = new SqliteRemoteDatabase("async", dialect, session, undefined);
  // Drizzle's type leaves out `changes`, which `run` passes on.
  const store = Object.assign(database, {
    async notify(topic: Topic) {
      notify(topic);
    },
    insertEach: (table: SQLiteTable, rows: readonly Record<string, unknown>[]) => insertEach(store, table, rows),
  }) as unknown as Store;
  return store;
}

/** Inserts all rows in one statement. */
async function insertEach(
  store: Store,
  table: SQLiteTable,
  rows: readonly Record<string, unknown>[],
): Promise<boolean[]> {
  const key = keyOf(table);
  const inserted = await store
    .insert(table)
    .select(insertedFrom(table, "rows"))
    .onConflictDoNothing()
    .returning(Object.fromEntries(key))
    .all({ rows: asRows(table, rows as never) });
  const nameOf = (row: Record<string, unknown>) => JSON.stringify(key.map(([name]) => String(row[name])));
  // Among rows with the same key, the first was inserted.
  const left = new Set(inserted.map(nameOf));
  return rows.map((row) => left.delete(nameOf(row)));
}
