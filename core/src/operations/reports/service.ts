import { existsSync } from "node:fs";
import { addDays } from "../../base/days.ts";
import { notFound, validationFailed } from "../../base/errors.ts";
import { nextTime } from "../../base/settings/cron.ts";
import type { UnitContext } from "../../context/context.ts";
import { askFor } from "../../context/recurring.ts";
import { record } from "../../store/audit/audit.ts";
import type { ReportFormat, ReportKind } from "../../store/db/schema/reports.ts";
import type { Store } from "../../store/db/store.ts";
import { REPORTS_JOB, reportPath } from "./files.ts";
import { reportGone, reportNotReady } from "./problems.ts";
import type { Report, ReportSchedule } from "./store.ts";
import * as rows from "./store.ts";

export type { Report, ReportSchedule } from "./store.ts";

const DEFAULT_DAYS = 30;

export interface ReportRequest {
  kind: ReportKind;
  format: ReportFormat;
  /** Include what was created (`revenue`: paid) at this time or later; absent: 30 days before the end. */
  from?: Date | undefined;
  /** Include what was created (`revenue`: paid) before this time; absent: now. */
  to?: Date | undefined;
}

/**
 * Asks for a report, in the caller's commit.
 * @throws Problem 422 for a period that ends before it begins
 */
export async function request(
  { clock }: UnitContext,
  store: Store,
  { kind, format, from, to }: ReportRequest,
  actor: string,
): Promise<Report> {
  const now = clock.now();
  const period_to = to ?? now;
  const period_from = from ?? addDays(period_to, -DEFAULT_DAYS);
  if (period_from >= period_to) throw validationFailed([{ field: "from", message: "must be before `to`" }]);
  const report = await rows.insert(store, { kind, format, period_from, period_to, schedule_id: null, created_at: now });
  if (!report) throw new Error("a report without a schedule conflicts with none");
  await askFor(store, REPORTS_JOB, now);
  const detail = { kind, format, from: period_from.toISOString(), to: period_to.toISOString() };
  await record(store, { actor, action: "report.create", subject: `report:${report.id}`, detail, now });
  return report;
}

/** @throws Problem 404 */
export async function get(store: Store, id: number): Promise<Report> {
  const report = await rows.byId(store, id);
  if (!report) throw notFound("report", id);
  return report;
}

/** The file of a report. @throws Problem 404, 409 `report_not_ready`, 409 `report_gone` */
export async function fileOf(
  { settings }: UnitContext,
  store: Store,
  id: number,
): Promise<{ report: Report; path: string }> {
  const report = await get(store, id);
  if (report.status !== "ready") throw reportNotReady(id, report.status, report.error_message);
  const path = reportPath(settings.reports.folder, report);
  if (!existsSync(path)) throw reportGone(id);
  return { report, path };
}

export interface NewSchedule {
  kind: ReportKind;
  format: ReportFormat;
  /** Already checked: five fields that match a time in the future. */
  cron: string;
  periodDays: number;
}

export async function createSchedule(
  { clock }: UnitContext,
  store: Store,
  { kind, format, cron, periodDays }: NewSchedule,
  actor: string,
): Promise<ReportSchedule> {
  const now = clock.now();
  const next_run_at = nextTime(cron, now);
  if (!next_run_at) throw validationFailed([{ field: "cron", message: "must match a time in the future" }]);
  const row = { kind, format, cron, period_days: periodDays, next_run_at, created_at: now };
  const schedule = await rows.insertSchedule(store, row);
  const detail = { kind, format, cron, period_days: periodDays };
  await record(store, {
    actor,
    action: "report_schedule.create",
    subject: `report_schedule:${schedule.id}`,
    detail,
    now,
  });
  return schedule;
}

/** Removes a schedule; its reports stay. @throws Problem 404 */
export async function removeSchedule({ clock }: UnitContext, store: Store, id: number, actor: string): Promise<void> {
  const schedule = await rows.removeSchedule(store, id);
  if (!schedule) throw notFound("report schedule", id);
  const { kind, format, cron } = schedule;
  const subject = `report_schedule:${id}`;
  const detail = { kind, format, cron };
  await record(store, { actor, action: "report_schedule.delete", subject, detail, now: clock.now() });
}
