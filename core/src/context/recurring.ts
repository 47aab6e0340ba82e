import type { Settings } from "../base/settings/settings.ts";
import { topics } from "../base/wake.ts";
import { RECURRING } from "../store/db/schema/jobs.ts";
import type { Store } from "../store/db/store.ts";
import type { Job } from "../store/jobs/jobs.ts";
import * as jobs from "../store/jobs/jobs.ts";
import type { Context } from "./context.ts";

/** Arguments of a run besides the context. */
export interface JobRun {
  /** Aborts when the service stops or the run's time is over: long runs look at it between two steps. */
  signal: AbortSignal;
  /** Says how far the run is, for GET /admin/jobs. */
  progress(detail: Record<string, unknown>): Promise<void>;
}

interface Base {
  name: string;
  /** One sentence for administrators, without a full stop. */
  title: string;
  /** Most that one run may take; 10 minutes if absent. */
  timeoutSeconds?: number;
  /**
   * Does the job's work. It is started again after a crash: two runs in a row must do no more than one.
   * @returns what it did, such as `{ removed: 12 }`
   */
  run(context: Context, run: JobRun): Promise<Record<string, unknown>>;
}

interface ByInterval {
  /** Seconds from start to start. */
  every: number;
}

export interface ByCron {
  /** Five fields, UTC; null: it runs when it is asked for only. */
  cron: string | ((settings: Settings) => string | null);
}

/** A job that comes back by its schedule. */
export type RecurringJob = Base & (ByInterval | ByCron);

export const defineRecurringJob = (job: RecurringJob): RecurringJob => job;

/** Makes a recurring job due now. Undefined while it runs. */
export async function askFor(store: Store, name: string, now: Date): Promise<Job | undefined> {
  await addRecurring(store, name, { now, runAt: now });
  await store.notify(topics.queue(RECURRING));
  return jobs.bringForward(store, { queue: RECURRING, key: name, now, latest: now });
}

/** Queues a recurring job, unless it is queued. */
export async function addRecurring(
  store: Store,
  name: string,
  { now, runAt }: { now: Date; runAt: Date },
): Promise<void> {
  await jobs.add(store, { queue: RECURRING, key: name, group: name, payload: {}, now, runAt });
}
