import type { PointKind } from "../db/schema/points.ts";
import type { Earned } from "./tally.ts";

/** Points that users earned with merchants. Bonuses, refunds and corrections don't count. */
const COUNTED: readonly PointKind[] = ["award", "earning", "reward"];
const CANCELLATION: PointKind = "cancellation";

type Row = [userId: number, points: number, at: number, reversed: number | null, reversedAt: number | null];

/** A connection that only reads. */
export interface Reading {
  /** Rows of a statement with the parameters $1, $2, ... */
  all(text: string, values: number[]): Promise<unknown[][]>;
  /** Rows as `all` gives them, in parts, one of which is in memory at a time. */
  parts(text: string, values: number[]): AsyncIterable<unknown[][]>;
  /** Text behind a table that reads it by this index, where the planner would choose another one. */
  indexedBy(index: string): string;
  close(): Promise<void>;
}

/** Rows per read: a read of several seconds would keep the database from cleaning up what has changed meanwhile. */
const CHUNK = 20_000;

const listed = (kinds: readonly PointKind[]) => `in (${kinds.map((kind) => `'${kind}'`).join(", ")})`;

/** Reads what counts for the leaderboard. The ledger only grows, so a row that was read is never read again. */
export function createReader(reading: Reading) {
  const rowsOf = (condition: string, hint = "") => `
    select t.user_id, t.points, t.created_at, o.points, o.created_at
    from point_transactions t ${hint} left join point_transactions o on o.id = t.reverses
    where ${condition} and (t.reverses is null or o.kind ${listed(COUNTED)}) and t.kind ${listed([...COUNTED, CANCELLATION])}`;
  const between = rowsOf("t.id > $1 and t.id <= $2");
  const since = rowsOf("t.created_at >= $1 and t.id <= $2", reading.indexedBy("point_transactions_by_time"));

  function take([userId, points, at, reversed, reversedAt]: Row, add: (row: Earned) => void): void {
    // A cancelled credit counts no more, where and when it was counted.
    add(reversed === null ? { userId, points, at } : { userId, points: -reversed, at: reversedAt as number });
  }

  return {
    /** Every row after `lastId`, in order. @returns the id of the last one */
    async readAfter(lastId: number, add: (row: Earned) => void): Promise<number> {
      const [[end]] = (await reading.all("select coalesce(max(id), 0) from point_transactions", [])) as [[number]];
      for (let from = lastId; from < end; from += CHUNK) {
        for (const row of await reading.all(between, [from, Math.min(from + CHUNK, end)])) take(row as Row, add);
      }
      return end;
    },
    /** Rows up to `lastId` from a moment on. */
    async readSince(from: number, lastId: number, add: (row: Earned) => void): Promise<void> {
      for await (const rows of reading.parts(since, [from, lastId])) for (const row of rows) take(row as Row, add);
    },
    async deletedUsers(): Promise<Set<number>> {
      return new Set(
        (await reading.all("select id from users where deleted_at is not null", [])).map(([id]) => Number(id)),
      );
    },
  };
}
