import { type Column, getTableColumns } from "drizzle-orm";
import { lastCommits, leaders, processes } from "../../store/db/schema/processes.ts";
import type { SQLiteTable } from "../../store/db/store.ts";
import { getTableConfig, schemaTables } from "../../store/db/tables.ts";

/** A table, as a move needs it. Its members are the names of its properties in the schema. */
export interface MovedTable {
  table: SQLiteTable;
  name: string;
  columns: [name: string, column: Column][];
  /** Columns of the primary key, in its order. */
  key: [name: string, column: Column][];
}

/** Tables about running processes, which are not moved. */
const LEFT: SQLiteTable[] = [leaders, processes, lastCommits];

/** The tables to move, each behind those that it refers to. */
export async function movedTables(): Promise<MovedTable[]> {
  const left = (await schemaTables()).filter((table) => !LEFT.includes(table));
  const ordered: SQLiteTable[] = [];
  while (left.length > 0) {
    const next = left.findIndex((table) => targetsOf(table).every((target) => !left.includes(target)));
    if (next < 0) throw new Error("Tables refer to each other in a circle.");
    ordered.push(...left.splice(next, 1));
  }
  return ordered.map(describe);
}

/** A row that refers to one of its own table was made after that one, and is moved after it. */
const targetsOf = (table: SQLiteTable): SQLiteTable[] =>
  getTableConfig(table)
    .foreignKeys.map((key) => key.reference().foreignTable)
    .filter((target) => target !== table);

function describe(table: SQLiteTable): MovedTable {
  const { name, primaryKeys } = getTableConfig(table);
  const columns = Object.entries(getTableColumns(table));
  const named = (wanted: readonly Column[]) =>
    wanted.map((column) => columns.find(([, each]) => each.name === column.name) as [string, Column]);
  const single = columns.filter(([, { primary }]) => primary).map(([, column]) => column);
  return {
    ...{ table, name, columns },
    key: named(primaryKeys[0]?.columns ?? single),
  };
}
