import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { Clock } from "./clock.ts";
import type { Database } from "./db/database.ts";
import type { QueueName, RunResult } from "./db/schema.ts";
import * as jobs from "./jobs/jobs.ts";
import type { Issuance } from "./rewards/store.ts";
import { countToday } from "./sponsoring/service.ts";

/** What this process has done since it started, and what waits in the database, for GET /metrics (Prometheus). */
export interface Metrics {
  registry: Registry;
  /** Counts a job that ended; a retry or a wait ends none. */
  jobFinished(queue: QueueName, result: "completed" | "failed"): void;
  /** Counts a reward's job, and how long the reward took since it was accepted. */
  rewardSettled(issuance: Pick<Issuance, "created_at">, status: "confirmed" | "failed"): void;
  /** Counts a run of a scheduled task that ended. */
  taskFinished(task: string, result: RunResult): void;
  /** Seconds per request, by route template. */
  requestSeconds: Histogram<"method" | "route" | "status">;
  /** Calls refused because there were too many, by policy. */
  rateLimited: Counter<"policy">;
  /** Open connections of /api/ws. */
  sockets: Gauge;
}

export function createMetrics({ db, clock }: { db: Database; clock: Clock }): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  jobGauge(db, registry);
  sponsoredGauge(db, clock, registry);
  const jobsFinished = new Counter({
    name: "merit_jobs_finished_total",
    help: "Jobs that ended, by queue and result (completed, failed).",
    labelNames: ["queue", "result"],
    registers,
  });
  const rewardSeconds = new Histogram({
    name: "merit_reward_settlement_seconds",
    help: "Seconds from acceptance of a reward until it was confirmed or failed.",
    labelNames: ["status"],
    buckets: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 3_600],
    registers,
  });
  const tasksFinished = new Counter({
    name: "merit_scheduled_runs_total",
    help: "Runs of scheduled tasks that ended, by task and result (succeeded, failed, interrupted).",
    labelNames: ["task", "result"],
    registers,
  });
  const jobFinished: Metrics["jobFinished"] = (queue, result) => jobsFinished.inc({ queue, result });
  return {
    registry,
    jobFinished,
    taskFinished: (task, result) => tasksFinished.inc({ task, result }),
    rewardSettled({ created_at }, status) {
      jobFinished("reward-issuance", status === "confirmed" ? "completed" : "failed");
      rewardSeconds.observe({ status }, (clock.now().getTime() - created_at.getTime()) / 1000);
    },
    rateLimited: new Counter({
      name: "merit_http_rate_limited_total",
      help: "Calls refused because there were too many, by policy (sponsored: fees of the day are spent).",
      labelNames: ["policy"],
      registers,
    }),
    sockets: new Gauge({ name: "merit_websockets", help: "Open WebSocket connections.", registers }),
    requestSeconds: new Histogram({
      name: "merit_http_request_duration_seconds",
      help: "Seconds per HTTP request, by method, route and status.",
      labelNames: ["method", "route", "status"],
      buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30],
      registers,
    }),
  };
}

/** Read from the database when it is asked for: other processes change it too. */
function jobGauge(db: Database, registry: Registry): void {
  const gauge = new Gauge({
    name: "merit_jobs",
    help: "Jobs that wait for a worker or for their time (waiting), and those being worked on (leased).",
    labelNames: ["queue", "state"],
    registers: [registry],
    async collect() {
      gauge.reset();
      for (const { queue, waiting, leased } of await db.read((store) => jobs.depth(store))) {
        gauge.set({ queue, state: "waiting" }, waiting);
        gauge.set({ queue, state: "leased" }, leased);
      }
    },
  });
}

function sponsoredGauge(db: Database, clock: Clock, registry: Registry): void {
  const gauge = new Gauge({
    name: "merit_sponsored_transactions",
    help: "Transactions of users' wallets that the service pays for, of this UTC day; SPONSORED_DAILY is the most.",
    registers: [registry],
    async collect() {
      gauge.set(await db.read((store) => countToday(store, clock.now())));
    },
  });
}
