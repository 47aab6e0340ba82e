import { version } from "@merit/core/base/version.ts";
import { z } from "zod";

const check = z
  .object({ status: z.enum(["ok", "failed"]), detail: z.string().optional() })
  .loose()
  .meta({ id: "HealthCheck" });

const running = {
  status: "ok",
  id: "0b0ff1c2-6f0c-4c0e-9f0a-2f5e7a1d9c11",
  role: "all",
  terms: { worker: 1, indexer: 1 },
  seen_at: "2026-01-01T00:00:00.000Z",
};

const ok = { status: "ok" };

export const healthView = z
  .strictObject({
    status: z.enum(["ok", "degraded"]),
    version: z.string(),
    checks: z.strictObject({ api: check, database: check, rpc: check, indexer: check, worker: check }),
    processes: z.array(check).meta({
      description:
        "processes of the service, with `id`, `role`, the `terms` of roles that it leads, last sign of life (`seen_at`)",
    }),
  })
  .meta({
    id: "Health",
    examples: [
      {
        status: "ok",
        version,
        checks: { api: ok, database: ok, rpc: ok, indexer: ok, worker: ok },
        processes: [running],
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
        processes: [running],
      },
    ],
  });
