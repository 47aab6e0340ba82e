import type { Database } from "./database.ts";

/** Reads one after the other. Calls of one key share the next one: it reads what was committed before any of them. */
export function readInTurn(read: Database["read"]): Database["readAside"] {
  let last: Promise<unknown> = Promise.resolve();
  /** Those that haven't begun. */
  const waiting = new Map<string, Promise<unknown>>();
  return <T>(key: string, query: Parameters<typeof read<T>>[0]) => {
    const known = waiting.get(key) as Promise<T> | undefined;
    if (known) return known;
    const next = last.then(() => {
      waiting.delete(key);
      return read(query);
    });
    waiting.set(key, next);
    last = next.catch(() => {});
    return next;
  };
}
