import { mkdirSync } from "node:fs";

/** The data folder can't be made; the message names it and the way out. */
export class DataFolderError extends Error {
  override name = "DataFolderError";
}

const reasons: Record<string, string> = {
  EEXIST: "a file is in its place",
  ENOTDIR: "a part of the path is a file",
  EACCES: "this user may not create it",
  EPERM: "this user may not create it",
  EROFS: "the file system can't be written",
};

/** Creates the data folder, open to its owner alone, where there is none yet. @throws DataFolderError */
export function makeDataFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    const { code = "", message } = error as NodeJS.ErrnoException;
    throw new DataFolderError(
      `${folder} can't be the data folder (${reasons[code] ?? message}): choose another by --data or MERIT_DATA_DIR.`,
      { cause: error },
    );
  }
}
