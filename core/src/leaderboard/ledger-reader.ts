import type BetterSqlite3 from "better-sqlite3";
import { countedKinds } from "./counted.ts";
import type { Earned } from "./tally.ts";

type Row = [id: number, userId: number, kind: string, points: number, at: number, reverses: number | null];

/** Rows at a time: a read that goes on for seconds would keep SQLite from tidying up its log. */
const CHUNK = 20_000;

const KINDS = countedKinds.map((kind) => `'${kind}'`).join(", ");
const COLUMNS = "id, user_id, kind, points, created_at, reverses";
const COUNTED = `kind in (${KINDS}, 'cancellation')`;

/** Reads what counts for the leaderboard. The ledger only grows, so a row that was read is never read again. */
export function createReader(client: BetterSqlite3.Database) {
  const after = client
    .prepare(`select ${COLUMNS} from point_transactions where id > ? order by id limit ${CHUNK}`)
    .raw();
  const since = client
    .prepare(
      `select ${COLUMNS} from point_transactions indexed by point_transactions_by_time
       where created_at >= ? and id <= ? and ${COUNTED}`,
    )
    .raw();
  const reversed = client
    .prepare(`select points, created_at from point_transactions where id = ? and kind in (${KINDS})`)
    .raw();
  const deleted = client.prepare("select id from users where deleted_at is not null").pluck();

  function earned([, userId, kind, points, at, reverses]: Row): Earned | undefined {
    if (kind !== "cancellation") return isCounted(kind) ? { userId, points, at } : undefined;
    // A cancelled credit counts no more, where and when it was counted.
    const original = reversed.get(reverses) as [points: number, at: number] | undefined;
    return original && { userId, points: -original[0], at: original[1] };
  }

  return {
    /** Every row behind `lastId`, in their order. @returns the id of the last one */
    readAfter(lastId: number, take: (row: Earned) => void): number {
      for (let last = lastId; ; ) {
        const rows = after.all(last) as Row[];
        for (const row of rows) {
          const found = earned(row);
          if (found) take(found);
        }
        last = rows.at(-1)?.[0] ?? last;
        if (rows.length < CHUNK) return last;
      }
    },
    /** Rows up to `lastId` from a moment on. */
    readSince(from: number, lastId: number, take: (row: Earned) => void): void {
      for (const row of since.iterate(from, lastId) as Iterable<Row>) {
        const found = earned(row);
        if (found) take(found);
      }
    },
    deletedUsers: () => new Set(deleted.all() as number[]),
  };
}

const isCounted = (kind: string) => (countedKinds as readonly string[]).includes(kind);
