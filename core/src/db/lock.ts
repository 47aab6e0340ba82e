import { mkdirSync } from "node:fs";
import { join } from "node:path";
import BetterSqlite3 from "better-sqlite3";

/** Another process works on this data folder. */
export class DataFolderInUseError extends Error {
  override name = "DataFolderInUseError";
}

export interface DataFolderLock {
  release(): void;
}

/** Keeps the handles reachable: one that is collected as garbage is closed, and its lock gone. */
const held = new Set<BetterSqlite3.Database>();

/**
 * Takes the data folder for this process: two workers on one database would pay from the same queue.
 * The lock is SQLite's own on a file beside the database; the system frees it when the process ends, however it ends.
 * @throws DataFolderInUseError
 */
export function lockDataFolder(folder: string): DataFolderLock {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const client = new BetterSqlite3(join(folder, "lock.db"), { timeout: 0 });
  try {
    client.pragma("journal_mode = DELETE");
    client.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    client.close();
    if ((error as { code?: string }).code !== "SQLITE_BUSY") throw error;
    throw new DataFolderInUseError(
      `${folder} is in use by another Merit process: stop that one, or set MERIT_DATA_DIR to another folder.`,
    );
  }
  held.add(client);
  return {
    release() {
      held.delete(client);
      client.close();
    },
  };
}
