import { randomBytes } from "node:crypto";
import { readdirSync, renameSync, rmSync, statfsSync, statSync } from "node:fs";
import { join } from "node:path";
import { addDays, DAY_MS } from "../../base/days.ts";
import { copyDatabase, copyInThread, databaseFileBytes } from "../../store/db/sqlite/copy.ts";
import { BackupError, type BackupManifest, listBackups, manifestPath, writeBackupManifest } from "./manifest.ts";

const PART = ".part";
/** Age of files that a dead process left behind; younger ones may belong to a process at work. */
const LEFTOVER_MS = DAY_MS;

export interface BackupRequest {
  /** The database file. */
  source: string;
  /** Folder of the backup, as `requireBackupFolder` allows it. */
  folder: string;
  now: Date;
  /** If given, the work is done in a separate thread, which ends when the signal aborts. */
  signal?: AbortSignal;
}

/**
 * Makes a checked copy of the database as of now, with its manifest; it is complete or absent. It contains no keys.
 * @throws BrokenFileError; BackupError before it begins if there is no room; or the reason why the file can't be written
 */
export async function createBackup({ source, folder, now, signal }: BackupRequest): Promise<BackupManifest> {
  const { needed, free } = roomFor(source, folder);
  if (needed > free) {
    throw new BackupError(
      `A copy of the database takes ${needed} bytes, and the disk of ${folder} has ${free} left: free some, lower BACKUP_KEEP, or set BACKUP_DIR to another disk.`,
    );
  }
  const stamp = now.toISOString().replace(/[-:]|\.\d+/g, "");
  const file = `merit-${stamp}-${randomBytes(2).toString("hex")}.db`;
  const part = join(folder, file + PART);
  try {
    const copied = signal ? await copyInThread(source, part, signal) : await copyDatabase(source, part);
    renameSync(part, join(folder, file));
    const manifest = { file, created_at: now.toISOString(), ...copied };
    writeBackupManifest(folder, manifest);
    return manifest;
  } finally {
    for (const leftover of [part, `${part}-journal`, `${part}-wal`, `${part}-shm`]) rmSync(leftover, { force: true });
  }
}

function roomFor(source: string, folder: string): { needed: number; free: number } {
  const { blocks, bavail, bsize } = statfsSync(folder);
  // Some network disks say 0 of 0.
  return { needed: databaseFileBytes(source), free: blocks === 0 ? Number.POSITIVE_INFINITY : bavail * bsize };
}

interface Rule {
  keep: number;
  keepDays: number;
  now: Date;
}

/** If the next backup doesn't fit on the disk, removes those first that it makes superfluous. @returns names of removed backups */
export function makeRoom(source: string, folder: string, { keep, ...rule }: Rule): string[] {
  const { needed, free } = roomFor(source, folder);
  return needed > free ? pruneBackups(folder, { keep: keep - 1, ...rule }) : [];
}

/** Removes backups that are too old or too many, never the newest, and half-made ones. @returns names of removed backups */
export function pruneBackups(folder: string, { keep, keepDays, now }: Rule): string[] {
  const limit = addDays(now, -keepDays).toISOString();
  const old = listBackups(folder, now)
    .slice(1)
    .filter(({ created_at }, index) => index + 1 >= keep || created_at < limit)
    .map(({ file }) => file);
  for (const file of old) {
    // The manifest goes first: after a crash in between, the rest doesn't count as a backup.
    rmSync(manifestPath(join(folder, file)));
    rmSync(join(folder, file));
  }
  removeLeftovers(folder, now);
  return old;
}

function removeLeftovers(folder: string, now: Date): void {
  for (const name of readdirSync(folder).filter((name) => /^merit-.*\.db(\.part(-journal|-wal|-shm)?)?$/.test(name))) {
    const path = join(folder, name);
    if (listBackups(folder, now).some(({ file }) => file === name)) continue;
    if (now.getTime() - statSync(path).mtimeMs > LEFTOVER_MS) rmSync(path);
  }
}
