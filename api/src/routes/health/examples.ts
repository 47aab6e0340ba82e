import { version } from "@merit/core/version.ts";

const check = { status: "ok" as const };
const failing = { status: "failed" as const, detail: "no heartbeat for 30 s" };
const healthy = {
  status: "ok" as const,
  version,
  checks: { api: check, database: check, rpc: check, indexer: check, worker: check },
};
const degraded = { ...healthy, status: "degraded" as const, checks: { ...healthy.checks, worker: failing } };

export const health = { answers: { 200: healthy } };
export const ready = { answers: { 200: healthy, 503: degraded } };
