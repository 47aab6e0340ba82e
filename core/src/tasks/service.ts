import type { Context } from "../context/context.ts";
import type { Store } from "../db/store.ts";
import { notFound } from "../errors.ts";
import { planTask } from "../schedule/plan.ts";
import { jobRunning } from "../schedule/problems.ts";
import * as rows from "../schedule/store.ts";
import type { Task } from "../schedule/task.ts";
import { tasks } from "./tasks.ts";

export interface ScheduledJob {
  task: Task;
  row: rows.TaskRow;
  isRunning: boolean;
}

/** All tasks with their last run, by name. Rows of tasks that this version doesn't have any more are left out. */
export async function list({ clock }: Context, store: Store): Promise<ScheduledJob[]> {
  const now = clock.now();
  return (await rows.list(store)).flatMap((row) => {
    const task = tasks.find(({ name }) => name === row.name);
    return task ? [{ task, row, isRunning: rows.isLeased(row, now) }] : [];
  });
}

/**
 * Makes a task due now.
 * @throws Problem 404, 409 while it runs
 */
export async function runNow(context: Context, store: Store, name: string): Promise<ScheduledJob> {
  const task = tasks.find((candidate) => candidate.name === name);
  if (!task) throw notFound("job", name);
  await planTask(context, store, task);
  const row = await rows.askFor(store, name, context.clock.now());
  if (!row) throw jobRunning(name);
  return { task, row, isRunning: false };
}
