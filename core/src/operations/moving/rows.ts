import { asc, type Column, desc, Param, sql } from "drizzle-orm";
import { storable } from "../../base/text.ts";
import type { Store } from "../../store/db/store.ts";
import type { MovedTable } from "./tables.ts";

/** A row as the schema gives it; its type is unknown, since it is of any table. */
export type Row = Record<string, unknown>;

/** Rows of one statement: PostgreSQL takes at most 65,535 values. */
const PAGE_ROWS = 500;

/** Rows in the order of the primary key, behind `after`, or from the first one on. */
export function readPage(store: Store, { table, key }: MovedTable, after: Row | undefined): Promise<Row[]> {
  const list = (each: (name: string, column: Column) => unknown) =>
    sql.join(
      key.map(([name, column]) => sql`${each(name, column)}`),
      sql`, `,
    );
  return store
    .select()
    .from(table)
    .where(after && sql`(${list((_, column) => column)}) > (${list((name, column) => new Param(after[name], column))})`)
    .orderBy(...key.map(([, column]) => asc(column)))
    .limit(PAGE_ROWS)
    .all();
}

/** The row with the greatest key. */
export function lastRow(store: Store, { table, key }: MovedTable): Promise<Row | undefined> {
  return store
    .select()
    .from(table)
    .orderBy(...key.map(([, column]) => desc(column)))
    .limit(1)
    .get();
}

export async function countRows(store: Store, { table }: MovedTable): Promise<number> {
  const found = await store.select({ rows: sql<bigint>`count(*)` }).from(table).get();
  return Number(found?.rows);
}

/** A row with texts that PostgreSQL can store: texts of others may have a NUL, from before it was refused. */
export const storableRow = (row: Row): Row => storableValue(row) as Row;

/** Makes texts storable, also within JSON, where PostgreSQL could not read them either. */
function storableValue(value: unknown): unknown {
  if (typeof value === "string") return storable(value);
  if (Array.isArray(value)) return value.map(storableValue);
  if (Object.prototype.toString.call(value) !== "[object Object]") return value;
  return Object.fromEntries(Object.entries(value as object).map(([name, each]) => [name, storableValue(each)]));
}

/** Values that PostgreSQL keeps of a row, in the order of the columns. */
export const kept = ({ columns }: MovedTable, row: Row): unknown[] => {
  const values = storableRow(row);
  return columns.map(([name, column]) => (values[name] === null ? null : column.mapToDriverValue(values[name])));
};
