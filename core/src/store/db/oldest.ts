import { and, asc, type Column, lt, type SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { rowsOf } from "./dialect.ts";
import type { Store } from "./store.ts";
import { keyOf } from "./tables.ts";

/** Rows that one commit deletes: all other commits wait for it. */
export const DELETED_AT_ONCE = 1_000;

/**
 * Deletes some of the rows that are over, the oldest first; call it until it returns 0.
 * @param time has an index
 * @param also has to hold too
 * @returns how many
 */
export async function deleteOldest(
  store: Store,
  time: Column,
  before: Date | number | string,
  also?: SQL,
): Promise<number> {
  const table = time.table as SQLiteTable;
  const key = keyOf(table).map(([, column]) => column);
  const oldest = (fields: Record<string, SQL>) =>
    store
      .select(fields)
      .from(table)
      .where(and(lt(time, before), also))
      .orderBy(asc(time))
      .limit(DELETED_AT_ONCE);
  const keys = oldest(Object.fromEntries(key.map((column) => [column.name, sql`${column}`])));
  const places = oldest({ place: sql`ctid` });
  const { changes } = await store
    .delete(table)
    .where(rowsOf(sql`(${sql.join(key, sql`, `)})`, keys, places))
    .run();
  return changes;
}
