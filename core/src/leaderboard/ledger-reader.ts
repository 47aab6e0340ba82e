import type BetterSqlite3 from "better-sqlite3";
import type { PointKind } from "../db/schema/points.ts";
import type { Earned } from "./tally.ts";

/** Points that users earned with merchants. Bonuses, refunds and corrections don't count. */
const COUNTED: readonly PointKind[] = ["award", "earning", "reward"];
const CANCELLATION: PointKind = "cancellation";

type Row = [userId: number, points: number, at: number, reverses: number | null];

/** Rows per read: a read of several seconds would keep SQLite from cleaning up its log. */
const CHUNK = 20_000;

const listed = (kinds: readonly PointKind[]) => `kind in (${kinds.map((kind) => `'${kind}'`).join(", ")})`;
const ROWS = `select user_id, points, created_at, reverses from point_transactions`;
const OF_INTEREST = listed([...COUNTED, CANCELLATION]);

/** Reads what counts for the leaderboard. The ledger only grows, so a row that was read is never read again. */
export function createReader(client: BetterSqlite3.Database) {
  const lastRow = client.prepare("select coalesce(max(id), 0) from point_transactions").pluck();
  const between = client.prepare(`${ROWS} where id > ? and id <= ? and ${OF_INTEREST}`).raw();
  const since = client
    .prepare(
      `${ROWS} indexed by point_transactions_by_time
       where created_at >= ? and id <= ? and ${OF_INTEREST}`,
    )
    .raw();
  const original = client
    .prepare(`select points, created_at from point_transactions where id = ? and ${listed(COUNTED)}`)
    .raw();
  const deleted = client.prepare("select id from users where deleted_at is not null").pluck();

  function take([userId, points, at, reverses]: Row, add: (row: Earned) => void): void {
    if (reverses === null) {
      add({ userId, points, at });
      return;
    }
    // A cancelled credit counts no more, where and when it was counted.
    const row = original.get(reverses) as [points: number, at: number] | undefined;
    if (row) add({ userId, points: -row[0], at: row[1] });
  }

  return {
    /** Every row after `lastId`, in order. @returns the id of the last one */
    readAfter(lastId: number, add: (row: Earned) => void): number {
      const end = lastRow.get() as number;
      for (let from = lastId; from < end; from += CHUNK) {
        for (const row of between.all(from, Math.min(from + CHUNK, end)) as Row[]) take(row, add);
      }
      return end;
    },
    /** Rows up to `lastId` from a moment on. */
    readSince(from: number, lastId: number, add: (row: Earned) => void): void {
      for (const row of since.iterate(from, lastId) as Iterable<Row>) take(row, add);
    },
    deletedUsers: () => new Set(deleted.all() as number[]),
  };
}
