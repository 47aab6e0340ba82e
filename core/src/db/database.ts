import type { Store } from "./store.ts";

export interface Database {
  /**
   * Runs `unit` in a transaction of its own (a savepoint of a group commit) and resolves once it is synced to disk.
   * A unit that throws is undone and nothing else; one that awaits anything but the store is undone with ForeignAwaitError.
   * Topics that it notifies (`Store.notify`) are notified after the commit.
   * @throws DatabaseUnavailable; nothing is stored then, unless the process dies before the next commit: a repeat needs a key
   */
  commit<T>(unit: (store: Store) => Promise<T>): Promise<T>;
  /** Reads committed rows; two statements of one query may see two states. @throws DatabaseUnavailable */
  read<T>(query: (store: Store) => Promise<T>): Promise<T>;
  /**
   * Changes with every commit, of this process or another, at the latest in the next turn of the event loop. Data read since is
   * current as long as it is unchanged.
   */
  version(): bigint;
  /** Commits a row of its own; calls within a second of the last answer get that answer. @throws DatabaseUnavailable */
  checkWritable(): Promise<void>;
  /** Of its file. */
  readonly path: string;
  close(): Promise<void>;
}

/** A unit awaited something other than its store: all other units would have waited for it. */
export class ForeignAwaitError extends Error {
  override name = "ForeignAwaitError";
  constructor() {
    super("A unit of work may await nothing but the store: move other calls before or after the commit.");
  }
}
