import { chmodSync, copyFileSync, existsSync, linkSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { isNull } from "drizzle-orm";
import { databasePath, makeDataFolder } from "../../base/data-folder.ts";
import * as tokens from "../../context/auth/one-time-tokens.ts";
import { OPERATOR, record } from "../../store/audit/audit.ts";
import { knownMigrations } from "../../store/db/known-migrations.ts";
import { browserSessions } from "../../store/db/schema/browser-sessions.ts";
import { sessions } from "../../store/db/schema/users.ts";
import { checkDatabase, foldInLog, hashFile, sync } from "../../store/db/sqlite/copy.ts";
import { lockDataFolder } from "../../store/db/sqlite/lock.ts";
import { openDatabase } from "../../store/db/sqlite/open.ts";
import type { Store } from "../../store/db/store.ts";
import { BackupError, type BackupManifest, readBackupManifest } from "./manifest.ts";
import { markRestored } from "./reconcile.ts";

export interface RestoreRequest {
  /** The backup, with its manifest beside it. */
  file: string;
  /** Data folder of the network. */
  dataDir: string;
  /** Network and contracts that the data folder is about; null if nothing is to be compared. */
  identity: Record<string, string> | null;
  now: Date;
}

export interface Restored {
  manifest: BackupManifest;
  /** New path of the database that was there; null if there was none. */
  aside: string | null;
  /** Open sessions that were ended: some of them may have been ended since the backup already. */
  sessions: number;
}

/**
 * Replaces the database with a backup. Everything is checked on a copy first; the old database is moved aside, never
 * deleted. The service must not run.
 * @throws DataFolderInUseError while it runs, BackupError for a backup that is not what its manifest says, too new, or another deployment's, BrokenFileError for one that is damaged
 */
export async function restoreBackup({ file, dataDir, identity, now }: RestoreRequest): Promise<Restored> {
  if (!existsSync(file)) throw new BackupError(`There is no backup ${file}.`);
  const manifest = readBackupManifest(file);
  makeDataFolder(dataDir);
  const lock = lockDataFolder(dataDir);
  const draft = join(dataDir, `restore-${process.pid}.tmp`);
  try {
    copyFileSync(file, draft);
    // A copy has the mode of its original, and a backup may have come from anywhere.
    chmodSync(draft, 0o600);
    await check(draft, file, manifest, identity);
    const sessions = await settle(draft, basename(file), now);
    sync(draft);
    const aside = moveAside(dataDir, now);
    renameSync(draft, databasePath(dataDir));
    return { manifest, aside, sessions };
  } finally {
    for (const suffix of ["", "-wal", "-shm"]) rmSync(draft + suffix, { force: true });
    lock.release();
  }
}

async function check(
  draft: string,
  file: string,
  manifest: BackupManifest,
  identity: Record<string, string> | null,
): Promise<void> {
  if ((await hashFile(draft)) !== manifest.sha256) {
    throw new BackupError(`${file} does not match its manifest (its SHA-256 differs): use another backup.`);
  }
  const found = checkDatabase(draft);
  const known = new Set(knownMigrations().map(({ when }) => when));
  if (found.migrations.some((when) => !known.has(when))) {
    throw new BackupError(`${file} was made by a later version of Merit: restore it with that version.`);
  }
  for (const [name, value] of Object.entries(identity ?? {})) {
    if (found.identity[name] === undefined || found.identity[name] === value) continue;
    throw new BackupError(
      `${file} belongs to another deployment: its ${name} is "${found.identity[name]}", but that of this data folder is "${value}".`,
    );
  }
}

/** A log of the old database must never lie beside the new one: SQLite would write its pages into it. */
function moveAside(dataDir: string, now: Date): string | null {
  const path = databasePath(dataDir);
  if (!existsSync(path)) return null;
  foldInLog(path);
  const aside = newFolder(join(dataDir, `before-restore-${now.toISOString().replace(/[-:]|\.\d+/g, "")}`));
  for (const suffix of ["-wal", "-shm"]) {
    if (existsSync(path + suffix)) renameSync(path + suffix, databasePath(aside) + suffix);
  }
  // The file has both names until the new one takes this name: at no moment is there no database here.
  keepAs(path, databasePath(aside));
  return aside;
}

/** Another restore may have been broken off within the same second. */
function newFolder(path: string): string {
  for (let number = 1; ; number += 1) {
    const free = number === 1 ? path : `${path}-${number}`;
    try {
      mkdirSync(free, { mode: 0o700 });
      return free;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
}

function keepAs(path: string, name: string): void {
  try {
    linkSync(path, name);
  } catch {
    // A file system without hard links.
    copyFileSync(path, name);
  }
}

/**
 * Brings it to this version's schema, and removes what a backup must not restore: logins, and the right to pay, which the
 * worker gives again once it knows what was paid since.
 */
async function settle(path: string, file: string, now: Date): Promise<number> {
  const db = openDatabase(path);
  try {
    return await db.commit(async (store) => {
      const ended = await endLogins(store, now);
      await markRestored(store, now);
      const entry = { actor: OPERATOR, action: "backup.restore", subject: `backup:${file}` };
      await record(store, { ...entry, detail: { sessions_ended: ended }, now });
      return ended;
    });
  } finally {
    await db.close();
  }
}

/**
 * Ends the sessions, those of pages too, and mailed links of a database that was put back, since some may have ended meanwhile. Links that
 * give a changed address back stay.
 * @returns how many sessions of users
 */
export async function endLogins(store: Store, now: Date): Promise<number> {
  const ended = await store.update(sessions).set({ revoked_at: now }).where(isNull(sessions.revoked_at));
  await store.delete(browserSessions);
  await tokens.removeOfAll(store);
  return ended.changes;
}
