import type BetterSqlite3 from "better-sqlite3";
import { type Column, getTableColumns, getTableName } from "drizzle-orm";
import { drizzle } from "drizzle-orm/sqlite-proxy";
import type { Topic } from "../../../base/wake.ts";
import { tell } from "../statements.ts";
import type { Store } from "../store.ts";

/** How many statements a connection keeps prepared; the oldest goes first. Lists of ids make many. */
const MAX_PREPARED = 1_000;

interface Hooks {
  /** Runs before each statement, and may refuse it. */
  check(): void;
  notify(topic: Topic): void;
}

const forReads: Hooks = {
  check() {},
  notify() {
    throw new Error("A read notifies nobody: only a commit does.");
  },
};

export function createStore(client: BetterSqlite3.Database, { check, notify } = forReads): Store {
  const statements = new Map<string, BetterSqlite3.Statement<unknown[]>>();
  const prepare = (text: string) => {
    tell("sqlite", text);
    const known = statements.get(text);
    if (known) return known;
    const statement = client.prepare<unknown[]>(text);
    // Drizzle takes rows as arrays.
    if (statement.reader) statement.raw();
    const [oldest] = statements.keys();
    if (oldest !== undefined && statements.size >= MAX_PREPARED) statements.delete(oldest);
    statements.set(text, statement);
    return statement;
  };
  const store = drizzle(async (text, values, method) => {
    check();
    const statement = prepare(text);
    if (method === "run") return { rows: [], changes: statement.run(...values).changes };
    return { rows: (method === "get" ? statement.get(...values) : statement.all(...values)) as unknown[] };
  });
  const own: Pick<Store, "notify" | "insertEach"> = {
    async notify(topic) {
      check();
      notify(topic);
    },
    async insertEach(table, rows) {
      check();
      const columns = Object.entries(getTableColumns(table)) as [keyof (typeof rows)[number], Column][];
      const names = columns.map(([, { name }]) => `"${name}"`);
      const places = names.map(() => "?");
      const statement = prepare(
        `insert into "${getTableName(table)}" (${names}) values (${places}) on conflict do nothing`,
      );
      return rows.map((row) => {
        const values = columns.map(([name, column]) =>
          row[name] === null ? null : column.mapToDriverValue(row[name]),
        );
        return statement.run(...values).changes > 0;
      });
    },
  };
  // Drizzle's type leaves out `changes`, which `run` passes on.
  return Object.assign(store, own) as unknown as Store;
}
