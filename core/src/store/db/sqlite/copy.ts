import { createHash } from "node:crypto";
import { closeSync, createReadStream, fsyncSync, openSync, statSync } from "node:fs";
import { Worker } from "node:worker_threads";
import BetterSqlite3 from "better-sqlite3";
import { MOVED_AWAY, MOVED_TO, MovedDatabaseError } from "../moved.ts";
import { BrokenFileError } from "./broken-file.ts";

/** All pages in one step: a copy in several steps starts again whenever another connection has written in between. */
const ALL_PAGES = 0x7fff_ffff;
const BUSY_TIMEOUT_MS = 5_000;

export interface Copied {
  bytes: number;
  sha256: string;
  migrations: number[];
  identity: Record<string, string>;
}

/**
 * Copies a database as it is at one moment, also while it is written to, and checks the copy. It reads a snapshot: writers
 * don't wait. The copy needs no files beside it.
 * @throws BrokenFileError when the copy isn't sound; MovedDatabaseError
 */
export async function copyDatabase(source: string, target: string): Promise<Copied> {
  closeSync(openSync(target, "wx", 0o600));
  const from = new BetterSqlite3(source, { timeout: BUSY_TIMEOUT_MS, fileMustExist: true, readonly: true });
  try {
    await from.backup(target, { progress: () => ALL_PAGES });
  } finally {
    from.close();
  }
  const facts = checkDatabase(target);
  sync(target);
  return { ...facts, bytes: statSync(target).size, sha256: await hashFile(target) };
}

/** Bytes of a database with its log: a copy takes no more. */
export const databaseFileBytes = (path: string): number =>
  [path, `${path}-wal`].reduce((sum, each) => sum + (statSync(each, { throwIfNoEntry: false })?.size ?? 0), 0);

/** As `copyDatabase`, in a thread of its own, which ends when `signal` aborts. */
export function copyInThread(source: string, target: string, signal: AbortSignal): Promise<Copied> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const thread = new Worker(new URL("./copy-thread.ts", import.meta.url), { workerData: { source, target } });
    const stop = () => void thread.terminate();
    signal.addEventListener("abort", stop, { once: true });
    thread.once("message", resolve);
    thread.once("error", reject);
    thread.once("exit", () => {
      signal.removeEventListener("abort", stop);
      reject(new Error("the copy was interrupted"));
    });
  });
}

/** Looks through every page and reference. @throws BrokenFileError, MovedDatabaseError */
export function checkDatabase(path: string): Pick<Copied, "migrations" | "identity"> {
  const client = new BetterSqlite3(path, { fileMustExist: true });
  try {
    // The copy is marked as having a write-ahead log. Without the mark, the file is complete by itself.
    client.pragma("journal_mode = DELETE");
    const [first] = client.pragma("integrity_check(1)", { simple: false }) as { integrity_check: string }[];
    if (first?.integrity_check !== "ok") throw new BrokenFileError(`${path} is damaged: ${first?.integrity_check}`);
    const [dangling] = client.pragma("foreign_key_check") as { table: string }[];
    if (dangling)
      throw new BrokenFileError(`${path} is damaged: rows of ${dangling.table} refer to rows that don't exist`);
    if (client.prepare("select 1 from facts where name = ?").get(MOVED_TO)) throw new MovedDatabaseError(MOVED_AWAY);
    const migrations = client.prepare("select created_at as at from __drizzle_migrations order by created_at").all();
    const facts = client.prepare("select name, value from facts where name in ('passphrase', 'distribution')").all();
    return {
      migrations: (migrations as { at: number }[]).map(({ at }) => at),
      identity: Object.fromEntries(
        (facts as { name: string; value: string }[]).map(({ name, value }) => [name, value]),
      ),
    };
  } catch (error) {
    if (error instanceof BrokenFileError || error instanceof MovedDatabaseError) throw error;
    throw new BrokenFileError(`${path} is not a database of Merit: ${(error as Error).message}`, { cause: error });
  } finally {
    client.close();
  }
}

/** When the last connection closes, it writes the log into the database. A broken log is kept as it is. */
export function foldInLog(path: string): void {
  try {
    const client = new BetterSqlite3(path);
    client.pragma("wal_checkpoint(TRUNCATE)");
    client.close();
  } catch {
    // The database is about to be replaced, and may be too broken to open.
  }
}

export async function hashFile(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest("hex");
}

export function sync(path: string): void {
  const file = openSync(path, "r+");
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
