import { Gauge, type Registry } from "prom-client";
import type { Context } from "../../context/context.ts";
import * as events from "../../ledger/contract-events/store.ts";
import { countToday } from "../../payouts/sponsoring/service.ts";
import * as letters from "../../store/jobs/dead-letters.ts";
import { registerDisks } from "./disk-metrics.ts";
import { checkHealth } from "./service.ts";
import { storedGauge } from "./stored-gauge.ts";

/** Adds the metrics that are read anew for each request, mostly from the database, since other processes change them too. */
export function registerStored(registry: Registry, context: Context): void {
  const { db, clock } = context;
  const registers = [registry];
  registerDisks(registry, context);
  const queues = shared(() => db.read(letters.queueStates));
  const indexed = shared(() => db.read(events.progress));

  storedGauge(
    {
      name: "merit_jobs",
      help: "Jobs that wait to run (waiting), and jobs that are running (leased).",
      labelNames: ["queue", "state"],
      registers,
    },
    async (gauge) => {
      for (const { queue, waiting, leased } of await queues()) {
        gauge.set({ queue, state: "waiting" }, waiting);
        gauge.set({ queue, state: "leased" }, leased);
      }
    },
  );
  storedGauge(
    {
      name: "merit_job_oldest_due_seconds",
      help: "Seconds for which the oldest job of a queue has been due; 0 if none is.",
      labelNames: ["queue"],
      registers,
    },
    async (gauge) => {
      const now = clock.now().getTime();
      for (const { queue, oldest } of await queues()) {
        gauge.set({ queue }, Math.max(0, now - (oldest?.getTime() ?? now)) / 1000);
      }
    },
  );
  storedGauge(
    {
      name: "merit_dead_letters",
      help: "Jobs of a queue that failed for good and were not redriven.",
      labelNames: ["queue"],
      registers,
    },
    async (gauge) => {
      for (const { queue, dead } of await queues()) gauge.set({ queue }, dead);
    },
  );
  storedGauge(
    {
      name: "merit_indexer_ledger",
      help: "Last ledger of which every event is stored.",
      registers,
    },
    async (gauge) => {
      gauge.set((await indexed()).cursor?.ledger ?? 0);
    },
  );
  storedGauge(
    {
      name: "merit_indexer_gaps",
      help: "Ranges of ledgers that the node had dropped before they were read: their events are missing.",
      registers,
    },
    async (gauge) => {
      gauge.set((await indexed()).gaps);
    },
  );
  storedGauge(
    {
      name: "merit_indexer_missing_ledgers",
      help: "Number of ledgers in these ranges.",
      registers,
    },
    async (gauge) => {
      gauge.set((await indexed()).missingLedgers);
    },
  );
  new Gauge({
    name: "merit_ready",
    help: "1 if GET /ready says that this part works, else 0, by part (api, database, rpc, indexer, worker).",
    labelNames: ["part"],
    registers,
    async collect() {
      const { checks } = await checkHealth(context);
      for (const [part, { status }] of Object.entries(checks)) this.set({ part }, status === "ok" ? 1 : 0);
    },
  });
  storedGauge(
    {
      name: "merit_sponsored_transactions",
      help: "Wallets' transactions that the service has paid for on this UTC day; at most SPONSORED_DAILY.",
      registers,
    },
    async (gauge) => {
      gauge.set(await db.read((store) => countToday(store, clock.now())));
    },
  );
}

/** Requests at the same time share one read. */
function shared<T>(read: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  return () => {
    running ??= read().finally(() => {
      running = undefined;
    });
    return running;
  };
}
