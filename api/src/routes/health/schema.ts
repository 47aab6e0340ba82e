import { z } from "zod";

const check = z.object({ status: z.enum(["ok", "failed"]), detail: z.string().optional() }).loose();

export const healthView = z
  .strictObject({
    status: z.enum(["ok", "degraded"]),
    version: z.string(),
    checks: z.strictObject({ api: check, database: check, rpc: check, indexer: check, worker: check }),
  })
  .meta({ id: "Health" });
