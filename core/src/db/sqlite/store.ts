import type BetterSqlite3 from "better-sqlite3";
import { drizzle } from "drizzle-orm/sqlite-proxy";
import type { Store } from "../store.ts";

/** How many statements a connection keeps prepared; the oldest goes first. Lists of ids make many. */
const MAX_PREPARED = 1_000;

/** A store on `client`. @param check runs before each statement, and may refuse it */
export function createStore(client: BetterSqlite3.Database, check: () => void = () => {}): Store {
  const statements = new Map<string, BetterSqlite3.Statement<unknown[]>>();
  const prepare = (text: string) => {
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
  // Drizzle's type leaves out `changes`, which `run` passes on.
  return store as unknown as Store;
}
