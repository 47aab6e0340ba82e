import { problem } from "../errors.ts";

/** Backups hold no files of reports, so that after a restore a report may have lost its own. */
export const reportGone = (id: number) =>
  problem(409, "report_gone", "Report gone", `The file of report ${id} is gone: ask for another one.`);

export const reportNotReady = (id: number, status: string, reason: string | null) =>
  problem(
    409,
    "report_not_ready",
    "Report not ready",
    status === "failed"
      ? `Report ${id} failed (${reason ?? "unknown"}): ask for another one.`
      : `Report ${id} is ${status}; try again when it is ready.`,
    status === "failed" ? {} : { headers: { "Retry-After": "5" } },
  );
