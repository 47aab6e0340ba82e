import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { writeFileAtomically } from "../../base/atomic-file.ts";

/** Written beside a backup once it is complete and checked: a file without a manifest is not a backup. */
const manifestSchema = z.strictObject({
  file: z.string().regex(/^[\w.-]+$/),
  created_at: z.iso.datetime(),
  bytes: z.int().positive(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** Migrations of the schema that it holds, by their time of creation. */
  migrations: z.array(z.int()),
  /** The deployment that the database is bound to: network and contracts. */
  identity: z.record(z.string(), z.string()),
});

export type BackupManifest = z.infer<typeof manifestSchema>;

/** A backup can't be made or used; the message names it and the way out. */
export class BackupError extends Error {
  override name = "BackupError";
}

const SUFFIX = ".json";
export const manifestPath = (file: string) => `${file}${SUFFIX}`;

/** Writes a manifest that only its owner can read, as the backup itself. */
export function writeBackupManifest(folder: string, manifest: BackupManifest): void {
  writeFileAtomically(manifestPath(join(folder, manifest.file)), `${JSON.stringify(manifest, null, 2)}\n`, 0o600);
}

/** @throws BackupError if there is none, or it is about another file */
export function readBackupManifest(file: string): BackupManifest {
  const path = manifestPath(file);
  if (!existsSync(path)) {
    throw new BackupError(`${path} is missing: a backup can't be checked without it. Put it beside ${file}.`);
  }
  const manifest = parse(path);
  if (!manifest) throw new BackupError(`${path} is broken: use another backup.`);
  return manifest;
}

/** True if it was made while the clock was ahead. */
export const isAhead = ({ created_at }: BackupManifest, now: Date) => Date.parse(created_at) > now.getTime();

function parse(path: string): BackupManifest | undefined {
  try {
    return manifestSchema.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch {
    return undefined;
  }
}

/**
 * The complete backups of a folder, newest first, and last those that were made while the clock was ahead: nobody knows when. A manifest
 * that names another file is ignored, or that file would be pruned.
 */
export function listBackups(folder: string, now: Date): BackupManifest[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith(`.db${SUFFIX}`))
    .flatMap((name) => {
      const manifest = parse(join(folder, name));
      return manifest && manifestPath(manifest.file) === name ? manifest : [];
    })
    .filter(({ file }) => existsSync(join(folder, file)))
    .sort((a, b) => Number(isAhead(a, now)) - Number(isAhead(b, now)) || b.created_at.localeCompare(a.created_at));
}
