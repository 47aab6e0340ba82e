import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import BetterSqlite3 from "better-sqlite3";
import { openDatabase } from "../../store/db/sqlite/open.ts";
import type { Plan } from "./refused.ts";
import { entriesOf, hasFew, type Table, tablesInSize } from "./tables.ts";

/** Plans by which SQLite carries out statements on tables with many rows, as far as its statistics say. */
export async function plansOnSqlite(statements: readonly string[]): Promise<Plan[]> {
  const folder = mkdtempSync(join(tmpdir(), "merit-plans-"));
  try {
    const path = join(folder, "merit.db");
    await openDatabase(path).close();
    const tables = await tablesInSize();
    writeStatistics(path, tables);
    const client = new BetterSqlite3(path, { readonly: true });
    try {
      return statements.map((statement) => planOf(client, statement, tables));
    } finally {
      client.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function writeStatistics(path: string, tables: readonly Table[]): void {
  const client = new BetterSqlite3(path);
  client.exec("analyze");
  const insert = client.prepare("insert into sqlite_stat1 (tbl, idx, stat) values (?, ?, ?)");
  const indexesOf = client.prepare<[string], { name: string; unique: number }>(
    'select name, "unique" from pragma_index_list(?)',
  );
  const partsOf = client.prepare<[string], { name: string | null }>(
    "select name from pragma_index_info(?) order by seqno",
  );
  for (const { name: table, rows, columns } of tables) {
    if (columns.length === 0) continue;
    insert.run(table, null, String(rows));
    for (const { name: index, unique } of indexesOf.all(table)) {
      const entries = entriesOf(index, rows);
      const parts = partsOf.all(index);
      // How many rows have the same values in the first part, in the first two, and so on.
      let alike = entries;
      const stat = parts.map(({ name }, at) => {
        const isKey = unique === 1 && at === parts.length - 1;
        const { distinct } = columns.find((column) => column.name === name) ?? { distinct: rows / 10 };
        alike = isKey ? 1 : Math.max(1, Math.ceil(alike / distinct));
        return alike;
      });
      insert.run(table, index, [entries, ...stat].join(" "));
    }
  }
  client.close();
}

function planOf(client: BetterSqlite3.Database, statement: string, tables: readonly Table[]): Plan {
  const explained = client.prepare<unknown[], { detail: string }>(`explain query plan ${statement}`);
  const values = Array.from(statement.matchAll(/\?/g), () => null);
  const steps = explained.all(...values).map(({ detail }) => detail);
  // The others are of PostgreSQL, or virtual ones.
  const own = tables.filter(({ columns }) => columns.length > 0);
  const named = new Map(own.map(({ name }) => [name, name]));
  for (const [, table = "", alias = ""] of statement.matchAll(/(?:from|join|,) "?(\w+)"? (?:as )?"?(\w+)"?/g))
    if (named.has(table) && !named.has(alias)) named.set(alias, table);
  const scanned = steps.flatMap((step) => {
    const [, alias = "", index = ""] = /^SCAN (\w+)(?: USING (?:COVERING )?INDEX (\w+))?/.exec(step) ?? [];
    const table = named.get(alias);
    if (table === undefined || hasFew(index) || isPage(statement, table)) return [];
    // SQLite lists the children of a new parent, which it has no need to look at: a constraint holds at the end of a statement.
    const isChild = /^insert/i.test(statement) && !new RegExp(`(from|join) "${table}"`).test(statement);
    return isChild ? [] : [table];
  });
  return { statement, steps, scanned };
}

/** True for a page of a table, in the order of its key. */
const isPage = (statement: string, table: string) =>
  new RegExp(`from "${table}" order by ("${table}"\\.)?"?\\w+"?( asc| desc)? limit`).test(statement);
