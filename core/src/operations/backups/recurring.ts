import { databasePath, requireBackupFolder } from "../../base/data-folder.ts";
import { defineRecurringJob } from "../../context/recurring.ts";
import { createBackup, makeRoom, pruneBackups } from "./backup.ts";

export const NOT_OF_POSTGRES =
  "Merit makes and restores copies of an SQLite file only. Back up the PostgreSQL database of DATABASE_URL with pg_dump or its archive.";

export const backupJob = defineRecurringJob({
  name: "backup",
  title: "Backs up the database, checks the copy and removes old backups",
  cron: ({ backup, databaseUrl }) => (databaseUrl === null ? backup.schedule : null),
  timeoutSeconds: 3_600,
  async run(context, { signal }) {
    const { settings, clock } = context;
    if (settings.databaseUrl !== null) throw new Error(NOT_OF_POSTGRES);
    requireBackupFolder(settings);
    const { folder, keep, keepDays } = settings.backup;
    const source = databasePath(settings.dataDir);
    // One time for all: if the clock is set back meanwhile, the new copy still is the newest.
    const now = clock.now();
    const rule = { keep, keepDays, now };
    const removed = makeRoom(source, folder, rule);
    const { file, bytes, sha256 } = await createBackup({ source, folder, now, signal });
    return { file, bytes, sha256, removed: [...removed, ...pruneBackups(folder, rule)] };
  },
});
