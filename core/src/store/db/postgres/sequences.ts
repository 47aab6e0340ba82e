import { getTableColumns, getTableName, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { newId } from "../dialect.ts";
import type { Store } from "../store.ts";

/** Lets the next row get the id after the greatest one, after rows with ids of their own were inserted. */
export async function continueIds(store: Store, table: SQLiteTable): Promise<void> {
  for (const column of Object.values(getTableColumns(table))) {
    if (column.defaultFn !== newId) continue;
    const sequence = sql`pg_get_serial_sequence(${getTableName(table)}, ${column.name})`;
    await store.run(sql`select setval(${sequence}, coalesce(max(${column}), 0) + 1, false) from ${table}`);
  }
}
