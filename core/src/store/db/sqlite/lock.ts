import { join } from "node:path";
import BetterSqlite3 from "better-sqlite3";
import { makeDataFolder } from "../../../base/data-folder.ts";
import { aboutFile } from "./broken-file.ts";

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
 * @throws DataFolderInUseError, DataFolderError, BrokenFileError
 */
export function lockDataFolder(folder: string): DataFolderLock {
  makeDataFolder(folder);
  const client = lock(folder);
  held.add(client);
  return {
    release() {
      held.delete(client);
      client.close();
    },
  };
}

function lock(folder: string): BetterSqlite3.Database {
  const path = join(folder, "lock.db");
  let client: BetterSqlite3.Database | undefined;
  try {
    client = new BetterSqlite3(path, { timeout: 0 });
    client.pragma("journal_mode = DELETE");
    client.exec("BEGIN EXCLUSIVE");
    return client;
  } catch (error) {
    client?.close();
    if ((error as { code?: string }).code === "SQLITE_BUSY") {
      throw new DataFolderInUseError(
        `${folder} is in use by another Merit process: stop that one, or set MERIT_DATA_DIR to another folder.`,
      );
    }
    throw aboutFile(path, error, "remove it (it holds no data), and make sure that this user may write to the folder.");
  }
}
