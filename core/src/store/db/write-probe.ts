import type { Database } from "./database.ts";
import { writeFact } from "./write-fact.ts";

/** An answer is reused for this long, so that frequent checks don't write more. */
const FRESH_MS = 1_000;

/**
 * Finds out whether rows can be stored, by storing one: a full or broken disk, a read-only one and a lock show nowhere else. What is
 * rolled back would not do: SQLite writes to its log at the commit.
 */
export function createWriteProbe(commit: Database["commit"]): () => Promise<void> {
  let asked: Promise<void> | undefined;
  const write = () => commit((store) => writeFact(store, "written_at", new Date().toISOString()));
  const forget = () => {
    asked = undefined;
  };
  return () => {
    asked ??= write().finally(() => setTimeout(forget, FRESH_MS).unref());
    return asked;
  };
}
