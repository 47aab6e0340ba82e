import { type Placeholder, sql } from "drizzle-orm";
import type { BaseSQLiteDatabase, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Topic } from "../../base/wake.ts";

export { alias, type SQLiteTable, union, unionAll } from "drizzle-orm/sqlite-core";

/** Handle that store functions take: within `Database.commit` it writes, within `Database.read` it only reads. */
export type Store = BaseSQLiteDatabase<"async", { changes: number }> & {
  /** Within `Database.commit`: notifies a topic once the unit is on disk. A unit that is undone notifies nobody. */
  notify(topic: Topic): Promise<void>;
  /**
   * Inserts complete rows, thousands at once in half the time that other statements take. Those whose key is there already are left out.
   * @returns whether it was new, for each
   */
  insertEach<Table extends SQLiteTable>(table: Table, rows: readonly Table["$inferSelect"][]): Promise<boolean[]>;
};

/** Placeholders for the values of an insert, each under its column's name. */
export const placeholders = <Name extends string>(...names: Name[]) =>
  Object.fromEntries(names.map((name) => [name, sql.placeholder(name)])) as Record<Name, Placeholder<Name>>;

/**
 * A statement that drizzle builds once per handle: building it per call costs eight times the call.
 * Only for statements whose shape never changes; values come in through `value()` or placeholders.
 */
export function prepared<Query>(build: (store: Store) => Query): (store: Store) => Query {
  const queries = new WeakMap<Store, Query>();
  return (store) => {
    let query = queries.get(store);
    if (query === undefined) {
      query = build(store);
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
