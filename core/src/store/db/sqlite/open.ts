import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import BetterSqlite3 from "better-sqlite3";
import { DrizzleQueryError } from "drizzle-orm";
import { drizzle } from "drizzle-orm/better-sqlite3";
import { migrate } from "drizzle-orm/better-sqlite3/migrator";
import { closeToOthers } from "../../../base/data-folder.ts";
import type { Topic } from "../../../base/wake.ts";
import type { Database } from "../database.ts";
import { readInTurn } from "../in-turn.ts";
import { knownMigrations } from "../known-migrations.ts";
import { beginTerm } from "../leaders.ts";
import type { Store } from "../store.ts";
import { DatabaseUnavailable } from "../unavailable.ts";
import { createWriteProbe } from "../write-probe.ts";
import { createAside } from "./aside.ts";
import { aboutFile, BrokenFileError } from "./broken-file.ts";
import { GroupCommit } from "./group-commit.ts";
import { explainStorage } from "./storage-faults.ts";
import { createStore } from "./store.ts";

const MIGRATIONS = fileURLToPath(new URL("../migrations", import.meta.url));

/** How long opening waits for a lock: another process (a backup, the sqlite3 shell) may hold one, and this one has nothing else to do. */
const OPENING_BUSY_MS = 5000;

/**
 * Lock wait of commands beside a service, for which nobody waits but their caller: a busy service has the lock nearly all the time, so
 * their turn may take a while to come.
 */
export const PATIENT_MS = 60_000;

/** How long reads wait: only a process that recovers the log locks them out. While SQLite waits, so does this whole process. */
const READING_BUSY_MS = 100;

/**
 * Pages of the log, 80 MB, from which on a commit writes them into the database's file. In a service a thread does so before
 * (`checkpoints.ts`): a commit that does it takes several times as long, and everybody waits for it.
 */
export const MOST_LOG_PAGES = 20_000;

/**
 * Opens or creates the database file and brings its schema up to date.
 * @param notify is called after a commit, with each topic that its unit notified
 * @param lockWaitMs how long a commit waits for the lock of another process; a few seconds by default
 * @throws BrokenFileError, DatabaseUnavailable
 */
export function openDatabase(path: string, notify?: (topic: Topic) => void, lockWaitMs?: number): Database {
  const { writer, reader } = openFile(path, lockWaitMs ?? OPENING_BUSY_MS);
  // Without drizzle's wrapper: its message has the values, and secrets don't belong in a log.
  const explain = (error: unknown) =>
    explainStorage(error instanceof DrizzleQueryError ? error.cause : error, dirname(path));
  const group = new GroupCommit(writer, explain, notify, lockWaitMs);
  const reads = createStore(reader);
  // Read on the reader, for which the writer is another connection.
  const dataVersion = reader.prepare("PRAGMA data_version").pluck();
  const commit: Database["commit"] = (unit) => group.submit(unit);
  // Looked up once in a turn of the event loop, in which many requests ask.
  let version: bigint | undefined;
  const aside = createAside(path);
  const readsOf =
    (store: Store): Database["read"] =>
    async (query) => {
      try {
        return await query(store);
      } catch (error) {
        throw explain(error);
      }
    };
  const db: Database = {
    commit,
    read: readsOf(reads),
    // The log begins anew only while nobody reads an older state of the database: reads without a pause would let it grow.
    readAside: readInTurn(readsOf(aside.store), true),
    version() {
      try {
        if (version === undefined) {
          version = dataVersion.get() as bigint;
          setImmediate(() => {
            version = undefined;
          });
        }
        return version;
      } catch (error) {
        throw explain(error);
      }
    },
    checkWritable: createWriteProbe(commit),
    engine: "sqlite",
    source: async () => ({ path }),
    async lead({ role, processId }) {
      const term = await commit((store) => beginTerm(store, role, processId));
      // The folder's lock lasts as long as the process.
      return { term, db, over: new AbortController().signal, release: async () => {} };
    },
    onLoss: () => () => {},
    async close() {
      await group.close();
      await aside.close();
      reader.close();
      writer.close();
    },
  };
  return db;
}

function openFile(path: string, busyMs: number) {
  const clients: BetterSqlite3.Database[] = [];
  try {
    const writer = connect(path, busyMs);
    clients.push(writer);
    // The log and its index get the mode of the file.
    closeToOthers(path, 0o600);
    writer.pragma("journal_mode = WAL");
    // FULL: a commit is on disk before anyone is answered. NORMAL may lose the last ones at a power failure.
    writer.pragma("synchronous = FULL");
    // Undo data of statements and savepoints, and RETURNING's rows: in files they cost a write more than the write itself.
    writer.pragma("temp_store = MEMORY");
    writer.pragma(`wal_autocheckpoint = ${MOST_LOG_PAGES}`);
    migrate(drizzle(writer), { migrationsFolder: MIGRATIONS });
    requireKnown(path, writer);
    const reader = connect(path, busyMs);
    clients.push(reader);
    reader.pragma("query_only = ON");
    reader.pragma(`busy_timeout = ${READING_BUSY_MS}`);
    // Writers wait without blocking the process: see GroupCommit.
    writer.pragma("busy_timeout = 0");
    return { writer, reader };
  } catch (error) {
    for (const client of clients) client.close();
    const explained = explainStorage(error, dirname(path));
    if (explained instanceof DatabaseUnavailable && explained.fault !== "missing") throw explained;
    throw aboutFile(
      path,
      error,
      `restore it from a backup. On the network local, removing ${dirname(path)} starts afresh.`,
    );
  }
}

/** @throws BrokenFileError for a file of a later version, whose tables may not be what this one's statements expect */
function requireKnown(path: string, client: BetterSqlite3.Database): void {
  const newest = client.prepare("select max(created_at) from __drizzle_migrations").pluck().get() as number;
  if (newest <= (knownMigrations().at(-1)?.when ?? 0)) return;
  throw new BrokenFileError(
    `${path} was written by a later version of Merit: start that version, or restore the backup from before the update.`,
  );
}

function connect(path: string, busyMs: number): BetterSqlite3.Database {
  const client = new BetterSqlite3(path, { timeout: busyMs });
  client.pragma("foreign_keys = ON");
  // Amounts reach 2^63: a double would round them.
  client.defaultSafeIntegers(true);
  return client;
}
