import type { Engine } from "./dialect.ts";
import type { LedRole } from "./schema/processes.ts";
import type { Store } from "./store.ts";

export interface Database {
  /**
   * Runs `unit` in a transaction of its own (a savepoint of a group commit) and resolves once it is synced to disk.
   * A unit that throws is undone and nothing else; one that awaits anything but the store is undone with ForeignAwaitError.
   * Topics that it notifies (`Store.notify`) are notified after the commit.
   * @throws DatabaseUnavailable; nothing is stored then, unless the process dies before the next commit or the server of the database
   * doesn't come back in time to say: a repeat needs a key
   */
  commit<T>(unit: (store: Store) => Promise<T>): Promise<T>;
  /** Reads committed rows; two statements of one query may see two states. @throws DatabaseUnavailable */
  read<T>(query: (store: Store) => Promise<T>): Promise<T>;
  /**
   * As `read`, for one that looks at any number of rows: one runs at a time, outside of the event loop, and owners take turns. An owner's
   * calls of one key share one that hasn't begun. @throws DatabaseUnavailable, Problem 429 if too many reads of the owner wait
   */
  readAside<T>(owner: string, key: string, query: (store: Store) => Promise<T>): Promise<T>;
  /**
   * Changes with every commit, of this process or another, at the latest in the next turn of the event loop. Data read since is
   * current as long as it is unchanged. Undefined on PostgreSQL, where a process can't see others' commits without asking the server.
   */
  version(): bigint | undefined;
  /** Commits a row of its own; calls within a second of the last answer get that answer. @throws DatabaseUnavailable */
  checkWritable(): Promise<void>;
  readonly engine: Engine;
  source(): Promise<Source>;
  /**
   * Waits until no other process leads the role, and begins the next term of it. A file belongs to one process, which leads at once.
   * @returns undefined if it was stopped before that
   * @throws DatabaseUnavailable
   */
  lead(wanted: Wanted): Promise<Leadership | undefined>;
  /**
   * Calls `listener` whenever the connection of commits is lost, before another one is opened: that may find another server, or one that
   * lacks commits. A file is never lost.
   * @returns ends that
   */
  onLoss(listener: () => void): () => void;
  close(): Promise<void>;
}

/** Address by which a thread opens the database itself: a file, or a server's URL, which has a password. */
export type Source = { path: string } | { url: string };

export interface Wanted {
  role: LedRole;
  /** Id of the process that asks. */
  processId: string;
  stopped: AbortSignal;
  /** Called if another process leads the role at first. */
  onStandby?(): void;
}

/** The lead of one process, which does the work of a role as long as its term lasts. */
export interface Leadership {
  term: number;
  /** Aborts when the term is over: another process may lead from then on. */
  over: AbortSignal;
  /** The database for all that the leader does: its commits throw NoLongerLeader once the term is over. */
  db: Database;
  /** Ends the term, so that another process can lead. */
  release(): Promise<void>;
}

/** A unit awaited something other than its store: all other units would have waited for it. */
export class ForeignAwaitError extends Error {
  override name = "ForeignAwaitError";
  constructor() {
    super("A unit of work may await nothing but the store: move other calls before or after the commit.");
  }
}
