import { and, type Column, desc, gte, lt, type SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { unindexed, value } from "./dialect.ts";

/** Rows that were created at or after `from`, and before `to`. */
export interface Period {
  from?: Date | undefined;
  to?: Date | undefined;
}

type Uses = (condition: keyof Period | "before") => boolean;

export const isPeriod = (uses: (condition: keyof Period) => boolean): boolean => uses("from") || uses("to");

/**
 * Condition and order of a page of rows, newest first, after the row with the id `before`.
 * @param byTime true: an index of the owner, `created_at` and `id` leads to the period, however many rows are newer. False: the ids
 *   lead to the rows, for lists without a period and for owners who have few rows
 */
export function pageOf(
  table: SQLiteTable & { id: Column; created_at: Column },
  uses: Uses,
  byTime: boolean,
): { where: SQL | undefined; order: SQL[] } {
  const { id, created_at } = table;
  const last = value(id, "before");
  const isAfter = byTime
    ? sql`(${created_at}, ${id}) < ((select ${created_at} from ${table} where ${id} = ${last}), ${last})`
    : lt(id, last);
  // SQLite begins at one of two upper bounds: this makes it the last row, if there is one.
  const isOther = !byTime || uses("before");
  const where = and(
    uses("from") ? gte(unindexed(created_at, !byTime), value(created_at, "from")) : undefined,
    uses("to") ? lt(unindexed(created_at, isOther), value(created_at, "to")) : undefined,
    uses("before") ? isAfter : undefined,
  );
  return { where, order: byTime ? [desc(created_at), desc(id)] : [desc(id)] };
}
