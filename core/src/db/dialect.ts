import { type Column, getTableColumns, Param, type Placeholder, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { codesOf, Problem } from "../errors.ts";
import { facts } from "./schema/facts.ts";
import type { Store } from "./store.ts";

// All SQL that differs between databases. Everything else in a statement is drizzle's, or SQL that SQLite and PostgreSQL both read.

/** Id of a new row that the database numbers itself. */
export const newId = (): SQL => sql`null`;

const IDS_FROM = "ids_from";

/** Id of a new row, where an id that was given before a restore must not be given again. */
export const nextId = (table: SQLiteTable): SQL<number> => sql`(
  select ${greatest(
    sql`coalesce((select max(id) from ${table}), 0) + 1`,
    sql`coalesce((select cast(value as integer) from ${facts} where name = ${IDS_FROM}), 0)`,
  )}
)`;

/**
 * After a restore: ids that were given since the backup are known to merchants, and on the ledger they have balances. From now on
 * ids begin with the time in seconds, beyond those of every restore before.
 */
export async function skipIds(store: Store, now: Date): Promise<void> {
  const value = String(Math.floor(now.getTime() / 1000));
  await store
    .insert(facts)
    .values({ name: IDS_FROM, value })
    .onConflictDoUpdate({ target: facts.name, set: { value } });
}

/**
 * Placeholder `name` in a condition, converted like `column` (a bare placeholder would skip the conversion). The plus changes no
 * value; it keeps SQLite's planner (STAT4) from looking at it, which would prepare the statement anew at every call: up to 30 µs.
 */
export function value(column: Column, name: string): SQL {
  return sql`+${new Param(sql.placeholder(name), column)}`;
}

/** Placeholder `name` for how many rows there may be, or how many are left out; its plus is that of {@link value}. */
export function rowCount(name: string): Placeholder {
  // Drizzle's types know a bare placeholder only.
  return sql`+${sql.placeholder(name)}` as unknown as Placeholder;
}

/** `column` in a condition for which no index is to be used: another one of the statement is the better one. */
export const unindexed = (column: Column): SQL => sql`+${column}`;

/** Behind a table: reads it by this index, where the planner would choose another one. */
export const indexedBy = (index: string): SQL => sql`indexed by ${sql.identifier(index)}`;

/** The greater one of two values. */
export const greatest = (a: SQLWrapper, b: SQLWrapper | number): SQL => sql`max(${a}, ${b})`;

/** The lesser one of two values. */
export const least = (a: SQLWrapper, b: SQLWrapper | number): SQL => sql`min(${a}, ${b})`;

/** Whether a text has another one in it. */
export const contains = (text: SQLWrapper, part: SQLWrapper | string): SQL => sql`instr(${text}, ${part}) > 0`;

/** A member of a JSON object. */
export const field = (object: SQLWrapper, name: string): SQL => sql`${object} ->> ${sql.raw(`'$.${name}'`)}`;

/** Rows, in `from`, of the array that is a member of a JSON object; each has its element as `value`. */
export const elementsOf = (object: SQLWrapper, name: string): SQL =>
  sql`json_each(${object}, ${sql.raw(`'$.${name}'`)})`;

/** Rows, in `from`, of the members of a JSON object; each has its name as `key`, and its `value`. */
export const membersOf = (object: SQLWrapper): SQL => sql`json_each(${object})`;

/** The placeholder `name`, a list as JSON, behind `in`: the statement is the same for any number of values. */
export const listed = (name: string): SQL => sql`(select value from json_each(${sql.placeholder(name)}))`;

/** As {@link listed}, for pairs of values: a list of lists as JSON. */
export const listedPairs = (name: string): SQL =>
  sql`(select value ->> 0, value ->> 1 from json_each(${sql.placeholder(name)}))`;

/** For `insert(table).select()`: the rows of the placeholder `name`, written by `asRows` of columns.ts. */
export const insertedFrom = (table: SQLiteTable, name: string): SQL => {
  const members = Object.keys(getTableColumns(table)).map((_, index) => sql.raw(`value ->> ${index}`));
  // Without a condition, SQLite would take an `on conflict` that follows for the condition of a join.
  return sql`select ${sql.join(members, sql`, `)} from json_each(${sql.placeholder(name)}) where true`;
};

/** Runs one write; null if it was refused because another row has the same unique value. The unit may continue. */
export async function unlessTaken<Result>(write: () => Promise<Result>): Promise<Result | null> {
  try {
    return await write();
  } catch (error) {
    if (codesOf(error).includes("SQLITE_CONSTRAINT_UNIQUE")) return null;
    throw error;
  }
}

/**
 * Runs a part of a unit of work. If it throws a Problem, only this part is undone, and the unit may continue with the Problem as
 * the result; any other error is thrown, to undo the whole unit.
 */
export async function undoneIfRefused<Result>(store: Store, part: () => Promise<Result>): Promise<Result | Problem> {
  await store.run(sql`savepoint part`);
  let result: Result | Problem;
  try {
    result = await part();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    result = error;
    await store.run(sql`rollback to part`);
  }
  await store.run(sql`release part`);
  return result;
}
