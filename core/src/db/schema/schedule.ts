import { sqliteTable, text } from "drizzle-orm/sqlite-core";
import { instant, int, json } from "../columns.ts";

export const runResults = ["succeeded", "failed", "interrupted"] as const;
export type RunResult = (typeof runResults)[number];

/** Recurring tasks, one row each: when it is due, which process runs it now, and its last result. */
export const scheduledTasks = sqliteTable("scheduled_tasks", {
  name: text("name").primaryKey(),
  /** The schedule from which `next_run_at` was computed; if it changes, the time is computed again. */
  schedule: text("schedule").notNull(),
  /** Null: it runs when it is asked for only. */
  next_run_at: instant("next_run_at"),
  /** Set while it runs, and renewed as long as its process lives. */
  lease_owner: text("lease_owner"),
  lease_until: instant("lease_until"),
  /** What the run says about itself; of the last run once it has ended. */
  progress: json("progress"),
  last_started_at: instant("last_started_at"),
  last_finished_at: instant("last_finished_at"),
  last_status: text("last_status", { enum: runResults }),
  last_result: json("last_result"),
  last_error: text("last_error"),
  /** Runs that failed since one succeeded. */
  failures: int("failures").notNull(),
});
