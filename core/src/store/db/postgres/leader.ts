import { setTimeout as pause } from "node:timers/promises";
import type { Client } from "pg";
import type { Database, Leadership, Wanted } from "../database.ts";
import { databaseTime } from "../dialect.ts";
import { beginTerm, ledDatabase } from "../leaders.ts";
import { ledRoles } from "../schema/processes.ts";
import { explainPostgres } from "./faults.ts";
import { textFor } from "./text.ts";

// A leader holds an advisory lock on a connection of its own: when its process ends, the server frees the lock at once. A process that
// has stopped, or whose machine is gone, keeps the lock. So the leader also shows by the database's time that it lives, and others end
// the session of one that doesn't. Neither keeps a leader from going on that knows nothing of it: the term does (leaders.ts).

const RENEW_MS = 2_000;
const LOOK_AGAIN_MS = 1_000;
/** "meri" in ASCII, beside the number of the role. */
const LOCK = 0x6d_65_72_69;

const NOW = textFor(databaseTime());

/**
 * Waits until this process leads the role. It gives the role up when one of its two connections is lost: the next one may find another
 * server, which lacks commits.
 * @param connect opens a connection that serves nothing else
 * @param stoppedMs a leader that has shown no life for this long has stopped
 * @returns undefined if `stopped` before that
 * @throws DatabaseUnavailable
 */
export async function lead(
  db: Database,
  connect: () => Promise<Client>,
  { stoppedMs, ...wanted }: Wanted & { stoppedMs: number },
): Promise<Leadership | undefined> {
  const client = await connect().catch((error) => {
    throw explainPostgres(error);
  });
  const lock = [LOCK, ledRoles.indexOf(wanted.role)];
  let isWaiting = false;
  try {
    while (!wanted.stopped.aborted) {
      const { rows } = await client.query("select pg_try_advisory_lock($1, $2)::text as got", lock);
      if (rows[0]?.got === "true") return await begin(db, client, wanted);
      if (!isWaiting) wanted.onStandby?.();
      isWaiting = true;
      await client.query(END_STOPPED, [...lock, wanted.role, stoppedMs]);
      await pause(LOOK_AGAIN_MS, undefined, { signal: wanted.stopped }).catch(() => undefined);
    }
  } catch (error) {
    await client.end().catch(() => undefined);
    throw explainPostgres(error);
  }
  await client.end();
  return undefined;
}

/** Ends the session that holds the lock, if its process has shown no life. */
const END_STOPPED = `select pg_terminate_backend(l.pid)
  from pg_locks l join pg_database d on d.oid = l.database join leaders on leaders.role = $3
  where l.locktype = 'advisory' and l.granted and l.objsubid = 2 and l.classid = $1::int and l.objid = $2::int
    and d.datname = current_database() and leaders.seen_at < ${NOW} - $4::bigint`;

async function begin(db: Database, client: Client, { role, processId }: Wanted): Promise<Leadership> {
  const over = new AbortController();
  const lose = () => {
    over.abort();
    forget();
    client.end().catch(() => undefined);
  };
  const forget = db.onLoss(lose);
  client.once("error", lose).once("end", lose);
  try {
    // The commit may have to wait, and the leader before may have shown no life.
    await client.query(`update leaders set seen_at = ${NOW} where role = $1`, [role]);
    const term = await db.commit((store) => beginTerm(store, role, processId));
    void renew(client, { role, term }, over.signal)
      .catch(() => undefined)
      .finally(lose);
    return {
      term,
      over: over.signal,
      db: ledDatabase(db, { role, term, processId, over: over.signal }, lose),
      async release() {
        over.abort();
        forget();
        await client.end().catch(() => undefined);
      },
    };
  } catch (error) {
    forget();
    throw error;
  }
}

/** Shows that the leader lives, until its term is over. @throws what the connection's failure is */
async function renew(client: Client, { role, term }: { role: string; term: number }, over: AbortSignal): Promise<void> {
  while (!over.aborted) {
    await pause(RENEW_MS, undefined, { signal: over, ref: false });
    const text = `update leaders set seen_at = ${NOW} where role = $1 and term = $2`;
    const { rowCount } = await client.query(text, [role, term]);
    if (rowCount === 0) return;
  }
}
