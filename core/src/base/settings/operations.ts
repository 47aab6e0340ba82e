import { resolve } from "node:path";
import { z } from "zod";
import { isCron } from "./cron.ts";
import { whole } from "./types.ts";

const cronOrOff = z
  .string()
  .refine(
    (text) => text === "off" || isCron(text),
    'must be a pattern of five cron fields in UTC such as "0 3 * * *", or off',
  );

/** Variables of backups and reports. */
export const operationsVariables = {
  BACKUP_SCHEDULE: cronOrOff.default("0 3 * * *"),
  BACKUP_DIR: z.string().optional(),
  BACKUP_KEEP: whole(14, 1, 1_000),
  BACKUP_KEEP_DAYS: whole(30, 1, 3_650),
  REPORT_KEEP_DAYS: whole(30, 1, 3_650),
};

export interface OperationsSettings {
  backup: {
    /** Five cron fields, UTC; null: backups are made only on request. */
    schedule: string | null;
    folder: string;
    /** Maximum number of backups, and days after which one is removed; the newest is always kept. */
    keep: number;
    keepDays: number;
  };
  reports: {
    folder: string;
    /** Days after which a report is removed, file and row. */
    keepDays: number;
  };
}

export function operationsSettings(
  v: z.infer<z.ZodObject<typeof operationsVariables>>,
  { dataDir }: { dataDir: string },
): OperationsSettings {
  return {
    backup: {
      schedule: v.BACKUP_SCHEDULE === "off" ? null : v.BACKUP_SCHEDULE,
      folder: resolve(v.BACKUP_DIR ?? resolve(dataDir, "backups")),
      keep: v.BACKUP_KEEP,
      keepDays: v.BACKUP_KEEP_DAYS,
    },
    reports: { folder: resolve(dataDir, "reports"), keepDays: v.REPORT_KEEP_DAYS },
  };
}
