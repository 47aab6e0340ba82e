import { setTimeout as pause, setImmediate as turn } from "node:timers/promises";
import type { Chain } from "../../ledger/chain/chain.ts";
import { RpcUnavailable } from "../../ledger/chain/errors.ts";
import type { Database } from "../../store/db/database.ts";
import type { Store } from "../../store/db/store.ts";
import { type Difference, keyOf } from "./differences.ts";

/** Rewards confirmed, and events of ledgers closed, from `from` on and before `to`. Absent: all. */
export interface Period {
  from?: Date | undefined;
  to?: Date | undefined;
}

export interface Sources {
  db: Pick<Database, "read">;
  chain: Chain;
}

export interface Watcher {
  /** Called repeatedly with the progress so far. */
  progress?(compared: Readonly<Compared>): void;
  signal?: AbortSignal;
  /** Pause between two readings, and before a request is repeated; for tests. */
  pauseMs?: number;
}

export interface Compared {
  campaigns: number;
  rewards: number;
  marks: number;
  events: number;
}

const PAUSE_MS = 1_000;
/** A request without an answer is repeated after 1, 2 and 4 pauses. */
const RETRIES = 3;
/** Most differences that are listed; the others are only counted. */
const MOST_LISTED = 1_000;

/** One comparison. Differences are checked twice: what was under way has arrived by then, and real differences remain. */
export class Run {
  readonly chain: Chain;
  readonly period: Period;
  readonly compared: Compared = { campaigns: 0, rewards: 0, marks: 0, events: 0 };
  readonly notCompared = new Set<string>();
  readonly differences: Difference[] = [];
  /** How many there are, listed or not. */
  total = 0;
  readonly #db: Sources["db"];
  readonly #watcher: Watcher;

  constructor({ db, chain }: Sources, period: Period, watcher: Watcher) {
    this.chain = chain;
    this.period = period;
    this.#db = db;
    this.#watcher = watcher;
  }

  /** Reads the database, after other work of this process had its turn. */
  async read<T>(query: (store: Store) => Promise<T>): Promise<T> {
    await turn();
    this.#watcher.signal?.throwIfAborted();
    this.#watcher.progress?.(this.compared);
    return this.#db.read(query);
  }

  /** Makes a request to the node, several times if it doesn't answer. @throws RpcUnavailable */
  async ask<T>(question: () => Promise<T>): Promise<T> {
    for (let tries = 0; ; tries++) {
      try {
        return await question();
      } catch (error) {
        if (!(error instanceof RpcUnavailable) || tries === RETRIES) throw error;
        await this.wait(2 ** tries);
      }
    }
  }

  async wait(pauses: number): Promise<void> {
    const { pauseMs = PAUSE_MS, signal } = this.#watcher;
    await pause(pauses * pauseMs, undefined, signal && { signal });
  }

  /** Records the differences that both readings show. @returns these */
  async twice(look: () => Promise<Difference[]>): Promise<Difference[]> {
    const first = await look();
    if (first.length === 0) return first;
    await this.wait(1);
    const seen = new Set(first.map(keyOf));
    const both = (await look()).filter((difference) => seen.has(keyOf(difference)));
    this.differences.push(...both.slice(0, MOST_LISTED - this.differences.length));
    this.total += both.length;
    return both;
  }
}
