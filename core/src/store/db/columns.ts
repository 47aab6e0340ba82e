import { type Column, getTableColumns } from "drizzle-orm";
import { customType, type SQLiteTable } from "drizzle-orm/sqlite-core";
import { newId } from "./dialect.ts";

// The connection runs with `safeIntegers`: every INTEGER arrives as a bigint, and these types decide what it becomes.
// Prepared statements hand null to `toDriver` too, hence `orNull`.

const orNull =
  <T, D>(encode: (value: T) => D) =>
  (value: T): D =>
    value === null ? (null as D) : encode(value);

/** Row id or small count; refuses what a double can't hold exactly. */
export const int = customType<{ data: number; driverData: bigint | number }>({
  dataType: () => "integer",
  toDriver: orNull((value) => BigInt(value)),
  fromDriver: (value) => {
    const number = Number(value);
    if (!Number.isSafeInteger(number)) throw new RangeError(`integer column out of range: ${value}`);
    return number;
  },
});

/** Primary key, which the database numbers. */
export const id = () => int("id").primaryKey().$defaultFn(newId);

/** Yes or no, kept as 1 or 0. */
export const flag = customType<{ data: boolean; driverData: bigint }>({
  dataType: () => "integer",
  toDriver: orNull((value) => (value ? 1n : 0n)),
  fromDriver: (value) => BigInt(value) === 1n,
});

/** Token amount in stroops (1 token = 10,000,000 stroops), at most i64. */
export const stroops = customType<{ data: bigint; driverData: bigint }>({
  dataType: () => "integer",
  toDriver: (value) => value,
  fromDriver: (value) => BigInt(value),
});

/** Point in time, kept as Unix milliseconds. */
export const instant = customType<{ data: Date; driverData: bigint | number }>({
  dataType: () => "integer",
  toDriver: orNull((value) => BigInt(value.getTime())),
  fromDriver: (value) => new Date(Number(value)),
});

/** JSON value kept as text. */
export const json = customType<{ data: unknown; driverData: string }>({
  dataType: () => "text",
  toDriver: (value) => JSON.stringify(value),
  fromDriver: (value) => JSON.parse(value),
});

/** Rows for `insertedFrom` of dialect.ts, as JSON. An `id` of null is numbered by the database. */
export function asRows<Table extends SQLiteTable>(
  table: Table,
  rows: readonly { [Name in keyof Table["$inferSelect"]]: Table["$inferSelect"][Name] | null }[],
): string {
  const columns = Object.entries(getTableColumns(table)) as [keyof Table["$inferSelect"], Column][];
  const encode = (value: unknown, column: Column) => {
    const encoded = value === null ? null : column.mapToDriverValue(value);
    // JSON has no such integers; the column's type makes one of the text again.
    return typeof encoded === "bigint" ? String(encoded) : encoded;
  };
  return JSON.stringify(rows.map((row) => columns.map(([name, column]) => encode(row[name], column))));
}
