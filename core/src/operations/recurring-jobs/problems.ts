import { problem } from "../../base/errors.ts";

export const jobRunning = (name: string) =>
  problem(
    409,
    "job_running",
    "Job is running",
    `The job ${name} is already running. Try again when this run has ended.`,
    {
      headers: { "Retry-After": "5" },
    },
  );
