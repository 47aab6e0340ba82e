import { index, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { id, instant, int } from "../columns.ts";

export const reportKinds = ["users", "campaigns", "transactions", "revenue"] as const;
export type ReportKind = (typeof reportKinds)[number];
export const reportFormats = ["csv", "json"] as const;
export type ReportFormat = (typeof reportFormats)[number];
export const reportStatuses = ["pending", "running", "ready", "failed"] as const;

/** Reports that administrators asked for, or a schedule did; the files lie in the data folder. */
export const reports = sqliteTable(
  "reports",
  {
    id: id(),
    kind: text("kind", { enum: reportKinds }).notNull(),
    format: text("format", { enum: reportFormats }).notNull(),
    /** The report has what was created (`revenue`: paid) from the first time on, and before the second. */
    period_from: instant("period_from").notNull(),
    period_to: instant("period_to").notNull(),
    status: text("status", { enum: reportStatuses }).notNull(),
    /** Records looked through so far, and rows of the report. */
    scanned: int("scanned").notNull(),
    rows: int("rows").notNull(),
    /** Size of the file, once it is ready. */
    bytes: int("bytes"),
    sha256: text("sha256"),
    error_message: text("error_message"),
    /** Schedule that asked for it, which may be gone; null: an administrator did. */
    schedule_id: int("schedule_id"),
    created_at: instant("created_at").notNull(),
    finished_at: instant("finished_at"),
  },
  (table) => [
    index("reports_by_status").on(table.status, table.id),
    uniqueIndex("reports_by_schedule").on(table.schedule_id, table.period_to),
  ],
);

export const reportSchedules = sqliteTable("report_schedules", {
  id: id(),
  kind: text("kind", { enum: reportKinds }).notNull(),
  format: text("format", { enum: reportFormats }).notNull(),
  /** Five fields, UTC. */
  cron: text("cron").notNull(),
  /** Days before the run that a report is about. */
  period_days: int("period_days").notNull(),
  next_run_at: instant("next_run_at").notNull(),
  created_at: instant("created_at").notNull(),
});
