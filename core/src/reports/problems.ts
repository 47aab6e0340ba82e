import { problem } from "../errors.ts";

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
