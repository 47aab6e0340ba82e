import type { Context } from "@merit/core/context.ts";
import { addDays } from "@merit/core/days.ts";
import type { Report, ReportSchedule } from "@merit/core/reports/service.ts";

export const presentReport = ({ settings }: Context, report: Report) => {
  const { keepDays } = settings.reports;
  const { finished_at, period_from, period_to, status, rows, created_at, ...rest } = report;
  return {
    ...rest,
    from: period_from.toISOString(),
    to: period_to.toISOString(),
    status,
    rows: status === "ready" ? rows : null,
    created_at: created_at.toISOString(),
    finished_at: finished_at?.toISOString() ?? null,
    expires_at: finished_at && addDays(finished_at, keepDays).toISOString(),
  };
};

export const presentSchedule = ({ next_run_at, created_at, ...schedule }: ReportSchedule) => ({
  ...schedule,
  next_run_at: next_run_at.toISOString(),
  created_at: created_at.toISOString(),
});
