import { setTimeout as sleep } from "node:timers/promises";
import type { Client, QueryResult } from "pg";
import { codesOf } from "../../../base/errors.ts";
import type { Topic } from "../../../base/wake.ts";
import { ForeignAwaitError } from "../database.ts";
import { databaseTime } from "../dialect.ts";
import type { Store } from "../store.ts";
import { DatabaseUnavailable } from "../unavailable.ts";
import { explainPostgres, isLost } from "./faults.ts";
import { notification } from "./listen.ts";
import { createStore } from "./store.ts";
import { textFor } from "./text.ts";
import { RunningUnit, UnitOver } from "./units.ts";

/** Most units in one transaction. PostgreSQL keeps up to 64 savepoints in memory; with more, all sessions get slower. */
const MAX_UNITS = 60;

/** "merit" in ASCII: commits of all processes on a database wait for each other by this lock. */
export const COMMIT_LOCK = 0x6d_65_72_69_74;

const LOCKED = `begin isolation level read committed; select pg_advisory_xact_lock(${COMMIT_LOCK})`;

/** The lock comes first: what a unit reads is then the newest. */
const BEGIN = `${LOCKED}; savepoint unit`;

/**
 * Part of each transaction: a row that says later whether it was stored, to whichever server is there by then. The number that PostgreSQL
 * gives to a transaction can't say that: after a crash or on a standby, the next one may get the same number. All commits write, so
 * each waits for the standby that `synchronous_standby_names` asks for, also one that only reads what another has written.
 */
const MARK = `insert into last_commits (id, number, committed_at) values ($1, $2, ${textFor(databaseTime())})
  on conflict (id) do update set number = excluded.number, committed_at = excluded.committed_at`;

/** How long the outcome of a COMMIT is asked for whose connection broke. */
const OUTCOME_WAIT_MS = 15_000;
const OUTCOME_RETRY_MS = 100;

interface Unit {
  run(store: Store): Promise<unknown>;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/** Answers a unit, once the commit that it is part of is on disk. */
type Answer = () => void;

/**
 * Group commit on one connection: units wait for each other, one transaction runs many of them, a savepoint each, and one COMMIT
 * answers all. An advisory lock does the same between processes, so that commits come one after the other, as on SQLite: ids and
 * events rise in the order of the commits.
 */
export class Lane {
  readonly #connect: () => Promise<Client>;
  readonly #notify: (topic: Topic) => void;
  readonly #sender: string;
  readonly #losses = new Set<() => void>();
  readonly #store: Store;
  readonly #waiting: Unit[] = [];
  #client: Client | undefined;
  /** Topics that the running unit notifies once it is on disk. */
  #topics = new Set<Topic>();
  /** Number of the last transaction. */
  #number = 0;
  #isDraining = false;
  #closed = false;
  #idle: (() => void)[] = [];

  /**
   * @param connect opens a connection in pipeline mode: a savepoint is sent together with the unit's first statement
   * @param notify is called after the commit, with each topic that a unit notified
   * @param sender a name that nobody else has: it tells other processes who notifies these topics
   */
  constructor(connect: () => Promise<Client>, notify: (topic: Topic) => void, sender: string) {
    this.#connect = connect;
    this.#notify = notify;
    this.#sender = sender;
    this.#store = createStore({
      run: (statement) =>
        RunningUnit.statement(() => {
          if (!this.#client) throw new UnitOver();
          return this.#client.query(statement);
        }),
      notify: (topic) => {
        if (!RunningUnit.current) throw new UnitOver();
        this.#topics.add(topic);
      },
    });
  }

  submit<T>(run: (store: Store) => Promise<T>): Promise<T> {
    if (this.#closed) return Promise.reject(new Error("The database is closed."));
    // Inside a unit this would wait for the commit that the unit is part of.
    if (RunningUnit.current) return Promise.reject(new ForeignAwaitError());
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({ run, resolve: resolve as (value: unknown) => void, reject });
      if (this.#isDraining) return;
      this.#isDraining = true;
      // The end of the event-loop turn: all requests of the turn share the commit.
      setImmediate(() => void this.#drain());
    });
  }

  /** See `Database.onLoss`. */
  onLoss(listener: () => void): () => void {
    this.#losses.add(listener);
    return () => void this.#losses.delete(listener);
  }

  /** Refuses new units, and resolves when those that wait are answered and the connection is closed. */
  async close(): Promise<void> {
    this.#closed = true;
    if (this.#isDraining) await new Promise<void>((resolve) => this.#idle.push(() => resolve()));
    const client = this.#client;
    this.#client = undefined;
    await client?.end();
  }

  async #drain(): Promise<void> {
    while (this.#waiting.length > 0) {
      try {
        this.#client ??= await this.#open();
      } catch (error) {
        refuse(this.#waiting.splice(0), error);
        continue;
      }
      await this.#transaction(this.#client, this.#waiting.splice(0, MAX_UNITS));
    }
    this.#isDraining = false;
    for (const resolve of this.#idle.splice(0)) resolve();
  }

  async #open(): Promise<Client> {
    const client = await this.#connect();
    const lose = () => this.#lose(client);
    client.once("error", lose).once("end", lose);
    return client;
  }

  #lose(client: Client): void {
    if (this.#client !== client) return;
    this.#client = undefined;
    for (const listener of this.#losses) listener();
  }

  async #transaction(client: Client, units: Unit[]): Promise<void> {
    let answers: Answer[];
    try {
      await client.query(BEGIN);
      answers = await this.#run(client, units);
    } catch (error) {
      await this.#end(client, error);
      return refuse(units, error);
    }
    this.#number += 1;
    try {
      await Promise.all([
        client.query({ name: "mark", text: MARK, values: [this.#sender, this.#number] }),
        commit(client),
      ]);
    } catch (error) {
      await this.#end(client, error);
      try {
        if (!(await this.#isStored())) return refuse(units, error);
      } catch (unknown) {
        return refuse(units, unknown);
      }
    }
    for (const answer of answers) answer();
  }

  /** Runs the units one after the other, each from a savepoint on. @throws what fails all of them: the connection is lost */
  async #run(client: Client, units: Unit[]): Promise<Answer[]> {
    const answers: Answer[] = [];
    const notified = new Set<Topic>();
    for (const [index, unit] of units.entries()) {
      // Not awaited: the unit's first statement follows it, and fails if the connection is lost.
      if (index > 0) client.query("savepoint unit").catch(() => {});
      const topics = new Set<Topic>();
      this.#topics = topics;
      const running = new RunningUnit();
      const outcome = await running.outcome(() => unit.run(this.#store));
      if (this.#client !== client) throw lost(outcome);
      if (outcome?.status === "fulfilled" && !(running.hasFailed && (await isGivenUp(client)))) {
        client.query("release unit").catch(() => {});
        for (const topic of topics) notified.add(topic);
        answers.push(() => {
          unit.resolve(outcome.value);
          for (const topic of topics) this.#notify(topic);
        });
      } else {
        await client.query("rollback to unit; release unit");
        const reason = outcome === undefined ? new ForeignAwaitError() : reasonOf(outcome);
        answers.push(() => unit.reject(explainPostgres(reason)));
      }
    }
    // Not awaited: COMMIT follows it.
    if (notified.size > 0) client.query(notification(this.#sender, notified)).catch(() => {});
    return answers;
  }

  /** Leaves no transaction open behind. */
  async #end(client: Client, error: unknown): Promise<void> {
    try {
      if (!isLost(error)) return void (await client.query("rollback"));
    } catch {
      // The connection broke during the rollback.
    }
    this.#lose(client);
    client.end().catch(() => {});
  }

  /**
   * True if the last transaction was stored, whatever its COMMIT was answered. The lock is free once that transaction has ended. The
   * question is a commit itself: on a server with a synchronous standby it is answered once the standby has that transaction, too.
   * @throws DatabaseUnavailable if nobody can say
   */
  async #isStored(): Promise<boolean> {
    const limit = performance.now() + OUTCOME_WAIT_MS;
    const mark = `id = '${this.#sender}' and number = ${this.#number}`;
    const question = `${LOCKED}; update last_commits set number = number where ${mark}; commit`;
    for (;;) {
      let cause: unknown;
      try {
        this.#client ??= await this.#open();
        const client = this.#client;
        try {
          const [, , updated, ended] = (await client.query(question)) as unknown as QueryResult[];
          if (ended?.command === "COMMIT") return updated?.rowCount === 1;
        } catch (error) {
          await this.#end(client, error);
          throw error;
        }
      } catch (error) {
        cause = error;
      }
      if (performance.now() > limit) throw new DatabaseUnavailable("unreachable", "08007", cause, UNKNOWN);
      await sleep(OUTCOME_RETRY_MS);
    }
  }
}

const UNKNOWN =
  "The connection to the database broke during a commit, and the server didn't come back in time to say whether it is stored. Repeat the request with its key: what is stored is not done twice.";

function refuse(units: Unit[], error: unknown): void {
  const reason = explainPostgres(error);
  for (const unit of units) unit.reject(reason);
}

/** True if a failed statement has ended the transaction, up to the next savepoint. */
async function isGivenUp(client: Client): Promise<boolean> {
  try {
    await client.query("select 1");
    return false;
  } catch (error) {
    if (codesOf(error).includes("25P02")) return true;
    throw error;
  }
}

async function commit(client: Client): Promise<void> {
  const { command } = await client.query("commit");
  // PostgreSQL answers ROLLBACK if it had given up the transaction.
  if (command !== "COMMIT") throw new Error(`PostgreSQL answered COMMIT with ${command}.`);
}

const reasonOf = (outcome: PromiseSettledResult<unknown>): unknown =>
  outcome.status === "rejected"
    ? outcome.reason
    : new Error("A statement of the unit failed, and the unit went on. Use unlessTaken or undoneIfRefused.");

const lost = (outcome: PromiseSettledResult<unknown> | undefined): unknown =>
  outcome?.status === "rejected" && isLost(outcome.reason)
    ? outcome.reason
    : Object.assign(new Error("The connection to PostgreSQL was lost."), { code: "08006" });
