import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { type Blocks, blockCauses } from "../blocks.ts";
import type { Clock } from "../clock.ts";
import type { Heartbeats } from "../heartbeats.ts";
import { version } from "../version.ts";

/** How a request to the node ended. */
export type RpcOutcome = "ok" | "refused" | "unavailable";

/** Loops that send heartbeats, each in one process at a time. */
const parts = ["worker", "indexer"] as const;
type Part = (typeof parts)[number];

/** The worker's channels, as far as they are shown. */
interface Channels {
  readonly size: number;
  readonly free: number;
}

/** Metrics of this process since it started, for GET /metrics (Prometheus); health/stored-metrics.ts adds those of the database. */
export interface Metrics {
  registry: Registry;
  /** Counts a job that ended; a retry or a wait ends none. */
  jobFinished(queue: string, result: "completed" | "failed"): void;
  /** Counts a reward's job, and how long the reward took since it was accepted. */
  rewardSettled(issuance: { created_at: Date }, status: "confirmed" | "failed"): void;
  /** Shows a recurring job from now on, before its first run. */
  runsOf(job: string): void;
  /** Counts a run of a recurring job that ended. */
  runFinished(job: string, result: string): void;
  /** Counts a request and its time, by route template and class of its status. */
  requestServed(request: { method: string; route: string; status: number }, seconds: number): void;
  /** Counts a request to the node and its time, by JSON-RPC method. */
  rpcAsked(method: string, outcome: RpcOutcome, seconds: number): void;
  /** Shows nothing more of the worker or the indexer, which another process may be now. */
  forget(part: Part): void;
  /** Shows the worker's channels from now on. */
  watchChannels(pool: Channels): void;
  /** Shows what rewards wait for from now on. */
  watchBlocks(blocks: Blocks): void;
  /** Counts a transaction that the node didn't take, by its code. */
  transactionRefused(code: string): void;
  /** Inclusion fee that the last transaction bid, stroops of XLM per operation. */
  inclusionBid: Gauge;
  /** Balances of the service's own accounts. */
  balances: Gauge<"account">;
  /** Share of the pool's global daily limit that is used, 0 to 1. */
  limitUsed: Gauge;
  /** Days that the ledger keeps each contract without more rent. */
  contractLife: Gauge<"contract">;
  /** XLM that this process has paid for the contracts' rent. */
  rentPaid: Counter;
  /** XLM that the fee account keeps as reserves of wallets, by the ledger. */
  reservesKept: Gauge;
  /** XLM of reserves that this process has left to wallets. */
  reservesGivenBack: Counter;
  /** How far the indexer is behind the node, and how many ledgers away from the oldest that the node still has. */
  indexerMoved(distance: { lag: number; margin: number }): void;
  /** Calls refused because there were too many, by policy. */
  rateLimited: Counter<"policy">;
  /** Open connections of /api/ws. */
  sockets: Gauge;
  /** Open streams of events (server-sent events). */
  streams: Gauge;
}

interface Sources {
  /** Names of queues, and how runs of recurring jobs end: their counters begin at zero. */
  queues: readonly string[];
  runResults: readonly string[];
  clock: Clock;
  heartbeats: Heartbeats;
}

/** Answers of a busy network. */
const COMMON_REFUSALS = ["TRY_AGAIN_LATER", "txInsufficientFee"];

export function createMetrics({ clock, heartbeats, queues, runResults }: Sources): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  registerSilence(registry, heartbeats);
  const build = { name: "merit_build_info", help: "1, with the version of the service as label.", registers };
  new Gauge({ ...build, labelNames: ["version"] }).set({ version }, 1);
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
  const runsFinished = new Counter({
    name: "merit_scheduled_runs_total",
    help: "Runs of recurring jobs that ended, by job and result (succeeded, failed, interrupted).",
    labelNames: ["job", "result"],
    registers,
  });
  const requestSeconds = new Histogram({
    name: "merit_http_request_duration_seconds",
    help: "Seconds per HTTP request, by method, route and class of the status (2xx, 4xx, ...).",
    labelNames: ["method", "route", "status"],
    // Few: each is one more series for every call of the API and every class of status.
    buckets: [0.005, 0.025, 0.1, 0.5, 1, 5, 30],
    registers,
  });
  const rpcSeconds = new Histogram({
    name: "merit_rpc_request_duration_seconds",
    help: "Seconds per request to the node, by method and outcome (ok, refused, unavailable).",
    labelNames: ["method", "outcome"],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20],
    registers,
  });
  const lag = new Gauge({
    name: "merit_indexer_lag_ledgers",
    help: "Ledgers that the node has and the indexer has not read yet.",
    registers,
  });
  const margin = new Gauge({
    name: "merit_indexer_retention_margin_ledgers",
    help: "Ledgers between the oldest that the node still has and the one that the indexer has reached.",
    registers,
  });
  const transactionsRefused = new Counter({
    name: "merit_transactions_refused_total",
    help: "Transactions that the node refused when they were sent, by code (TRY_AGAIN_LATER, txInsufficientFee, ...).",
    labelNames: ["code"],
    registers,
  });
  const rateLimited = new Counter({
    name: "merit_http_rate_limited_total",
    help: "Calls refused because there were too many, by policy (sponsored: the day's fees are used up).",
    labelNames: ["policy"],
    registers,
  });
  const inclusionBid = new Gauge({
    name: "merit_inclusion_bid_stroops",
    help: "Inclusion fee that the last transaction bid, in stroops per operation; it rises while the network is busy.",
    registers,
  });
  const balances = new Gauge({
    name: "merit_balance",
    help: "Balances of the service's accounts: XLM that the fee account (fee) and the poorest channel (channels) can spend, and the pool's tokens beyond what campaigns may still pay (pool).",
    labelNames: ["account"],
    registers,
  });
  const limitUsed = new Gauge({
    name: "merit_pool_limit_used_ratio",
    help: "Share of the pool's global limit per 24 hours that is used, 0 to 1.",
    registers,
  });
  const contractLife = new Gauge({
    name: "merit_contract_life_days",
    help: "Days that the ledger keeps a contract and its code without more rent, by contract.",
    labelNames: ["contract"],
    registers,
  });
  const reservesKept = new Gauge({
    name: "merit_sponsored_reserves_xlm",
    help: "XLM that the fee account keeps locked as reserves of wallets; at most SPONSORED_RESERVES_XLM.",
    registers,
  });
  const gauges: Record<Part, Gauge[]> = {
    worker: [inclusionBid, balances, limitUsed, contractLife, reservesKept],
    indexer: [lag, margin],
  };
  const forget: Metrics["forget"] = (part) => {
    for (const gauge of gauges[part]) {
      gauge.reset();
      // One without labels is 0 now.
      gauge.remove({});
    }
    if (part === "worker") for (const name of [CHANNELS, BLOCKED]) registry.removeSingleMetric(name);
  };
  // A process that doesn't do this work has no such values, also not 0.
  for (const part of parts) forget(part);
  // A rise from nothing to 1 is seen only where there was a 0.
  for (const queue of queues) {
    for (const result of ["completed", "failed"]) jobsFinished.inc({ queue, result }, 0);
  }
  for (const status of ["confirmed", "failed"]) rewardSeconds.zero({ status });
  rateLimited.inc({ policy: "sponsored" }, 0);
  for (const code of COMMON_REFUSALS) transactionsRefused.inc({ code }, 0);
  const jobFinished: Metrics["jobFinished"] = (queue, result) => jobsFinished.inc({ queue, result });
  return {
    registry,
    jobFinished,
    runsOf(job) {
      for (const result of runResults) runsFinished.inc({ job, result }, 0);
    },
    runFinished: (job, result) => runsFinished.inc({ job, result }),
    rewardSettled({ created_at }, status) {
      jobFinished("reward-issuance", status === "confirmed" ? "completed" : "failed");
      rewardSeconds.observe({ status }, (clock.now().getTime() - created_at.getTime()) / 1000);
    },
    rateLimited,
    sockets: new Gauge({ name: "merit_websockets", help: "Open WebSocket connections.", registers }),
    streams: new Gauge({ name: "merit_streams", help: "Open streams of events (server-sent events).", registers }),
    requestServed({ status, ...labels }, seconds) {
      requestSeconds.observe({ ...labels, status: `${Math.floor(status / 100)}xx` }, seconds);
    },
    watchBlocks: (blocks) => registerBlocks(registry, blocks),
    transactionRefused: (code) => transactionsRefused.inc({ code }),
    inclusionBid,
    balances,
    limitUsed,
    contractLife,
    forget,
    rentPaid: new Counter({
      name: "merit_rent_paid_xlm_total",
      help: "XLM that the fee account paid for the contracts' rent, outside merchants' budgets.",
      registers,
    }),
    reservesKept,
    reservesGivenBack: new Counter({
      name: "merit_reserves_given_back_xlm_total",
      help: "XLM of reserves that were left to wallets which can carry them by now.",
      registers,
    }),
    rpcAsked: (method, outcome, seconds) => rpcSeconds.observe({ method, outcome }, seconds),
    watchChannels: (pool) => registerChannels(registry, pool),
    indexerMoved(distance) {
      lag.set(distance.lag);
      margin.set(distance.margin);
    },
  };
}

function registerSilence(registry: Registry, heartbeats: Heartbeats): void {
  new Gauge({
    name: "merit_silence_seconds",
    help: "Seconds since the worker's or the indexer's last heartbeat.",
    labelNames: ["part"],
    registers: [registry],
    collect() {
      this.reset();
      for (const part of parts) {
        const age = heartbeats.age(part);
        if (age !== null) this.set({ part }, age / 1000);
      }
    },
  });
}

const CHANNELS = "merit_channels";
const BLOCKED = "merit_payouts_blocked";

function registerChannels(registry: Registry, pool: Channels): void {
  new Gauge({
    name: CHANNELS,
    help: "Channel accounts in all (all), and those that carry a transaction (in_use).",
    labelNames: ["state"],
    registers: [registry],
    collect() {
      this.set({ state: "all" }, pool.size);
      this.set({ state: "in_use" }, pool.size - pool.free);
    },
  });
}

function registerBlocks(registry: Registry, blocks: Blocks): void {
  new Gauge({
    name: BLOCKED,
    help: "1 while rewards wait for an operator or for the network, by cause.",
    labelNames: ["cause"],
    registers: [registry],
    collect() {
      const causes = new Set(blocks.list().map(({ cause }) => cause));
      for (const cause of blockCauses) this.set({ cause }, causes.has(cause) ? 1 : 0);
    },
  });
}
