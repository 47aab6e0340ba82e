import { problem } from "../../base/errors.ts";

export const auditRunning = () =>
  problem(409, "audit_running", "Audit is running", "An audit is already running. Try again when it has ended.", {
    headers: { "Retry-After": "30" },
  });
