import { closeSync, fsyncSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { codesOf } from "../../../base/errors.ts";
import { DatabaseUnavailable, type StorageFault } from "../unavailable.ts";

/** A code that may have several causes has none here: the system's own error tells them apart. */
const FAULTS: [code: RegExp, fault: StorageFault | undefined][] = [
  [/^SQLITE_FULL/, "full"],
  [/^SQLITE_READONLY/, "read-only"],
  [/^SQLITE_(BUSY|LOCKED|PROTOCOL)/, "locked"],
  [/^SQLITE_(IOERR|CANTOPEN)/, undefined],
];

const FAULT_OF_ERRNO: Record<string, StorageFault> = {
  ENOSPC: "full",
  EDQUOT: "full",
  EFBIG: "full",
  EROFS: "read-only",
  EACCES: "read-only",
  EPERM: "read-only",
  EMFILE: "open-files",
  ENFILE: "open-files",
  ENOENT: "missing",
};

/** True if SQLite failed because of the machine, and not because of the statement. */
export const isStorageFault = (error: unknown): boolean => faultEntry(error) !== undefined;

export const isLocked = (error: unknown): boolean => faultEntry(error)?.fault === "locked";

/** Explains `error` if it is a storage fault of the database in `folder`; returns others unchanged. */
export function explainStorage(error: unknown, folder: string): unknown {
  const entry = faultEntry(error);
  if (entry === undefined) return error;
  const otherwise = entry.code.startsWith("SQLITE_CANTOPEN") ? "missing" : "failing";
  const fault = entry.fault ?? FAULT_OF_ERRNO[errorOf(folder) ?? ""] ?? otherwise;
  return new DatabaseUnavailable(fault, entry.code, error);
}

function faultEntry(error: unknown): { code: string; fault: StorageFault | undefined } | undefined {
  for (const code of codesOf(error)) {
    const entry = FAULTS.find(([pattern]) => pattern.test(code));
    if (entry) return { code, fault: entry[1] };
  }
  return undefined;
}

/**
 * The error that the system has for a file in `folder`; undefined if one can be written. SQLite keeps the number to itself:
 * SQLITE_IOERR_WRITE may be a broken disk, a read-only one or a quota. The file is never the database's: closing any handle of that
 * would drop SQLite's locks on it (https://sqlite.org/howtocorrupt.html, 2.2).
 */
function errorOf(folder: string): string | undefined {
  const path = join(folder, "write-test");
  try {
    const file = openSync(path, "w", 0o600);
    try {
      writeSync(file, "Written to find out why the database can't be written.\n");
      fsyncSync(file);
    } finally {
      closeSync(file);
      rmSync(path);
    }
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code;
  }
}
