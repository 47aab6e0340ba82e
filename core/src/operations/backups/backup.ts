import { randomBytes } from "node:crypto";
import { readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { makePrivateFolder } from "../../base/data-folder.ts";
import { addDays, DAY_MS } from "../../base/days.ts";
import { copyDatabase, copyInThread } from "../../store/db/sqlite/copy.ts";
import { type BackupManifest, listBackups, manifestPath, writeBackupManifest } from "./manifest.ts";

const PART = ".part";
/** Age of files that a dead process left behind; younger ones may belong to a process at work. */
const LEFTOVER_MS = DAY_MS;

export interface BackupRequest {
  /** The database file. */
  source: string;
  /** Folder of the backup; made if it isn't there. */
  folder: string;
  now: Date;
  /** If given, the work is done in a separate thread, which ends when the signal aborts. */
  signal?: AbortSignal;
}

/**
 * Makes a checked copy of the database as of now, with its manifest; it is complete or absent. It contains no keys.
 * @throws BrokenFileError, or the reason why the file can't be written
 */
export async function createBackup({ source, folder, now, signal }: BackupRequest): Promise<BackupManifest> {
  makePrivateFolder(folder);
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

/** Removes backups that are too old or too many, never the newest, and half-made ones. @returns names of removed backups */
export function pruneBackups(
  folder: string,
  { keep, keepDays, now }: { keep: number; keepDays: number; now: Date },
): string[] {
  const limit = addDays(now, -keepDays).toISOString();
  const old = listBackups(folder)
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
    if (listBackups(folder).some(({ file }) => file === name)) continue;
    if (now.getTime() - statSync(path).mtimeMs > LEFTOVER_MS) rmSync(path);
  }
}
