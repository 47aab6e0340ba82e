import { setTimeout as pause } from "node:timers/promises";
import type { Context } from "../context/context.ts";
import { topics } from "../wake.ts";
import { planTask } from "./plan.ts";
import * as rows from "./store.ts";
import { latestRun, nextRun, type Task } from "./task.ts";

export interface Scheduler {
  /** Starts no more runs, tells those that run to stop, and waits for them. */
  stop(): Promise<void>;
}

/** Tasks become due by time, which nothing announces. */
const LOOK_AGAIN_MS = 1_000;
/** A third of a lease. */
const RENEW_EVERY_MS = 20_000;
const DEFAULT_TIMEOUT_S = 600;
/** A failed run is repeated after this, or at its next regular time if that is earlier. */
const RETRY_MS = 5 * 60_000;
/** How long runs may take to stop; what goes on after that has lost its lease and is run again at the next start. */
const STOP_GRACE_MS = 15_000;

/** Runs each task when it is due, several at a time, none twice at once; what was missed while nothing ran is run once. */
export async function startScheduler(context: Context, tasks: readonly Task[]): Promise<Scheduler> {
  const stopped = new AbortController();
  await context.db.commit(async (store) => {
    for (const task of tasks) await planTask(context, store, task);
  });
  const looking = look(context, tasks, stopped.signal);
  return {
    async stop() {
      stopped.abort();
      await looking;
    },
  };
}

async function look(context: Context, tasks: readonly Task[], stopped: AbortSignal): Promise<void> {
  const running = new Map<string, Promise<void>>();
  using asked = context.wake.subscribe(topics.schedule);
  while (!stopped.aborted) {
    try {
      const due = await dueTasks(context, tasks);
      for (const task of due.filter(({ name }) => !running.has(name))) {
        const run = runOnce(context, task, stopped).finally(() => running.delete(task.name));
        running.set(task.name, run);
      }
    } catch (error) {
      context.log.error({ err: error }, "scheduled tasks interrupted");
    }
    await asked.next({ timeoutMs: LOOK_AGAIN_MS, signal: stopped });
  }
  const grace = new AbortController();
  await Promise.race([
    Promise.all(running.values()),
    pause(STOP_GRACE_MS, undefined, { signal: grace.signal }).catch(() => undefined),
  ]);
  grace.abort();
}

/** The tasks that are due. A next run beyond what the schedule says now, by a clock that was ahead, is brought forward. */
async function dueTasks({ db, clock, settings }: Context, tasks: readonly Task[]): Promise<Task[]> {
  const now = clock.now();
  const known = new Map((await db.read(rows.list)).map((row) => [row.name, row]));
  const due: Task[] = [];
  for (const task of tasks) {
    const row = known.get(task.name);
    if (!row?.next_run_at || rows.isLeased(row, now)) continue;
    if (row.next_run_at <= now) due.push(task);
    else if (row.next_run_at > latestRun(task, settings, now)) {
      await db.commit((store) => rows.bringForward(store, task.name, latestRun(task, settings, now)));
    }
  }
  return due;
}

/** Claims a task, runs it and writes what came of it; never rejects. Resolves when the run itself has ended. */
async function runOnce(context: Context, task: Task, stopped: AbortSignal): Promise<void> {
  const { db, clock, log } = context;
  try {
    const held = await db.commit((store) => rows.claim(store, { name: task.name, now: clock.now() }));
    if (held) await runHeld(context, task, held, stopped);
  } catch (error) {
    log.error({ task: task.name, err: error }, "a scheduled task was interrupted");
  }
}

async function runHeld(context: Context, task: Task, held: rows.TaskRow, stopped: AbortSignal): Promise<void> {
  const { db, clock, log, metrics } = context;
  const late = AbortSignal.timeout((task.timeoutSeconds ?? DEFAULT_TIMEOUT_S) * 1000);
  const lost = new AbortController();
  const renewal = setInterval(() => void renew(context, held, lost), RENEW_EVERY_MS);
  const run = {
    signal: AbortSignal.any([stopped, late, lost.signal]),
    progress: (detail: Record<string, unknown>) => db.commit((store) => rows.noteProgress(store, held, detail)),
  };
  let outcome: Pick<rows.Outcome, "status" | "result" | "error">;
  const work = task.run(context, run);
  try {
    outcome = { status: "succeeded", result: await Promise.race([work, rejectOn(late)]), error: null };
  } catch (error) {
    const status = stopped.aborted ? "interrupted" : "failed";
    outcome = { status, result: null, error: late.aborted ? "its time was over" : (error as Error).message };
    if (stopped.aborted) log.info({ task: task.name }, "a scheduled task was interrupted");
    else log.error({ task: task.name, err: error }, "a scheduled task failed");
  } finally {
    clearInterval(renewal);
  }
  const now = clock.now();
  const nextRunAt = dueAgain(context, task, held, outcome.status, now);
  await db.commit((store) => rows.finish(store, held, { ...outcome, nextRunAt, now }));
  metrics.taskFinished(task.name, outcome.status);
  log.debug({ task: task.name, ...outcome }, "a scheduled task ended");
  // One that doesn't heed its signal is over for the table; this process starts it again only when it has really ended.
  await work.catch(() => undefined);
}

function rejectOn(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

/** The lease is only kept from others: a clock that jumps or a commit that fails must not end the process. */
async function renew({ db, clock, log }: Context, held: rows.TaskRow, lost: AbortController): Promise<void> {
  try {
    if (!(await db.commit((store) => rows.renew(store, held, clock.now())))) lost.abort();
  } catch (error) {
    log.error({ task: held.name, err: error }, "a scheduled task's lease could not be renewed");
  }
}

function dueAgain(
  { settings }: Context,
  task: Task,
  { last_started_at, next_run_at }: rows.TaskRow,
  status: rows.Outcome["status"],
  now: Date,
): Date | null {
  if (status === "interrupted") return next_run_at;
  const regular = nextRun(task, settings, { startedAt: last_started_at ?? now, now });
  if (status === "succeeded" || regular === null) return regular;
  return new Date(Math.min(regular.getTime(), now.getTime() + RETRY_MS));
}
