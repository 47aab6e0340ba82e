import { notFound } from "../../base/errors.ts";
import type { UnitContext } from "../../context/context.ts";
import { askFor, type RecurringJob } from "../../context/recurring.ts";
import { record } from "../../store/audit/audit.ts";
import type { Store } from "../../store/db/store.ts";
import { isLeased } from "../../store/jobs/jobs.ts";
import { recurringJobs } from "./all.ts";
import { jobRunning } from "./problems.ts";
import { firstRun, scheduleOf } from "./schedule.ts";
import * as rows from "./store.ts";

export interface RecurringState {
  definition: RecurringJob;
  row: rows.RecurringRow;
  isRunning: boolean;
}

/** All recurring jobs with their last run, by name. Rows of jobs that this version doesn't have any more are left out. */
export async function list({ clock }: UnitContext, store: Store): Promise<RecurringState[]> {
  const now = clock.now();
  return (await rows.list(store)).flatMap((row) => {
    const definition = recurringJobs.find(({ name }) => name === row.name);
    const isRunning = row.job !== null && isLeased(row.job, now);
    return definition ? [{ definition, row, isRunning }] : [];
  });
}

/** Makes sure that the job has its row, planned by its schedule as it is now. */
export async function plan({ clock, settings }: UnitContext, store: Store, job: RecurringJob): Promise<void> {
  const now = clock.now();
  const schedule = scheduleOf(job, settings);
  await rows.plan(store, { name: job.name, schedule, firstRunAt: firstRun(job, settings, now), now });
}

/**
 * Makes a job due now, for an administrator.
 * @throws Problem 404, 409 `job_running`
 */
export async function runNow(
  context: UnitContext,
  store: Store,
  { name, actor }: { name: string; actor: string },
): Promise<RecurringState> {
  const definition = recurringJobs.find((job) => job.name === name);
  if (!definition) throw notFound("job", name);
  await plan(context, store, definition);
  if (!(await askFor(store, name, context.clock.now()))) throw jobRunning(name);
  const row = await rows.byName(store, name);
  if (!row) throw new Error(`the recurring job ${name} has no row`);
  await record(store, { actor, action: "job.run", subject: `job:${name}`, now: context.clock.now() });
  return { definition, row, isRunning: false };
}
