import { version } from "@merit/core/version.ts";
import { z } from "zod";

const check = z.object({ status: z.enum(["ok", "failed"]), detail: z.string().optional() }).loose();

const ok = { status: "ok" };

export const healthView = z
  .strictObject({
    status: z.enum(["ok", "degraded"]),
    version: z.string(),
    checks: z.strictObject({ api: check, database: check, rpc: check, indexer: check, worker: check }),
  })
  .meta({
    id: "Health",
    examples: [
      {
        status: "ok",
        version,
        checks: { api: ok, database: ok, rpc: ok, indexer: ok, worker: ok },
      },
      {
        status: "degraded",
        version,
        checks: {
          api: ok,
          database: ok,
          rpc: ok,
          indexer: ok,
          worker: { status: "failed", detail: "no heartbeat for 30 s" },
        },
      },
    ],
  });
