import { problem } from "../../base/errors.ts";

/** Backups don't contain the files of reports, so a report may have no file after a restore. */
export const reportGone = (id: number) =>
  problem(409, "report_gone", "Report gone", `The file of report ${id} no longer exists. Ask for a new report.`);

export const reportNotReady = (id: number, status: string, reason: string | null) =>
  problem(
    409,
    "report_not_ready",
    "Report not ready",
    status === "failed"
      ? `Report ${id} failed (${reason ?? "for an unknown reason"}). Ask for a new report.`
      : `Report ${id} has the status ${status}. Try again when it is ready.`,
    status === "failed" ? {} : { headers: { "Retry-After": "5" } },
  );
