import { Gauge, type Registry } from "prom-client";
import type { Context } from "../../context/context.ts";
import * as events from "../../ledger/contract-events/store.ts";
import { countToday } from "../../payouts/sponsoring/service.ts";
import * as letters from "../../store/jobs/dead-letters.ts";
import { registerDisks } from "./disk-metrics.ts";
import { checkHealth } from "./service.ts";

/** Adds the metrics that are read anew for each request, mostly from the database, since other processes change them too. */
export function registerStored(registry: Registry, context: Context): void {
  const { db, clock } = context;
  const registers = [registry];
  registerDisks(registry, context);
  const queues = shared(() => db.read(letters.queueStates));
  const indexed = shared(() => db.read(events.progress));

  new Gauge({
    name: "merit_jobs",
    help: "Jobs that wait to run (waiting), and jobs that are running (leased).",
    labelNames: ["queue", "state"],
    registers,
    async collect() {
      for (const { queue, waiting, leased } of await queues()) {
        this.set({ queue, state: "waiting" }, waiting);
        this.set({ queue, state: "leased" }, leased);
      }
    },
  });
  new Gauge({
    name: "merit_job_oldest_due_seconds",
    help: "Seconds for which the oldest job of a queue has been due; 0 if none is.",
    labelNames: ["queue"],
    registers,
    async collect() {
      const now = clock.now().getTime();
      for (const { queue, oldest } of await queues()) {
        this.set({ queue }, Math.max(0, now - (oldest?.getTime() ?? now)) / 1000);
      }
    },
  });
  new Gauge({
    name: "merit_dead_letters",
    help: "Jobs of a queue that failed for good and were not redriven.",
    labelNames: ["queue"],
    registers,
    async collect() {
      for (const { queue, dead } of await queues()) this.set({ queue }, dead);
    },
  });
  new Gauge({
    name: "merit_indexer_ledger",
    help: "Last ledger of which every event is stored.",
    registers,
    async collect() {
      this.set((await indexed()).cursor?.ledger ?? 0);
    },
  });
  new Gauge({
    name: "merit_indexer_gaps",
    help: "Ranges of ledgers that the node had dropped before they were read: their events are missing.",
    registers,
    async collect() {
      this.set((await indexed()).gaps);
    },
  });
  new Gauge({
    name: "merit_indexer_missing_ledgers",
    help: "Number of ledgers in these ranges.",
    registers,
    async collect() {
      this.set((await indexed()).missingLedgers);
    },
  });
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
  new Gauge({
    name: "merit_sponsored_transactions",
    help: "Wallets' transactions that the service has paid for on this UTC day; at most SPONSORED_DAILY.",
    registers,
    async collect() {
      this.set(await db.read((store) => countToday(store, clock.now())));
    },
  });
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
