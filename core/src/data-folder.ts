import { existsSync, mkdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";

/** The data folder can't be made; the message names it and the way out. */
export class DataFolderError extends Error {
  override name = "DataFolderError";
}

/** The database of a data folder. */
export const databasePath = (dataDir: string) => join(dataDir, "merit.db");

const reasons: Record<string, string> = {
  EEXIST: "a file is in its place",
  ENOTDIR: "a part of the path is a file",
  EACCES: "this user may not create it",
  EPERM: "this user may not create it",
  EROFS: "the file system is read-only",
  ENOENT: "no folder can be created there",
};

/** Creates the data folder, open to its owner alone, where there is none yet. @throws DataFolderError */
export function makeDataFolder(folder: string): void {
  try {
    makePrivateFolder(folder);
  } catch (error) {
    const { code = "", message } = error as NodeJS.ErrnoException;
    throw new DataFolderError(
      `${folder} can't be the data folder (${reasons[code] ?? message}): choose another with --data or MERIT_DATA_DIR.`,
      { cause: error },
    );
  }
}

/**
 * Creates a folder and those above it, open to their owner alone, where there are none yet. Node's own recursive `mkdir`
 * never returns where the file system answers ENOENT, as `/proc` does.
 */
export function makePrivateFolder(folder: string): void {
  if (existsSync(folder) && statSync(folder).isDirectory()) return;
  const parent = dirname(folder);
  if (!existsSync(parent)) makePrivateFolder(parent);
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another process may have been quicker.
    if (!existsSync(folder) || !statSync(folder).isDirectory()) throw error;
  }
}
