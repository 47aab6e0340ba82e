import type BetterSqlite3 from "better-sqlite3";
import { Column, is, Param, Placeholder, SQL } from "drizzle-orm";

type Values = Record<string, unknown>;
type Row = Record<string, unknown>;

/** What drizzle 0.45's prepared query holds, as far as it is used here. */
interface PreparedQuery {
  stmt: BetterSqlite3.Statement;
  query: { params: unknown[] };
  fields?: { path: string[]; field: unknown }[];
  all(values?: Values): unknown[];
  get(values?: Values): unknown;
}

interface Decoder {
  mapFromDriverValue(value: unknown): unknown;
}

/** One of a row; `convert` is null where the value is taken as it comes. */
interface Result {
  name: string;
  convert: ((value: unknown) => unknown) | null;
}

/**
 * A prepared query of drizzle that converts values and rows as drizzle does, but works out once how: at each call that costs more than
 * the rows of a page do. Queries whose rows are nested (joins) stay as they are.
 */
export function planned<Query>(prepared: Query): Query {
  const query = prepared as PreparedQuery;
  const results = resultsOf(query);
  if (results === undefined) return prepared;
  const bindings = query.query.params.map(bindingOf);
  const bind = (values: Values = {}) => bindings.map((binding) => binding(values));
  const rowOf = (values: unknown[]) => readRow(results, values);
  // Drizzle reads rows as arrays, too.
  const statement = query.stmt.raw();
  query.all = (values) => (statement.all(...bind(values)) as unknown[][]).map(rowOf);
  query.get = (values) => {
    const row = statement.get(...bind(values)) as unknown[] | undefined;
    return row && rowOf(row);
  };
  return prepared;
}

function readRow(results: Result[], values: unknown[]): Row {
  const row: Row = {};
  let index = 0;
  for (const { name, convert } of results) {
    const value = values[index++];
    row[name] = value === null || convert === null ? value : convert(value);
  }
  return row;
}

/** Undefined for a query without rows, or with nested ones. */
function resultsOf({ fields }: PreparedQuery): Result[] | undefined {
  const results: Result[] = [];
  for (const { path, field } of fields ?? []) {
    const [name, ...nested] = path;
    const decoder = decoderOf(field);
    if (name === undefined || nested.length > 0 || decoder === undefined) return undefined;
    const isTaken = decoder.mapFromDriverValue === Column.prototype.mapFromDriverValue;
    results.push({ name, convert: isTaken ? null : decoder.mapFromDriverValue.bind(decoder) });
  }
  return fields && results;
}

function decoderOf(field: unknown): Decoder | undefined {
  if (is(field, Column)) return field;
  const expression = is(field, SQL.Aliased) ? field.sql : field;
  return is(expression, SQL) ? (expression as unknown as { decoder: Decoder }).decoder : undefined;
}

function bindingOf(param: unknown): (values: Values) => unknown {
  if (is(param, Placeholder)) return (values) => given(values, param.name);
  if (is(param, Param) && is(param.value, Placeholder)) {
    const { encoder, value } = param;
    return (values) => encoder.mapToDriverValue(given(values, value.name));
  }
  return () => param;
}

function given(values: Values, name: string): unknown {
  if (!(name in values)) throw new Error(`no value for the placeholder "${name}"`);
  return values[name];
}
