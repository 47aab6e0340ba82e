import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Client } from "pg";
import { OperatorError } from "../../../base/errors.ts";
import { COMMIT_LOCK } from "./lane.ts";

const FOLDER = new URL("./migrations/", import.meta.url);
const TABLE = "drizzle.__drizzle_migrations";

/** The database was migrated for newer versions only. */
export class VersionTooOld extends OperatorError {
  override name = "VersionTooOld";
  constructor(needed: string) {
    super(
      `This version of Merit is too old for the database: it needs one with the migration ${needed}. Start the version that the other processes have.`,
    );
  }
}

/**
 * Brings the schema up to date. A schema that is newer than this version is used as it is, unless a migration says that older versions
 * can't (`rolling.test.ts`).
 * @throws VersionTooOld
 */
export async function migrate(client: Client): Promise<void> {
  const { entries } = JSON.parse(readFileSync(new URL("meta/_journal.json", FOLDER), "utf8")) as {
    entries: { when: number; tag: string }[];
  };
  const newest = entries.at(-1)?.when ?? 0;
  if ((await lastOf(client)) < newest) {
    // Loaded where a schema is brought up to date: it takes longer than a short command.
    const { drizzle } = await import("drizzle-orm/node-postgres");
    const { migrate } = await import("drizzle-orm/node-postgres/migrator");
    // One process at a time does it. Other processes, of older versions too, commit before or after: otherwise a commit and a migration
    // could wait for each other's tables.
    await client.query(`select pg_advisory_lock(${COMMIT_LOCK})`);
    await migrate(drizzle(client), { migrationsFolder: fileURLToPath(FOLDER) });
    await client.query(`select pg_advisory_unlock(${COMMIT_LOCK})`);
  }
  const { rows } = await client.query(`select obj_description('${TABLE}'::regclass) as needed`);
  const needed = rows[0]?.needed ?? null;
  if (needed !== null && !entries.some(({ tag }) => tag === needed)) throw new VersionTooOld(needed);
}

/** When the last migration that the database has was made. */
async function lastOf(client: Client): Promise<number> {
  const { rows: found } = await client.query(`select to_regclass('${TABLE}')::text as name`);
  if (found[0]?.name === null) return 0;
  const { rows } = await client.query(`select max(created_at)::text as last from ${TABLE}`);
  return Number(rows[0]?.last ?? 0);
}
