import { type Column, Param, type Placeholder, type SQL, sql } from "drizzle-orm";
import type { BetterSQLite3Database } from "drizzle-orm/better-sqlite3";
import { codesOf, Problem } from "../errors.ts";
import { planned } from "./prepared-query.ts";

/** Handle that store functions take: inside `Database.commit` it writes, inside `Database.read` it only reads. */
export type Store = BetterSQLite3Database;

/**
 * A statement that drizzle builds and SQLite prepares once per handle: building it per call costs eight times the call.
 * Only for statements whose shape never changes; values come in through `value()` or placeholders.
 */
export function prepared<Query>(build: (store: Store) => Query): (store: Store) => Query {
  const queries = new WeakMap<Store, Query>();
  return (store) => {
    let query = queries.get(store);
    if (query === undefined) {
      query = planned(build(store));
      queries.set(store, query);
    }
    return query;
  };
}

/** As `prepared`, for a statement with conditions that may be left out: one for each combination of those that are used. */
export function preparedWith<Condition extends string, Query>(
  build: (store: Store, uses: (condition: Condition) => boolean) => Query,
): (store: Store, given: { [Name in Condition]?: unknown }) => Query {
  const combinations = new Map<string, (store: Store) => Query>();
  return (store, given) => {
    const used = (Object.keys(given) as Condition[]).filter((name) => given[name] !== undefined);
    const key = used.join();
    let query = combinations.get(key);
    if (query === undefined) {
      query = prepared((store) => build(store, (condition) => used.includes(condition)));
      combinations.set(key, query);
    }
    return query(store);
  };
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

/**
 * Runs a part of a unit of work. One that is refused with a Problem is undone alone, and the unit may go on; any other error is
 * thrown, to undo the whole unit.
 */
export async function undoneIfRefused(store: Store, part: () => Promise<unknown>): Promise<Problem | undefined> {
  store.run(sql`SAVEPOINT part`);
  let refusal: Problem | undefined;
  try {
    await part();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    refusal = error;
    store.run(sql`ROLLBACK TO part`);
  }
  store.run(sql`RELEASE part`);
  return refusal;
}

/** Whether a write was refused because another row has the same unique value. */
export const isTaken = (error: unknown): boolean => codesOf(error).includes("SQLITE_CONSTRAINT_UNIQUE");
