import { setTimeout as pause } from "node:timers/promises";
import { problem } from "../../base/errors.ts";
import type { Database } from "./database.ts";

/** Reads of one owner that may wait. */
const MOST_WAITING = 10;

interface Waiting {
  answer: Promise<unknown>;
  begin(): Promise<void>;
}

/**
 * Reads one after the other, each owner in turn. Calls of one key share a read that hasn't begun: it reads what was committed before any
 * of them.
 * @param rests whether each read is followed by a pause as long as it took
 * @throws Problem 429 if too many reads of the owner wait
 */
export function readInTurn(read: Database["read"], rests = false): Database["readAside"] {
  /** Each owner's reads by their keys, in the order of the owners' turns. */
  const waiting = new Map<string, Map<string, Waiting>>();
  let isReading = false;

  async function readAll(): Promise<void> {
    isReading = true;
    // The loop also visits owners that are added while it runs.
    for (const [owner, reads] of waiting) {
      waiting.delete(owner);
      const [next] = reads;
      if (!next) continue;
      reads.delete(next[0]);
      if (reads.size > 0) waiting.set(owner, reads);
      const began = performance.now();
      await next[1].begin();
      if (rests) await pause(performance.now() - began);
    }
    isReading = false;
  }

  return async <T>(owner: string, key: string, query: Parameters<typeof read<T>>[0]) => {
    const reads = waiting.get(owner) ?? new Map<string, Waiting>();
    const known = reads.get(key);
    if (known) return known.answer as Promise<T>;
    if (reads.size === MOST_WAITING) throw tooManyWait();
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    reads.set(key, { answer: promise, begin: () => read(query).then(resolve, reject) });
    waiting.set(owner, reads);
    if (!isReading) void readAll();
    return promise;
  };
}

const tooManyWait = () =>
  problem(
    429,
    "too_many_requests",
    "Too many requests",
    `${MOST_WAITING} of your sums and lists of a period are waiting already. Try again in a few seconds.`,
    { headers: { "Retry-After": "5" } },
  );
