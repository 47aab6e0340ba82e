import { sqliteTable, text } from "drizzle-orm/sqlite-core";
import { instant, int, json } from "../columns.ts";

export const runResults = ["succeeded", "failed", "interrupted"] as const;
export type RunResult = (typeof runResults)[number];

/** The last run of each recurring job. Its row in `jobs` says when it is due next, and who runs it now. */
export const recurringJobs = sqliteTable("recurring_jobs", {
  name: text("name").primaryKey(),
  /** The schedule by which its next run was planned; a changed one plans it anew. */
  schedule: text("schedule").notNull(),
  /** Progress as the run reports it; that of the last run once it has ended. */
  progress: json("progress"),
  last_started_at: instant("last_started_at"),
  last_finished_at: instant("last_finished_at"),
  last_status: text("last_status", { enum: runResults }),
  last_result: json("last_result"),
  last_error: text("last_error"),
  /** Runs that failed since one succeeded. */
  failures: int("failures").notNull(),
});
