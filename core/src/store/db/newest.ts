import { and, type Column, desc, eq, getTableColumns, lt, type SQL } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { PageRequest } from "../../base/page.ts";
import type { Store } from "./store.ts";

type Fields<Row> = { [Name in keyof Row]?: NonNullable<Row[Name]> | undefined };

/** A page of a table's rows, newest first. @param fields values that they have; undefined: any @param also has to hold too */
export async function newest<Table extends SQLiteTable & { id: Column }>(
  store: Store,
  table: Table,
  page: PageRequest,
  fields: Fields<Table["$inferSelect"]> = {},
  ...also: (SQL | undefined)[]
): Promise<Table["$inferSelect"][]> {
  const columns: Record<string, Column> = getTableColumns(table);
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return store
    .select()
    .from(table as SQLiteTable)
    .where(and(...given.map(([name, value]) => eq(columns[name] as Column, value)), ...also, isOlder(table.id, page)))
    .orderBy(desc(table.id))
    .limit(page.limit);
}

/** Condition of the rows of a page. */
export const isOlder = (id: Column, { before }: PageRequest): SQL | undefined =>
  before === undefined ? undefined : lt(id, before);
