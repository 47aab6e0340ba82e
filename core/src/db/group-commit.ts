import { AsyncLocalStorage } from "node:async_hooks";
import type BetterSqlite3 from "better-sqlite3";
import { isLocked, isStorageFault } from "./unavailable.ts";

/** Units in one transaction: bounds how long the first of them waits for the last. */
const MAX_UNITS = 500;

/** How long a unit waits for a lock that another process holds: a backup or a look with the sqlite3 shell is over by then. */
const LOCK_WAIT_MS = 3_000;
const LOCK_RETRY_MS = 20;

/** A unit awaited something else than the store: all units of a commit would have waited for it. */
export class ForeignAwaitError extends Error {
  override name = "ForeignAwaitError";
  constructor() {
    super("A unit of work may await nothing but the store: move other calls before or after the commit.");
  }
}

interface Unit {
  /** By `performance.now()`. */
  submittedAt: number;
  run(): Promise<unknown>;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/** Answers a unit, once the commit that it is part of is on disk. */
type Answer = () => void;

/**
 * Group commit: units queue up, one `BEGIN IMMEDIATE` runs many of them, a savepoint each, and one synced COMMIT
 * answers all. A unit that throws is rolled back alone. Nobody is answered before the COMMIT is on disk.
 *
 * When the disk fails, all units of the transaction fail with it, and the next ones try anew. That relies on SQLite's write-ahead
 * log (wal.c of SQLite 3.54, `walFrames`):
 * - A commit that could not be written or synced is not entered in the index of the log. SQLite has rolled it back by the time COMMIT
 *   returns (`sqlite3VdbeHalt`), and the next commit writes over its pages in the log.
 * - So a later sync vouches for all that it needs. Linux reports a failed sync once and then takes the pages for written
 *   (https://wiki.postgresql.org/wiki/Fsync_Errors), but these pages are written again before the next sync, and those before them
 *   were synced by commits that succeeded.
 * - Until then a crash may bring the failed commit back, whole. Its units were answered by an error, which promises nothing, and a
 *   repeat finds them by their keys. Nothing else can have been stored meanwhile: that would have been written over it.
 * - A failed checkpoint fails no commit (`sqlite3WalDefaultHook`): the log stays, and grows, until one succeeds.
 */
export class GroupCommit {
  readonly #client: BetterSqlite3.Database;
  readonly #endReads: () => void;
  readonly #explain: (error: unknown) => unknown;
  readonly #turn = new AsyncLocalStorage<Unit>();
  readonly #queue: Unit[] = [];
  readonly #steps: Record<"begin" | "commit" | "rollback" | "savepoint" | "release" | "undo", BetterSqlite3.Statement>;
  #current: Unit | undefined;
  #scheduled = false;
  #closed = false;
  #idle: (() => void)[] = [];

  /**
   * @param client never waits for a lock itself (busy_timeout 0): SQLite would wait with the whole process
   * @param endReads ends what other connections of this process read: before a commit, since SQLite can't start its log anew
   *   beneath readers, and after it, so that whoever is told of it reads it
   * @param explain gives the error that units are refused with when SQLite's fails them all
   */
  constructor(client: BetterSqlite3.Database, endReads: () => void, explain: (error: unknown) => unknown) {
    this.#client = client;
    this.#endReads = endReads;
    this.#explain = explain;
    this.#steps = {
      begin: client.prepare("BEGIN IMMEDIATE"),
      commit: client.prepare("COMMIT"),
      rollback: client.prepare("ROLLBACK"),
      savepoint: client.prepare("SAVEPOINT unit"),
      release: client.prepare("RELEASE unit"),
      undo: client.prepare("ROLLBACK TO unit"),
    };
    this.#guardStatements();
  }

  submit<T>(run: () => Promise<T>): Promise<T> {
    if (this.#closed) return Promise.reject(new Error("The database is closed."));
    // A nested commit would wait for the one that it is part of.
    if (this.#turn.getStore() !== undefined && this.#turn.getStore() === this.#current) {
      return Promise.reject(new ForeignAwaitError());
    }
    return new Promise<T>((resolve, reject) => {
      const submittedAt = performance.now();
      this.#queue.push({ submittedAt, run, resolve: resolve as (value: unknown) => void, reject });
      if (!this.#scheduled) this.#schedule();
    });
  }

  /** Refuses new units and resolves when the queued ones are answered. */
  close(): Promise<void> {
    this.#closed = true;
    if (!this.#scheduled) return Promise.resolve();
    return new Promise((resolve) => this.#idle.push(resolve));
  }

  /** Waits for the end of the event-loop turn, so that all requests of the turn share the commit; longer for a lock. */
  #schedule(waitMs = 0) {
    this.#scheduled = true;
    const drain = () => void this.#drain();
    if (waitMs > 0) setTimeout(drain, waitMs);
    else setImmediate(drain);
  }

  async #drain() {
    const isOpen = this.#begin();
    if (isOpen) await this.#transaction(this.#queue.splice(0, MAX_UNITS));
    if (this.#queue.length > 0) return this.#schedule(isOpen ? 0 : LOCK_RETRY_MS);
    this.#scheduled = false;
    for (const resolve of this.#idle.splice(0)) resolve();
  }

  /** False if no transaction could be opened: the queue then holds what waits for a lock, and nothing else. */
  #begin(): boolean {
    try {
      this.#endReads();
      this.#steps.begin.run();
      return true;
    } catch (error) {
      this.#refuse(isLocked(error) ? this.#late() : this.#queue.splice(0), error);
      return false;
    }
  }

  /** Takes the units from the queue that have waited for a lock as long as they may. */
  #late(): Unit[] {
    const limit = performance.now() - LOCK_WAIT_MS;
    const first = this.#queue.findIndex(({ submittedAt }) => submittedAt > limit);
    return this.#queue.splice(0, first === -1 ? this.#queue.length : first);
  }

  #refuse(units: Unit[], error: unknown) {
    if (units.length === 0) return;
    const reason = this.#explain(error);
    for (const unit of units) unit.reject(reason);
  }

  async #transaction(units: Unit[]) {
    const answers: Answer[] = [];
    try {
      for (const unit of units) answers.push(await this.#savepoint(unit));
      this.#steps.commit.run();
    } catch (error) {
      this.#refuse(units, error);
      if (this.#client.inTransaction) this.#steps.rollback.run();
      return;
    }
    this.#endReads();
    for (const answer of answers) answer();
  }

  /** @throws what fails all units: SQLite can't undo this one alone then, or has given up the transaction already */
  async #savepoint(unit: Unit): Promise<Answer> {
    this.#steps.savepoint.run();
    this.#current = unit;
    try {
      const value = await withinTurn(() => this.#turn.run(unit, unit.run));
      this.#steps.release.run();
      return () => unit.resolve(value);
    } catch (error) {
      if (isStorageFault(error) || !this.#client.inTransaction) throw error;
      this.#steps.undo.run();
      this.#steps.release.run();
      return () => unit.reject(error);
    } finally {
      this.#current = undefined;
    }
  }

  /**
   * A rejected unit may still be running when its foreign await ends, in the middle of another unit or of none.
   * So every statement checks that it is called by the unit whose turn it is.
   */
  #guardStatements() {
    const prepare = this.#client.prepare.bind(this.#client);
    this.#client.prepare = ((source: string) => {
      const statement = prepare(source);
      for (const method of ["run", "get", "all"] as const) {
        const call = statement[method].bind(statement) as (...values: unknown[]) => unknown;
        statement[method] = ((...values: unknown[]) => {
          if (this.#current === undefined || this.#turn.getStore() !== this.#current) throw new ForeignAwaitError();
          // A unit that goes on after that would write outside of any transaction, at once and for good.
          if (!this.#client.inTransaction) throw new Error("SQLite has ended the transaction of this unit.");
          return call(...values);
        }) as never;
      }
      return statement;
    }) as typeof prepare;
  }
}

/** The store answers in microtasks, so a macrotask that gets its turn proves that the unit awaits something else. */
async function withinTurn<T>(run: () => Promise<T>): Promise<T> {
  let immediate: NodeJS.Immediate | undefined;
  const foreign = new Promise<never>((_, reject) => {
    immediate = setImmediate(() => reject(new ForeignAwaitError()));
  });
  try {
    return await Promise.race([run(), foreign]);
  } finally {
    clearImmediate(immediate);
  }
}
