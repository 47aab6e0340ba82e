import type { Database } from "./database.ts";

interface Waiting {
  answer: Promise<unknown>;
  begin(): Promise<void>;
}

/**
 * Reads one after the other, each owner in turn. Calls of one key share a read that hasn't begun: it reads what was committed before any
 * of them.
 */
export function readInTurn(read: Database["read"]): Database["readAside"] {
  /** The next owner's first, each with its reads by their keys. */
  const waiting = new Map<string, Map<string, Waiting>>();
  let isReading = false;

  async function readAll(): Promise<void> {
    isReading = true;
    // Goes on to those that are set meanwhile.
    for (const [owner, reads] of waiting) {
      waiting.delete(owner);
      const [next] = reads;
      if (!next) continue;
      reads.delete(next[0]);
      if (reads.size > 0) waiting.set(owner, reads);
      await next[1].begin();
    }
    isReading = false;
  }

  return <T>(owner: string, key: string, query: Parameters<typeof read<T>>[0]) => {
    const reads = waiting.get(owner) ?? new Map<string, Waiting>();
    const known = reads.get(key);
    if (known) return known.answer as Promise<T>;
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    reads.set(key, { answer: promise, begin: () => read(query).then(resolve, reject) });
    waiting.set(owner, reads);
    if (!isReading) void readAll();
    return promise;
  };
}
