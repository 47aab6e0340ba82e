import { readFileSync, statfsSync } from "node:fs";
import { freemem } from "node:os";

/** A folder in memory, on Linux. */
const FOLDER = "/dev/shm";
/** Several times what the tests' databases and ledgers take at once. */
const ENOUGH = 8 * 2 ** 30;

/** Lets tests keep their folders in memory, where there is enough of it: they wait for the disk at each commit and each ledger. */
export function useMemory(): void {
  if (process.env.TMPDIR !== undefined || freemem() < ENOUGH) return;
  try {
    const { bavail, bsize } = statfsSync(FOLDER);
    const [, options] = /^\S+ \/dev\/shm \S+ (\S+)/m.exec(readFileSync("/proc/mounts", "utf8")) ?? [];
    // Some tests start programs from their folder.
    if (bavail * bsize >= ENOUGH && options?.split(",").includes("noexec") === false) process.env.TMPDIR = FOLDER;
  } catch {
    // There is no such folder.
  }
}
