import { accessSync, chmodSync, constants, existsSync, mkdirSync, statSync } from "node:fs";
import { dirname, join, sep } from "node:path";

/** The data folder can't be made; the message names it and the way out. */
export class DataFolderError extends Error {
  override name = "DataFolderError";
}

/** The database of a data folder. */
export const databasePath = (dataDir: string) => join(dataDir, "merit.db");

const reasons: Record<string, string> = {
  EEXIST: "a file is in its place",
  ENOTDIR: "a part of the path is a file",
  EACCES: "this user may not write there",
  EPERM: "this user may not write there",
  EROFS: "the file system is read-only",
  ENOENT: "no folder can be created there",
};

/** Creates the data folder where there is none yet, and closes it to all but its owner. @throws DataFolderError */
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
  if (!closeToOthers(folder, 0o700)) {
    throw new DataFolderError(
      `Others can read ${folder}, which holds keys and e-mail addresses, and this user may not change that: let its owner run chmod 700 ${folder}.`,
    );
  }
}

/** Leaves a file or folder to its owner alone, such as one that was made by hand. False if that isn't possible. */
export function closeToOthers(path: string, mode: number): boolean {
  if (process.platform === "win32") return true;
  const isClosed = () => (statSync(path).mode & 0o077) === 0;
  try {
    if (!isClosed()) chmodSync(path, mode);
    return isClosed();
  } catch {
    return false;
  }
}

/**
 * Finds out before the first backup whether it can be written. Only a folder below the data folder is made: another one that is
 * missing may be on a disk that isn't mounted.
 * @throws DataFolderError
 */
export function requireBackupFolder({
  backup: { folder },
  dataDir,
}: {
  backup: { folder: string };
  dataDir: string;
}): void {
  try {
    if (folder.startsWith(`${dataDir}${sep}`)) makePrivateFolder(folder);
    if (!statSync(folder).isDirectory()) throw Object.assign(new Error(), { code: "EEXIST" });
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code = "", message } = error as NodeJS.ErrnoException;
    const reason = code === "ENOENT" ? "there is no such folder" : (reasons[code] ?? message);
    throw new DataFolderError(
      `Backups can't be written to ${folder} (${reason}): mount its disk, create it for this user, or choose another folder with BACKUP_DIR or, for \`merit backup\`, --out.`,
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
