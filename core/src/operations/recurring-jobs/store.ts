import { and, asc, eq, getTableColumns, ne, sql } from "drizzle-orm";
import { addRecurring } from "../../context/recurring.ts";
import { jobs as jobTable, RECURRING } from "../../store/db/schema/jobs.ts";
import { type RunResult, recurringJobs } from "../../store/db/schema/recurring-jobs.ts";
import type { Store } from "../../store/db/store.ts";
import type { Held, Job } from "../../store/jobs/jobs.ts";
import * as jobs from "../../store/jobs/jobs.ts";

const t = recurringJobs;

/** `job` says when it is due next, and who runs it now. Null: it has no schedule, and nobody has asked for it. */
export type RecurringRow = typeof recurringJobs.$inferSelect & { job: Job | null };

interface Plan {
  name: string;
  schedule: string;
  firstRunAt: Date | null;
  now: Date;
}

/** Makes a job's row. If its schedule has changed, plans its next run anew; otherwise a missed run stays due. */
export async function plan(store: Store, { name, schedule, firstRunAt, now }: Plan): Promise<void> {
  const changed = await store
    .insert(t)
    .values({ name, schedule, failures: 0 })
    .onConflictDoUpdate({ target: t.name, set: { schedule }, setWhere: ne(t.schedule, schedule) })
    .returning({ name: t.name })
    .get();
  if (!changed) return;
  // A job that runs is queued again when it ends.
  await jobs.removeFree(store, { queue: RECURRING, key: name, now });
  if (firstRunAt) await addRecurring(store, name, { now, runAt: firstRunAt });
}

const select = (store: Store) =>
  store
    .select({ ...getTableColumns(t), job: jobTable })
    .from(t)
    .leftJoin(jobTable, and(eq(jobTable.queue, RECURRING), eq(jobTable.key, t.name)));

/** All recurring jobs, by name. */
export async function list(store: Store): Promise<RecurringRow[]> {
  return select(store).orderBy(asc(t.name));
}

export async function byName(store: Store, name: string): Promise<RecurringRow | undefined> {
  return select(store).where(eq(t.name, name)).get();
}

/** Takes a due job with a lease that is to be renewed; undefined if another was faster, or it isn't due any more. */
export async function claim(store: Store, { name, now }: { name: string; now: Date }): Promise<Job | undefined> {
  const job = await jobs.claimRenewable(store, { queue: RECURRING, key: name, now });
  if (job) await store.update(t).set({ last_started_at: now, progress: null }).where(eq(t.name, name));
  return job;
}

/** Writes the progress of a run; nothing once the run has lost its lease. */
export async function noteProgress(
  store: Store,
  job: Held,
  { progress, now }: { progress: Record<string, unknown>; now: Date },
): Promise<void> {
  if (await jobs.renew(store, job, now)) await store.update(t).set({ progress }).where(eq(t.name, job.key));
}

export interface Outcome {
  status: RunResult;
  result: Record<string, unknown> | null;
  error: string | null;
  nextRunAt: Date | null;
  now: Date;
}

/** Writes what came of a run, and queues the next. False if the job is no longer this holder's. */
export async function finish(
  store: Store,
  job: Held,
  { status, result, error, nextRunAt, now }: Outcome,
): Promise<boolean> {
  const isHeld = nextRunAt
    ? await jobs.wait(store, job, { now, runAt: nextRunAt, reason: error })
    : await jobs.complete(store, job);
  if (!isHeld) return false;
  await store
    .update(t)
    .set({
      last_finished_at: now,
      last_status: status,
      last_result: result,
      last_error: error,
      failures: status === "failed" ? sql`${t.failures} + 1` : status === "succeeded" ? 0 : t.failures,
    })
    .where(eq(t.name, job.key));
  return true;
}
