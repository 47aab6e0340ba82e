import type BetterSqlite3 from "better-sqlite3";
import type { Topic } from "../../../base/wake.ts";
import { ForeignAwaitError } from "../database.ts";
import type { Store } from "../store.ts";
import { isLocked, isStorageFault } from "./storage-faults.ts";
import { createStore } from "./store.ts";

/** Most units in one transaction; limits how long the first of them waits for the last. */
const MAX_UNITS = 500;

/** After a unit has waited this long, it waits for no further turn of the event loop. */
const GATHER_MS = 5;
/** A turn of the event loop that is over so soon has brought no request. */
const QUIET_MS = 0.2;

/** How long a unit waits by default for a lock that another process holds: a backup or a look with the sqlite3 shell is over by then. */
const LOCK_WAIT_MS = 3_000;
/** Pause before the lock is tried again: a busy process leaves it free for less than a millisecond. A try takes microseconds. */
const LOCK_RETRY_MS = 1;

/** A statement was made after its unit had ended, or after SQLite had rolled back the transaction. */
class UnitOver extends Error {
  override name = "UnitOver";
  constructor() {
    super("The unit of work that this store was given to is over.");
  }
}

interface Unit {
  /** Time of submission by `performance.now()`, ms. */
  submittedAt: number;
  run(store: Store): Promise<unknown>;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

type UnitResult = PromiseSettledResult<unknown>;

/** Answers a unit, once the commit that it is part of is on disk. */
type Answer = () => void;

/**
 * Group commit: units wait for each other, one `BEGIN IMMEDIATE` runs many of them, a savepoint each, and one synced COMMIT
 * answers all. A unit that throws is rolled back alone. Nobody is answered before the COMMIT is on disk.
 *
 * The driver is synchronous, so a unit that awaits nothing but its store ends without the event loop: a transaction never outlives
 * the turn of the loop in which it began. A unit that hasn't ended by then awaits something else. It is undone, and if it goes on
 * later, it finds no transaction open, and its statements are refused.
 *
 * When the disk fails, all units of the transaction fail with it, and the next ones try again. This relies on SQLite's write-ahead
 * log (wal.c of SQLite 3.54, `walFrames`):
 * - A commit that could not be written or synced is not entered in the index of the log. SQLite has rolled it back by the time COMMIT
 *   returns (`sqlite3VdbeHalt`), and the next commit writes over its pages in the log.
 * - So a later sync covers everything that it needs. Linux reports a failed sync once and then takes the pages for written
 *   (https://wiki.postgresql.org/wiki/Fsync_Errors), but these pages are written again before the next sync, and those before them
 *   were synced by commits that succeeded.
 * - Until then a crash may bring the failed commit back, whole. Its units were answered with an error, which promises nothing, and a
 *   repeat finds them by their keys. Nothing else can have been stored meanwhile: that would have been written over it.
 * - A failed checkpoint fails no commit (`sqlite3WalDefaultHook`): the log stays, and grows, until one succeeds.
 */
export class GroupCommit {
  readonly #client: BetterSqlite3.Database;
  readonly #store: Store;
  readonly #explain: (error: unknown) => unknown;
  readonly #waiting: Unit[] = [];
  readonly #steps: Record<"begin" | "commit" | "rollback" | "savepoint" | "release" | "undo", BetterSqlite3.Statement>;
  readonly #notify: (topic: Topic) => void;
  readonly #lockWaitMs: number;
  /** Topics that the running unit notifies once it is on disk. */
  #topics = new Set<Topic>();
  #isDraining = false;
  #closed = false;
  #idle: (() => void)[] = [];

  /**
   * @param client never waits for a lock itself (busy_timeout 0): SQLite would wait with the whole process
   * @param explain gives the error that a unit is refused with, by the one that was thrown
   * @param notify is called after the commit, with each topic that a unit notified
   * @param lockWaitMs how long a unit waits for the lock of another process
   */
  constructor(
    client: BetterSqlite3.Database,
    explain: (error: unknown) => unknown,
    notify: (topic: Topic) => void = () => {},
    lockWaitMs = LOCK_WAIT_MS,
  ) {
    this.#lockWaitMs = lockWaitMs;
    this.#client = client;
    this.#store = createStore(client, {
      check() {
        if (!client.inTransaction) throw new UnitOver();
      },
      notify: (topic) => void this.#topics.add(topic),
    });
    this.#explain = explain;
    this.#notify = notify;
    this.#steps = {
      begin: client.prepare("BEGIN IMMEDIATE"),
      commit: client.prepare("COMMIT"),
      rollback: client.prepare("ROLLBACK"),
      savepoint: client.prepare("SAVEPOINT unit"),
      release: client.prepare("RELEASE unit"),
      undo: client.prepare("ROLLBACK TO unit"),
    };
  }

  submit<T>(run: (store: Store) => Promise<T>): Promise<T> {
    if (this.#closed) return Promise.reject(new Error("The database is closed."));
    // Inside a unit this would wait for the commit that the unit is part of.
    if (this.#client.inTransaction) return Promise.reject(new ForeignAwaitError());
    return new Promise<T>((resolve, reject) => {
      const submittedAt = performance.now();
      this.#waiting.push({
        submittedAt,
        run: async (store) => run(store),
        resolve: resolve as (value: unknown) => void,
        reject,
      });
      if (!this.#isDraining) this.#drainLater();
    });
  }

  /** Refuses new units and resolves when those that wait are answered. */
  close(): Promise<void> {
    this.#closed = true;
    if (!this.#isDraining) return Promise.resolve();
    return new Promise((resolve) => this.#idle.push(resolve));
  }

  /**
   * Waits for two turns of the event loop, and then as long as each turn brings more requests, so that they share the commit. Under
   * load, this saves more than a third of the syncs. With `waitMs`, waits for a lock.
   */
  #drainLater(waitMs = 0) {
    this.#isDraining = true;
    const drain = () => void this.#drain();
    if (waitMs > 0) setTimeout(drain, waitMs);
    else this.#gather(drain, 1);
  }

  #gather(drain: () => void, turn: number) {
    const began = performance.now();
    setImmediate(() => {
      const isQuiet = turn > 1 && performance.now() - began < QUIET_MS;
      if (isQuiet || this.#hasWaited(GATHER_MS)) drain();
      else this.#gather(drain, turn + 1);
    });
  }

  #hasWaited(ms: number): boolean {
    const [first] = this.#waiting;
    return first !== undefined && performance.now() - first.submittedAt > ms;
  }

  async #drain() {
    const isOpen = this.#begin();
    if (isOpen) await this.#transaction(this.#waiting.splice(0, MAX_UNITS));
    if (this.#waiting.length > 0) return this.#drainLater(isOpen ? 0 : LOCK_RETRY_MS);
    this.#isDraining = false;
    for (const resolve of this.#idle.splice(0)) resolve();
  }

  /** False if no transaction could be opened: the units that are left wait for a lock. */
  #begin(): boolean {
    try {
      this.#steps.begin.run();
      return true;
    } catch (error) {
      this.#refuse(isLocked(error) ? this.#late() : this.#waiting.splice(0), error);
      return false;
    }
  }

  /** Takes the units that have waited for a lock as long as they may. */
  #late(): Unit[] {
    const limit = performance.now() - this.#lockWaitMs;
    const first = this.#waiting.findIndex(({ submittedAt }) => submittedAt > limit);
    return this.#waiting.splice(0, first === -1 ? this.#waiting.length : first);
  }

  #refuse(units: Unit[], error: unknown) {
    if (units.length === 0) return;
    const reason = this.#explain(error);
    for (const unit of units) unit.reject(reason);
  }

  async #transaction(units: Unit[]) {
    const answers: Answer[] = [];
    try {
      for (const unit of units) {
        this.#topics = new Set();
        this.#steps.savepoint.run();
        const outcome = await outcomeOf(unit.run(this.#store));
        answers.push(this.#end(unit, outcome));
        // It may continue until this turn of the loop ends: nothing else may be written meanwhile.
        if (outcome === undefined) break;
      }
      this.#steps.commit.run();
    } catch (error) {
      this.#refuse(units, error);
      if (this.#client.inTransaction) this.#steps.rollback.run();
      return;
    }
    for (const answer of answers) answer();
    this.#waiting.unshift(...units.slice(answers.length));
  }

  /** @throws what fails all units: SQLite can't undo this one alone then, or has given up the transaction already */
  #end(unit: Unit, outcome: UnitResult | undefined): Answer {
    if (!this.#client.inTransaction) throw outcome?.status === "rejected" ? outcome.reason : new UnitOver();
    if (outcome?.status === "fulfilled") {
      this.#steps.release.run();
      const topics = this.#topics;
      return () => {
        unit.resolve(outcome.value);
        for (const topic of topics) this.#notify(topic);
      };
    }
    const reason = outcome === undefined ? new ForeignAwaitError() : outcome.reason;
    if (isStorageFault(reason)) throw reason;
    this.#steps.undo.run();
    this.#steps.release.run();
    return () => unit.reject(this.#explain(reason));
  }
}

/** How a unit ended; undefined if it hasn't once all microtasks have run, and so awaits something else than its store. */
async function outcomeOf(running: Promise<unknown>): Promise<UnitResult | undefined> {
  let outcome: UnitResult | undefined;
  void Promise.allSettled([running]).then(([first]) => {
    outcome = first;
  });
  // A tick that a microtask asks for comes when no microtask is left.
  await new Promise<void>((resolve) => queueMicrotask(() => process.nextTick(resolve)));
  return outcome;
}
