import { databasePath } from "../data-folder.ts";
import { defineRecurringJob } from "../jobs/recurring.ts";
import { createBackup, pruneBackups } from "./backup.ts";

export const BACKUP_JOB = "backup";

export const backupJob = defineRecurringJob({
  name: BACKUP_JOB,
  title: "Backs up the database, checks the copy and removes old backups",
  cron: ({ backup }) => backup.schedule,
  timeoutSeconds: 3_600,
  async run(context, { signal }) {
    const { settings, clock } = context;
    const { folder, keep, keepDays } = settings.backup;
    const { file, bytes, sha256 } = await createBackup({
      source: databasePath(settings.dataDir),
      folder,
      now: clock.now(),
      signal,
    });
    return { file, bytes, sha256, removed: pruneBackups(folder, { keep, keepDays, now: clock.now() }) };
  },
});
