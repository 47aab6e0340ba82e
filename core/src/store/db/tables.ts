import { readdirSync } from "node:fs";
import { getTableColumns, is } from "drizzle-orm";
import { getTableConfig, type SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";

export { getTableConfig };

/** Every table of the schema. */
export async function schemaTables(): Promise<SQLiteTable[]> {
  const folder = new URL("./schema/", import.meta.url);
  const files = await Promise.all(readdirSync(folder).map((name) => import(new URL(name, folder).href)));
  return files.flatMap((file) => Object.values(file)).filter((value) => is(value, SQLiteTable));
}

/** The columns of its primary key, with their names in the schema. */
export function keyOf(table: SQLiteTable): [name: string, column: SQLiteColumn][] {
  const [composed] = getTableConfig(table).primaryKeys;
  return Object.entries(getTableColumns(table)).filter(
    ([, column]) => column.primary || composed?.columns.some(({ name }) => name === column.name),
  ) as [string, SQLiteColumn][];
}
