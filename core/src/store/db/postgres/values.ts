import { types } from "pg";

// The types of columns.ts take and give SQLite's values: integers are bigints, yes and no are 1 and 0, JSON is text.

const { BOOL, BYTEA, INT2, INT4, INT8, NUMERIC, FLOAT4, FLOAT8 } = types.builtins;

const parsers = new Map<number, (text: string) => unknown>([
  ...[INT2, INT4, INT8].map((type) => [type, BigInt] as const),
  // A sum of integers is one.
  [NUMERIC, (text) => (text.includes(".") ? Number(text) : BigInt(text))],
  ...[FLOAT4, FLOAT8].map((type) => [type, Number] as const),
  [BOOL, (text) => (text === "t" ? 1n : 0n)],
  [BYTEA, types.getTypeParser(BYTEA, "text")],
]);

const asText = (text: string) => text;

export const fromPostgres = { getTypeParser: (type: number) => parsers.get(type) ?? asText };

/** Numbers and yes or no as SQLite keeps them. The driver itself sends a bigint and a Buffer as what they are. */
export const toPostgres = (value: unknown): unknown => (typeof value === "boolean" ? Number(value) : value);
