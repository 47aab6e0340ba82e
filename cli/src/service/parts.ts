import { startServer } from "@merit/api/server.ts";
import type { Shutdown } from "@merit/core/base/shutdown.ts";
import type { Context } from "@merit/core/context/context.ts";
import { type Presence, startPresence } from "@merit/core/operations/processes/presence.ts";
import { standBy } from "@merit/core/operations/processes/stand-by.ts";
import { recurringJobs } from "@merit/core/operations/recurring-jobs/all.ts";
import { startRecurringJobs } from "@merit/core/operations/recurring-jobs/run.ts";
import { lookedAtDatabase } from "@merit/core/store/db/looked.ts";
import type { LedRole, ProcessRole } from "@merit/core/store/db/schema/processes.ts";
import { startWorker, WORKER_STOPS_WITHIN_MS } from "@merit/core/worker/worker.ts";
import { startIndexer } from "@merit/indexer/run.ts";

/** Longest time for the recurring jobs to stop, which do so before the worker. */
const JOBS_STOP_WITHIN_MS = 15_000;

/** True if a process of this role runs a part of the service. */
export const does = (role: ProcessRole, part: ProcessRole): boolean => role === "all" || role === part;

/** Starts the parts that a process of this role runs. @returns the API's URL, if it serves it */
export async function startParts(context: Context, role: ProcessRole, shutdown: Shutdown): Promise<string | undefined> {
  const presence = await startPresence(context, role);
  shutdown.add("presence", () => presence.stop());
  const parts = { context, presence, shutdown };
  if (does(role, "indexer")) await lead(parts, "indexer", startIndexer);
  if (does(role, "worker")) await lead(parts, "worker", startWork, WORKER_STOPS_WITHIN_MS + JOBS_STOP_WITHIN_MS);
  if (!does(role, "api")) {
    await serveProbes(context, shutdown);
    return undefined;
  }
  const { db } = context;
  const server = await startServer(db.engine === "postgres" ? { ...context, db: lookedAtDatabase(db) } : context);
  shutdown.add("API", () => server.close(), server.closesWithinMs);
  return `${server.url}/api`;
}

async function serveProbes(context: Context, shutdown: Shutdown): Promise<void> {
  const settings = { ...context.settings, port: context.settings.metricsPort };
  if (settings.port === 0) return;
  const server = await startServer({ ...context, settings }, undefined, "probes");
  shutdown.add("health checks and metrics", () => server.close(), server.closesWithinMs);
}

async function lead(
  { context, presence, shutdown }: { context: Context; presence: Presence; shutdown: Shutdown },
  role: LedRole,
  begin: Parameters<typeof standBy>[2],
  stopsWithinMs?: number,
): Promise<void> {
  const started = standBy(context, role, async (...leader) => {
    const work = await begin(...leader);
    context.heartbeats.beat(role);
    await orStop(work, presence.show());
    return work;
  });
  shutdown.add(role, () => started.stop(), stopsWithinMs);
  await started.begun;
}

async function startWork(context: Context, over: AbortSignal) {
  const worker = await startWorker(context, over);
  const recurring = await orStop(worker, startRecurringJobs(context, recurringJobs));
  return {
    async stop() {
      await recurring.stop();
      await worker.stop();
    },
  };
}

/** Stops what was begun if the next step fails: its loops would go on, and the process would never end. */
async function orStop<T>(begun: { stop(): Promise<void> }, next: Promise<T>): Promise<T> {
  try {
    return await next;
  } catch (error) {
    await begun.stop();
    throw error;
  }
}
