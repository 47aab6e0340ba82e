/**
 * Notifications: a queue has work, an issuance is settled. On PostgreSQL those of a commit reach all processes, the others this one.
 * They only shorten a wait; the database says what is true, so a lost one costs time and nothing else.
 */
export interface Wake {
  /** In a unit of work, use `Store.notify` instead. */
  notify(topic: Topic): void;
  /** Subscribe before you look at the database: a notification that comes in between is kept for `next`. */
  subscribe(topic: Topic): Subscription;
}

export interface Subscription extends Disposable {
  /** True once notified (at once if that happened since the last call), false after `timeoutMs` or abort. */
  next(options: { timeoutMs: number; signal?: AbortSignal }): Promise<boolean>;
}

export type Topic =
  | `queue:${string}`
  | `issuance:${number}`
  | "transaction:landed"
  | "events"
  | `events:${string}`
  | "contract-events"
  | "leaderboard"
  | "all";

export const topics = {
  queue: (queue: string): Topic => `queue:${queue}`,
  issuance: (id: number): Topic => `issuance:${id}`,
  /** A transaction of ours is on the ledger, so its events can be read. */
  landed: "transaction:landed",
  /** There are new events (event-log/store.ts). */
  events: "events",
  /** Topic of one owner's new events, for readers that others' events don't wake. */
  eventsOf: (owner: "merchant" | "user", id: number): Topic => `events:${owner}:${id}`,
  /** More events of contracts have been stored. */
  contractEvents: "contract-events",
  /** The leaderboard is due to be computed, by each process that shows it. */
  leaderboard: "leaderboard",
  /** Every topic at once: notifications may have been lost. */
  all: "all",
} as const;

export function createWake(): Wake {
  const subscribers = new Map<Topic, Set<Latch>>();
  return {
    notify(topic) {
      const notified = topic === topics.all ? subscribers.values() : [subscribers.get(topic) ?? []];
      for (const latches of notified) for (const latch of latches) latch.set();
    },
    subscribe(topic) {
      const latch = new Latch();
      const latches = subscribers.get(topic) ?? new Set();
      subscribers.set(topic, latches.add(latch));
      return {
        next: (options) => latch.wait(options),
        [Symbol.dispose]() {
          latches.delete(latch);
          if (latches.size === 0 && subscribers.get(topic) === latches) subscribers.delete(topic);
        },
      };
    },
  };
}

class Latch {
  #on = false;
  #waiting = new Set<() => void>();

  set() {
    this.#on = true;
    for (const release of this.#waiting) release();
  }

  wait({ timeoutMs, signal }: { timeoutMs: number; signal?: AbortSignal }): Promise<boolean> {
    return new Promise((resolve) => {
      const finish = () => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", finish);
        this.#waiting.delete(finish);
        const on = this.#on;
        this.#on = false;
        resolve(on);
      };
      const timer = setTimeout(finish, timeoutMs);
      if (this.#on || signal?.aborted) return finish();
      signal?.addEventListener("abort", finish);
      this.#waiting.add(finish);
    });
  }
}
