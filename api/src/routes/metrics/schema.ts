import { z } from "zod";

export const exposition = z
  .string()
  .describe("Prometheus text format")
  .meta({ examples: ['merit_jobs{queue="reward-issuance",state="waiting"} 3\n'] });
