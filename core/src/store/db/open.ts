import { databasePath } from "../../base/data-folder.ts";
import type { Settings } from "../../base/settings/settings.ts";
import type { Wake } from "../../base/wake.ts";
import type { Database } from "./database.ts";
import { openPostgres } from "./postgres/open.ts";
import { openDatabase as openFile } from "./sqlite/open.ts";

/**
 * The database of the settings, at its newest schema: a file in the data folder, or one of PostgreSQL, which is connected when it is
 * first used.
 * @param notify is called after a commit, with each topic that its unit notified
 * @param lockWaitMs how long a commit waits for another process to leave the file; a few seconds by default
 * @throws BrokenFileError, DatabaseUnavailable
 */
export function openDatabase(
  { dataDir, databaseUrl }: Pick<Settings, "dataDir" | "databaseUrl">,
  notify?: Wake["notify"],
  lockWaitMs?: number,
): Database {
  return databaseUrl === null ? openFile(databasePath(dataDir), notify, lockWaitMs) : openPostgres(databaseUrl, notify);
}

/** The kind and place of the database, for people: without the password. */
export function describeDatabase({ dataDir, databaseUrl }: Pick<Settings, "dataDir" | "databaseUrl">): string {
  if (databaseUrl === null) return `SQLite, ${databasePath(dataDir)}`;
  const url = new URL(databaseUrl);
  return `PostgreSQL, ${decodeURIComponent(url.pathname.slice(1))} on ${url.searchParams.get("host") ?? (url.host || "this machine")}`;
}
