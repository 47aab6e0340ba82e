import { addDays, isoTime } from "@merit/core/base/days.ts";
import type { Context } from "@merit/core/context/context.ts";
import type { Report, ReportSchedule } from "@merit/core/operations/reports/service.ts";

export const presentReport = ({ settings }: Context, report: Report) => {
  const { keepDays } = settings.reports;
  const { finished_at, period_from, period_to, status, rows, created_at, ...rest } = report;
  return {
    ...rest,
    from: isoTime(period_from),
    to: isoTime(period_to),
    status,
    rows: status === "ready" ? rows : null,
    created_at: isoTime(created_at),
    finished_at: isoTime(finished_at),
    expires_at: finished_at && isoTime(addDays(finished_at, keepDays)),
  };
};

export const presentSchedule = ({ next_run_at, created_at, ...schedule }: ReportSchedule) => ({
  ...schedule,
  next_run_at: isoTime(next_run_at),
  created_at: isoTime(created_at),
});
