import { AsyncLocalStorage } from "node:async_hooks";
import type BetterSqlite3 from "better-sqlite3";

/** Units in one transaction: bounds how long the first of them waits for the last. */
const MAX_UNITS = 500;

/** A unit awaited something else than the store: all units of a commit would have waited for it. */
export class ForeignAwaitError extends Error {
  override name = "ForeignAwaitError";
  constructor() {
    super("A unit of work may await nothing but the store: move other calls before or after the commit.");
  }
}

interface Unit {
  run(): Promise<unknown>;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

type Outcome = { unit: Unit; value: unknown };

/**
 * Group commit: units queue up, one `BEGIN IMMEDIATE` runs many of them, a savepoint each, and one synced COMMIT
 * answers all. A unit that throws is rolled back alone. Nobody is answered before the COMMIT is on disk.
 */
export class GroupCommit {
  readonly #client: BetterSqlite3.Database;
  readonly #endReads: () => void;
  readonly #turn = new AsyncLocalStorage<Unit>();
  readonly #queue: Unit[] = [];
  readonly #steps: Record<"begin" | "commit" | "rollback" | "savepoint" | "release" | "undo", BetterSqlite3.Statement>;
  #current: Unit | undefined;
  #scheduled = false;
  #closed = false;
  #idle: (() => void)[] = [];

  /**
   * @param endReads ends what other connections of this process read: before a commit, since SQLite can't start its log anew
   *   beneath readers, and after it, so that whoever is told of it reads it
   */
  constructor(client: BetterSqlite3.Database, endReads: () => void) {
    this.#client = client;
    this.#endReads = endReads;
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
      this.#queue.push({ run, resolve: resolve as (value: unknown) => void, reject });
      this.#schedule();
    });
  }

  /** Refuses new units and resolves when the queued ones are answered. */
  close(): Promise<void> {
    this.#closed = true;
    if (!this.#scheduled) return Promise.resolve();
    return new Promise((resolve) => this.#idle.push(resolve));
  }

  /** Waits for the end of the event-loop turn, so that all requests of the turn share the commit. */
  #schedule() {
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => void this.#drain());
  }

  async #drain() {
    const units = this.#queue.splice(0, MAX_UNITS);
    await this.#transaction(units);
    this.#scheduled = false;
    if (this.#queue.length > 0) return this.#schedule();
    for (const resolve of this.#idle.splice(0)) resolve();
  }

  async #transaction(units: Unit[]) {
    const done: Outcome[] = [];
    const failed: { unit: Unit; error: unknown }[] = [];
    try {
      this.#endReads();
      this.#steps.begin.run();
      for (const unit of units) {
        try {
          done.push({ unit, value: await this.#savepoint(unit) });
        } catch (error) {
          failed.push({ unit, error });
        }
        // SQLite gives up the whole transaction on some errors (disk full, I/O): nothing of it may be answered as done.
        if (!this.#client.inTransaction) throw failed.at(-1)?.error ?? new Error("SQLite ended the transaction.");
      }
      this.#steps.commit.run();
    } catch (error) {
      if (this.#client.inTransaction) this.#steps.rollback.run();
      for (const unit of units) unit.reject(error);
      return;
    }
    this.#endReads();
    for (const { unit, error } of failed) unit.reject(error);
    for (const { unit, value } of done) unit.resolve(value);
  }

  async #savepoint(unit: Unit): Promise<unknown> {
    this.#steps.savepoint.run();
    this.#current = unit;
    try {
      const value = await withinTurn(() => this.#turn.run(unit, unit.run));
      this.#steps.release.run();
      return value;
    } catch (error) {
      if (this.#client.inTransaction) {
        this.#steps.undo.run();
        this.#steps.release.run();
      }
      throw error;
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
