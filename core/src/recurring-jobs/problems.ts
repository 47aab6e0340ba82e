import { problem } from "../errors.ts";

export const jobRunning = (name: string) =>
  problem(409, "job_running", "Job is running", `${name} runs already; ask again when that run has ended.`, {
    headers: { "Retry-After": "5" },
  });
