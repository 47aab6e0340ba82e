import { randomUUID } from "node:crypto";
import { and, asc, eq, gt, isNull, lte, ne, or, sql } from "drizzle-orm";
import { least } from "../db/dialect.ts";
import { type RunResult, scheduledTasks } from "../db/schema/schedule.ts";
import type { Store } from "../db/store.ts";
import { topics } from "../wake.ts";

export type TaskRow = typeof scheduledTasks.$inferSelect;

const t = scheduledTasks;

/** A run is another process's to start again when its own has been silent for so long. */
const LEASE_MS = 60_000;

const leaseFrom = (now: Date) => new Date(now.getTime() + LEASE_MS);

/** Makes a task's row, or reckons its next run anew where its schedule has changed. A run that was missed stays due. */
export async function plan(
  store: Store,
  task: { name: string; schedule: string; firstRunAt: Date | null },
): Promise<void> {
  const set = { schedule: task.schedule, next_run_at: task.firstRunAt };
  await store
    .insert(t)
    .values({ name: task.name, ...set, failures: 0 })
    .onConflictDoUpdate({ target: t.name, set, setWhere: ne(t.schedule, task.schedule) });
}

/** By name. */
export async function list(store: Store): Promise<TaskRow[]> {
  return store.select().from(t).orderBy(asc(t.name));
}

export async function byName(store: Store, name: string): Promise<TaskRow | undefined> {
  return store.select().from(t).where(eq(t.name, name)).get();
}

/** A task's next run, not later than `latest`. */
export async function bringForward(store: Store, name: string, latest: Date): Promise<void> {
  await store
    .update(t)
    .set({ next_run_at: latest })
    .where(and(eq(t.name, name), gt(t.next_run_at, latest)));
}

/** Whether somebody does the task. A lease that is longer than any is one by a clock that has been set back since. */
export const isLeased = ({ lease_until }: Pick<TaskRow, "lease_until">, now: Date): boolean =>
  lease_until !== null && lease_until > now && lease_until <= leaseFrom(now);

/** The same, the other way round, of a row in the database. */
const isFree = (now: Date) => or(isNull(t.lease_until), lte(t.lease_until, now), gt(t.lease_until, leaseFrom(now)));

/** Takes a due task; undefined if another was faster, or it isn't due any more. The lease is to be renewed. */
export async function claim(store: Store, { name, now }: { name: string; now: Date }): Promise<TaskRow | undefined> {
  return store
    .update(t)
    .set({ lease_owner: randomUUID(), lease_until: leaseFrom(now), last_started_at: now, progress: null })
    .where(and(eq(t.name, name), lte(t.next_run_at, now), isFree(now)))
    .returning()
    .get();
}

/** A run, as its holder knows it: what has lost its lease can't change the row any more. */
export type Held = Pick<TaskRow, "name" | "lease_owner">;

const isHeld = ({ name, lease_owner }: Held) => and(eq(t.name, name), eq(t.lease_owner, lease_owner ?? ""));

/** False if the run is no longer this holder's. */
export async function renew(store: Store, held: Held, now: Date): Promise<boolean> {
  const row = await store
    .update(t)
    .set({ lease_until: leaseFrom(now) })
    .where(isHeld(held))
    .returning({ name: t.name })
    .get();
  return row !== undefined;
}

export async function noteProgress(store: Store, held: Held, progress: Record<string, unknown>): Promise<void> {
  await store.update(t).set({ progress }).where(isHeld(held));
}

export interface Outcome {
  status: RunResult;
  result: Record<string, unknown> | null;
  error: string | null;
  nextRunAt: Date | null;
  now: Date;
}

/** Writes what came of a run and gives the task back. False if it is no longer this holder's. */
export async function finish(store: Store, held: Held, outcome: Outcome): Promise<boolean> {
  const row = await store
    .update(t)
    .set({
      lease_owner: null,
      lease_until: null,
      next_run_at: outcome.nextRunAt,
      last_finished_at: outcome.now,
      last_status: outcome.status,
      last_result: outcome.result,
      last_error: outcome.error,
      failures: outcome.status === "failed" ? sql`${t.failures} + 1` : outcome.status === "succeeded" ? 0 : t.failures,
    })
    .where(isHeld(held))
    .returning({ name: t.name })
    .get();
  return row !== undefined;
}

/** Makes a task that nobody does due now. Undefined if it runs, or isn't there. */
export async function askFor(store: Store, name: string, now: Date): Promise<TaskRow | undefined> {
  await store.notify(topics.schedule);
  return store
    .update(t)
    .set({ next_run_at: least(sql`coalesce(${t.next_run_at}, ${now.getTime()})`, now.getTime()) })
    .where(and(eq(t.name, name), isFree(now)))
    .returning()
    .get();
}
