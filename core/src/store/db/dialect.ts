import {
  type Column,
  eq,
  getTableColumns,
  getTableName,
  is,
  Param,
  type Placeholder,
  type SQL,
  type SQLWrapper,
  sql,
} from "drizzle-orm";
import { SQLiteCustomColumn, type SQLiteTable } from "drizzle-orm/sqlite-core";
import { codesOf, Problem } from "../../base/errors.ts";
import { facts } from "./schema/facts.ts";
import type { Store } from "./store.ts";
import { writeFact } from "./write-fact.ts";

// All SQL that differs between databases. Everything else in a statement is drizzle's, or SQL that SQLite and PostgreSQL both read.

export type Engine = "sqlite" | "postgres";

let engine: Engine = "sqlite";

/** Builds the text of a statement for a database. Drizzle builds it without awaiting anything, so no other one comes in between. */
export function buildFor<Text>(built: Engine, build: () => Text): Text {
  const outer = engine;
  engine = built;
  try {
    return build();
  } finally {
    engine = outer;
  }
}

/** SQL that each database reads in a form of its own. */
const either = (sqlite: SQL, postgres: SQL): SQL =>
  sql`${{ getSQL: () => (engine === "sqlite" ? sqlite : postgres), shouldOmitSQLParens: () => true }}`;

/** The type that PostgreSQL gives to a column (postgres/mirror.ts makes the tables by it). Only columns of our own have JSON in text. */
export const postgresType = (column: Column): "bigint" | "bytea" | "json" | "text" => {
  const type = column.getSQLType();
  if (type === "integer") return "bigint";
  if (type === "blob") return "bytea";
  return is(column, SQLiteCustomColumn) ? "json" : "text";
};

const typed = (expression: SQL, column: Column): SQL => sql`(${expression})::${sql.raw(postgresType(column))}`;

/** Id of a new row that the database numbers itself. */
export const newId = (): SQL => either(sql`null`, sql`default`);

/** The time of the database's own clock, for an `instant`. */
export const databaseTime = (): SQL =>
  either(sql`cast(unixepoch('subsec') * 1000 as integer)`, sql`(extract(epoch from clock_timestamp()) * 1000)::bigint`);

/**
 * Names the database as it is: after a restart of its server, on another server, put back to an earlier time, or with tables that were
 * restored, it has another name. A file belongs to one process, which looks at it when it starts.
 */
export const databaseState = (): SQL<string> =>
  either(
    sql`'file'`,
    sql`concat_ws('/', (select system_identifier from pg_control_system()), left(pg_walfile_name(pg_current_wal_lsn()), 8),
      (select oid from pg_database where datname = current_database()), to_regclass('facts')::oid,
      extract(epoch from pg_postmaster_start_time()))`,
  ) as SQL<string>;

/** Bytes of the database on its server's disk; null for a file, whose size the file system knows. */
export const databaseBytes = (): SQL<number> =>
  either(sql`null`, sql`pg_database_size(current_database())`).mapWith(Number) as SQL<number>;

const IDS_FROM = "ids_from";

/** Id of a new row, where an id that was given before a restore must not be given again. */
export const nextId = (table: SQLiteTable): SQL<number> => sql`(
  select ${greatest(
    sql`coalesce((select max(id) from ${table}), 0) + 1`,
    sql`coalesce((select cast(value as ${either(sql`integer`, sql`bigint`)}) from ${facts} where name = ${IDS_FROM}), 0)`,
  )}
)`;

/** Least id of new rows, whatever the table has; 0 if no ids were skipped. */
export async function leastId(store: Store): Promise<number> {
  const fact = await store.select().from(facts).where(eq(facts.name, IDS_FROM)).get();
  return Number(fact?.value ?? 0);
}

/** Ids that are skipped at least, should the clock not have moved on: more than a worker looks up (payouts/batches/open.ts). */
const SKIPPED = 1_000;

/**
 * After a restore: ids that were given since the backup are known to merchants, and on the ledger they have balances. From now on
 * ids begin with the time in milliseconds, beyond those of every restore before: no table grows by a thousand rows a second for long.
 */
export async function skipIds(store: Store, now: Date): Promise<void> {
  await writeFact(store, IDS_FROM, String(Math.max(now.getTime(), (await leastId(store)) + SKIPPED)));
}

const plus = (expression: SQL): SQL => either(sql`+${expression}`, expression);

/**
 * Placeholder `name` in a condition, converted like `column` (a bare placeholder would skip the conversion). The plus changes no
 * value; it keeps SQLite's planner (STAT4) from looking at it, which would prepare the statement anew at every call: up to 30 µs.
 */
export function value(column: Column, name: string): SQL {
  return plus(sql`${new Param(sql.placeholder(name), column)}`);
}

/** The column equals the placeholder of its own name, as {@link value} writes it. */
export const isGiven = (column: Column): SQL => eq(column, value(column, column.name));

/** Placeholder `name` for how many rows there may be, or how many are left out; its plus is that of {@link value}. */
export function rowCount(name: string): Placeholder {
  // Drizzle's types know a bare placeholder only.
  return plus(sql`${sql.placeholder(name)}`) as unknown as Placeholder;
}

/** As {@link rowCount}, for rows that {@link isSelected} selects: rows that another transaction has locked are passed over, not waited for. */
export const freeRowCount = (name: string): Placeholder =>
  sql`${rowCount(name)}${either(sql``, sql` for update skip locked`)}` as unknown as Placeholder;

/**
 * True for rows whose `column` is among those that `rows` selects. PostgreSQL may run a subquery behind `in` once for each row that it
 * compares, and each run passes over what the update has changed by then: more rows than the limit. An array it selects once.
 */
export const isSelected = (column: Column, rows: SQLWrapper): SQL =>
  either(sql`${column} in ${rows}`, sql`${column} = any(array${rows})`);

/** `column` in a condition that shall use no index, if so: another one of the statement is the better one. */
export const unindexed = (column: Column, isSo = true): SQL => (isSo ? plus(sql`${column}`) : sql`${column}`);

/** Names the index by which to read the table before it, where SQLite's planner would choose another one. */
export const indexedBy = (index: string): SQL => either(sql`indexed by ${sql.identifier(index)}`, sql``);

/** The greater one of two values. */
export const greatest = (a: SQLWrapper, b: SQLWrapper | number): SQL =>
  either(sql`max(${a}, ${b})`, sql`greatest(${a}, ${b})`);

/** The lesser one of two values. */
export const least = (a: SQLWrapper, b: SQLWrapper | number): SQL =>
  either(sql`min(${a}, ${b})`, sql`least(${a}, ${b})`);

/** True if a text, or the text of JSON, contains another one. */
export const contains = (text: SQLWrapper, part: SQLWrapper | string): SQL =>
  either(sql`instr(${text}, ${part}) > 0`, sql`strpos((${text})::text, ${part}) > 0`);

/**
 * The rows of a full-text index that the placeholder `query` (see `ftsQuery`) finds, for `from`, and their score: lower is better.
 * @param weights of its columns; PostgreSQL's has them in A, B and C
 */
export function fullText(index: string, query: string, weights: readonly [number, number, number]) {
  const name = sql.identifier(index);
  const asked = sql.placeholder(query);
  const [a, b, c] = weights.map((weight) => weight / weights[0]);
  return {
    rows: either(sql`${name}(${asked})`, sql`${name} join search_query(${asked}) as query on words @@ query`),
    score: either(
      sql`bm25(${name}, ${sql.raw(weights.join())})`,
      sql`-ts_rank(${sql.raw(`'{0, ${c}, ${b}, ${a}}'`)}, words, query)`,
    ),
  };
}

/** A member of a JSON object. */
export const field = (object: SQLWrapper, name: string): SQL =>
  either(sql`${object} ->> ${sql.raw(`'$.${name}'`)}`, sql`${object} ->> ${sql.raw(`'${name}'`)}`);

/** An element of a JSON array. */
export const element = (array: SQLWrapper, index: number): SQL => sql`${array} ->> ${sql.raw(String(index))}`;

/** Rows, in `from`, of a JSON array, or of the array that is a member of a JSON object; each has its element as `value`. */
export const elementsOf = (json: SQLWrapper, name?: string): SQL =>
  name === undefined
    ? either(sql`json_each(${json})`, sql`json_array_elements(${json})`)
    : either(
        sql`json_each(${json}, ${sql.raw(`'$.${name}'`)})`,
        sql`json_array_elements(${json} -> ${sql.raw(`'${name}'`)})`,
      );

/** An aggregate, as JSON: a list of these values of each row, in the order of `by`. Reading a row of each costs far more. */
export const rowsAsJson = (by: SQLWrapper, ...values: SQLWrapper[]): SQL<string> => {
  const list = sql.join(values, sql`, `);
  return either(
    sql`json_group_array(json_array(${list}) order by ${by})`,
    sql`coalesce(json_agg(json_build_array(${list}) order by ${by}), '[]')`,
  ) as SQL<string>;
};

/** The placeholder `name`, a list as JSON, behind `column in`: the statement is the same for any number of values. */
export const listed = (name: string, column?: Column): SQL => {
  const list = sql.placeholder(name);
  const value = column ? typed(sql`value`, column) : sql`value`;
  return either(
    sql`(select value from json_each(${list}))`,
    sql`(select ${value} from json_array_elements_text(${list}))`,
  );
};

/** As {@link listed}, behind `(a, b) in`: a list of lists as JSON. */
export const listedPairs = (name: string, a: Column, b: Column): SQL => {
  const list = sql.placeholder(name);
  return either(
    sql`(select value ->> 0, value ->> 1 from jsonb_each(${list}))`,
    sql`(select ${typed(sql`value ->> 0`, a)}, ${typed(sql`value ->> 1`, b)} from json_array_elements(${list}))`,
  );
};

/**
 * For a `delete`: the rows whose `key` is among `keys`, or on PostgreSQL whose place (ctid) is among `places`. There, a subquery would be
 * compared row by row while the statistics say that the table is small, as it was before.
 */
export const rowsOf = (key: SQL, keys: SQLWrapper, places: SQLWrapper): SQL =>
  either(sql`${key} in (${keys})`, sql`ctid = any(array(${places}))`);

/** For `insert(table).select()`: the rows of the placeholder `name`, written by `asRows` of columns.ts. */
export const insertedFrom = (table: SQLiteTable, name: string): SQL => {
  const columns = Object.values(getTableColumns(table));
  const members = columns.map((_, index) => sql.raw(`value ->> ${index}`));
  const values = columns.map((column, index) => {
    const value = typed(members[index] as SQL, column);
    if (column.defaultFn !== newId) return value;
    const sequence = sql.raw(`'${getTableName(table)}', '${column.name}'`);
    return sql`coalesce(${value}, nextval(pg_get_serial_sequence(${sequence})))`;
  });
  const list = sql.placeholder(name);
  // Without a condition, SQLite would take an `on conflict` that follows for the condition of a join.
  return either(
    sql`select ${sql.join(members, sql`, `)} from jsonb_each(${list}) where true`,
    sql`select ${sql.join(values, sql`, `)} from json_array_elements(${list})`,
  );
};

/** Error codes of a statement that was refused because another row has the same unique value. */
const TAKEN = ["SQLITE_CONSTRAINT_UNIQUE", "23505"];

/** Runs one write; null if it was refused because another row has the same unique value. The unit may continue. */
export function unlessTaken<Result>(store: Store, write: () => Promise<Result>): Promise<Result | null> {
  return undoneIf(store, write, (error) => {
    if (codesOf(error).some((code) => TAKEN.includes(code))) return null;
    throw error;
  });
}

/**
 * Runs a part of a unit of work. If it throws a Problem, only this part is undone, and the unit may continue with the Problem as
 * the result; any other error is thrown, to undo the whole unit.
 */
export function undoneIfRefused<Result>(store: Store, part: () => Promise<Result>): Promise<Result | Problem> {
  return undoneIf(store, part, (error) => {
    if (error instanceof Problem) return error;
    throw error;
  });
}

/** @param otherwise gives the result in place of a part that threw and was undone, or throws, to undo the whole unit */
async function undoneIf<Result, Other>(
  store: Store,
  part: () => Promise<Result>,
  otherwise: (error: unknown) => Other,
): Promise<Result | Other> {
  await store.run(sql`savepoint part`);
  let result: Result | Other;
  try {
    result = await part();
  } catch (error) {
    result = otherwise(error);
    await store.run(sql`rollback to part`);
  }
  await store.run(sql`release part`);
  return result;
}
