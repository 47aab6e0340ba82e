import { Outage } from "../../base/errors.ts";

/** Faults of the machine, such as a full disk. The database recovers without a restart once the cause is gone. */
export type StorageFault = "full" | "failing" | "read-only" | "locked" | "open-files" | "missing";

/** Messages for a database in a file. */
const EXPLANATIONS: Record<StorageFault, string> = {
  full: "The database can't be written: the disk of its data folder is full. Free space there.",
  failing: "The database can't be used: its disk reports I/O errors. Check the system's log and the disk.",
  "read-only":
    "The database can't be written: its data folder is read-only. Mount the file system for writing, and let the service's user write there.",
  locked:
    "The database can't be used: another process holds its lock. Close any other program that has it open, such as a sqlite3 shell.",
  "open-files":
    "The database can't be opened: this process has too many open files. Raise its limit (LimitNOFILE in systemd, ulimit -n).",
  missing:
    "The database can't be opened: its data folder is missing, or the service's user may not open it. Bring the folder back.",
};

/** The database can't be used at the moment; the message names the cause and the way out, for callers and operators alike. */
export class DatabaseUnavailable extends Outage {
  override name = "DatabaseUnavailable";
  readonly fault: StorageFault | "unreachable" | "refused" | "unseen";
  /** The database's own code, such as SQLITE_FULL. */
  readonly code: string;

  constructor(fault: StorageFault, code: string, cause: unknown);
  /** For a database on a server. */
  constructor(fault: DatabaseUnavailable["fault"], code: string, cause: unknown, explanation: string);
  constructor(fault: DatabaseUnavailable["fault"], code: string, cause: unknown, explanation?: string) {
    super(explanation ?? EXPLANATIONS[fault as StorageFault], { cause });
    this.fault = fault;
    this.code = code;
  }
}
