import { setTimeout as pause } from "node:timers/promises";
import { topics } from "../../base/wake.ts";
import type { Context } from "../../context/context.ts";
import type { RecurringJob } from "../../context/recurring.ts";
import { RECURRING } from "../../store/db/schema/jobs.ts";
import { runClaimLoop, type Turn } from "../../store/jobs/claim-loop.ts";
import type { Job } from "../../store/jobs/jobs.ts";
import * as jobs from "../../store/jobs/jobs.ts";
import { latestRun, nextRun } from "./schedule.ts";
import { plan } from "./service.ts";
import * as rows from "./store.ts";

export interface RecurringJobs {
  /** Starts no more runs, tells those that run to stop, and waits for them. */
  stop(): Promise<void>;
}

/** A third of a lease. */
const RENEW_EVERY_MS = 20_000;
const DEFAULT_TIMEOUT_S = 600;
/** A failed run is repeated after this, or at its next regular time if that is earlier. */
const RETRY_MS = 5 * 60_000;
/** How long runs may take to stop; what goes on after that has lost its lease and is run again at the next start. */
const STOP_GRACE_MS = 15_000;

/**
 * Runs each job when it is due. Several jobs run at a time, but no job twice at once. However many runs were missed while nothing
 * ran, one makes up for them.
 */
export async function startRecurringJobs(context: Context, all: readonly RecurringJob[]): Promise<RecurringJobs> {
  const stopped = new AbortController();
  await context.db.commit(async (store) => {
    for (const job of all) await plan(context, store, job);
  });
  for (const { name } of all) context.metrics.runsOf(name);
  const look = (turn: Turn) => startDue(context, all, turn, stopped.signal);
  const loop = { topic: topics.queue(RECURRING), concurrency: all.length, look };
  const running = runClaimLoop(context, loop, stopped.signal);
  return {
    async stop() {
      stopped.abort();
      await Promise.race([running, pause(STOP_GRACE_MS, undefined, { ref: false })]);
    },
  };
}

/** Starts what is due. Brings a next run forward that was planned by a clock that was ahead. */
async function startDue(
  context: Context,
  all: readonly RecurringJob[],
  { isRunning, start }: Turn,
  stopped: AbortSignal,
): Promise<void> {
  const { db, clock, settings } = context;
  const now = clock.now();
  const known = new Map((await db.read(rows.list)).map(({ name, job }) => [name, job]));
  for (const definition of all) {
    const { name } = definition;
    const job = known.get(name);
    if (!job || isRunning(name) || jobs.isLeased(job, now)) continue;
    // What a stop has just interrupted is due again, but at the next start.
    if (stopped.aborted) return;
    const latest = latestRun(definition, settings, now);
    if (job.run_at <= now) {
      const held = await db.commit((store) => rows.claim(store, { name, now }));
      if (held) start(name, () => run(context, definition, { job: held, startedAt: now }, stopped));
    } else if (job.run_at > latest) {
      await db.commit((store) => jobs.bringForward(store, { queue: RECURRING, key: name, now, latest }));
    }
  }
}

interface Claimed {
  job: Job;
  startedAt: Date;
}

/** Runs a claimed job and writes what came of it. Resolves when the run itself has ended. */
async function run(context: Context, definition: RecurringJob, claimed: Claimed, stopped: AbortSignal): Promise<void> {
  const { db, clock, log, metrics } = context;
  const { name } = definition;
  const { job } = claimed;
  const late = AbortSignal.timeout((definition.timeoutSeconds ?? DEFAULT_TIMEOUT_S) * 1000);
  const lost = new AbortController();
  const renewal = setInterval(() => void renew(context, job, lost), RENEW_EVERY_MS);
  const work = definition.run(context, {
    signal: AbortSignal.any([stopped, late, lost.signal]),
    progress: (progress) => db.commit((store) => rows.noteProgress(store, job, { progress, now: clock.now() })),
  });
  let outcome: Pick<rows.Outcome, "status" | "result" | "error">;
  try {
    outcome = { status: "succeeded", result: await Promise.race([work, rejectOn(late)]), error: null };
  } catch (error) {
    const status = stopped.aborted ? "interrupted" : "failed";
    outcome = { status, result: null, error: late.aborted ? "timed out" : (error as Error).message };
    if (stopped.aborted) log.info({ job: name }, "a recurring job was interrupted");
    else log.error({ job: name, err: error }, "a recurring job failed");
  } finally {
    clearInterval(renewal);
  }
  const now = clock.now();
  const nextRunAt = dueAgain(context, definition, claimed, outcome.status, now);
  await db.commit((store) => rows.finish(store, job, { ...outcome, nextRunAt, now }));
  metrics.runFinished(name, outcome.status);
  log.debug({ job: name, ...outcome }, "a recurring job ended");
  // A run that ignores its signal goes on, though its end is recorded. This process starts no other one beside it.
  await work.catch(() => undefined);
}

function rejectOn(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

/** A clock that jumps or a commit that fails must not end the run: the lease only keeps others away. */
async function renew({ db, clock, log }: Context, job: Job, lost: AbortController): Promise<void> {
  try {
    if (!(await db.commit((store) => jobs.renew(store, job, clock.now())))) lost.abort();
  } catch (error) {
    log.error({ job: job.key, err: error }, "a recurring job's lease could not be renewed");
  }
}

function dueAgain(
  { settings }: Context,
  definition: RecurringJob,
  { job, startedAt }: Claimed,
  status: rows.Outcome["status"],
  now: Date,
): Date | null {
  if (status === "interrupted") return job.run_at;
  const regular = nextRun(definition, settings, { startedAt, now });
  if (status === "succeeded" || regular === null) return regular;
  return new Date(Math.min(regular.getTime(), now.getTime() + RETRY_MS));
}
