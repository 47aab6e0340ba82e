import type { Context } from "../context/context.ts";
import { nextTime } from "../settings/cron.ts";
import type { Settings } from "../settings/settings.ts";

/** What a run is given beyond the context. */
export interface TaskRun {
  /** Aborts when the service stops or the run's time is over: long runs look at it between two steps. */
  signal: AbortSignal;
  /** Says how far the run is, for GET /admin/jobs. */
  progress(detail: Record<string, unknown>): Promise<void>;
}

interface TaskBase {
  name: string;
  /** One sentence for administrators, without a full stop. */
  title: string;
  /** Most that one run may take; 10 minutes if absent. */
  timeoutSeconds?: number;
  /**
   * Is started again after a crash: two runs in a row must do no more than one.
   * @returns what it did, such as `{ removed: 12 }`
   */
  run(context: Context, run: TaskRun): Promise<Record<string, unknown>>;
}

interface ByInterval {
  /** Seconds from start to start. */
  every: number;
}

interface ByCron {
  /** Five fields, UTC; null: it runs when it is asked for only. */
  cron: string | ((settings: Settings) => string | null);
}

/** Recurring work. */
export type Task = TaskBase & (ByInterval | ByCron);

export const defineTask = (task: Task): Task => task;

const patternOf = ({ cron }: ByCron, settings: Settings) => (typeof cron === "string" ? cron : cron(settings));

/** The schedule as text: `every 3600 s`, `cron 0 3 * * *` or `manual`. */
export function scheduleOf(task: Task, settings: Settings): string {
  if ("every" in task) return `every ${task.every} s`;
  const pattern = patternOf(task, settings);
  return pattern === null ? "manual" : `cron ${pattern}`;
}

/** When the task is due first: by interval at once, by cron at the next time that it names. */
export function firstRun(task: Task, settings: Settings, now: Date): Date | null {
  return "every" in task ? now : nextByCron(patternOf(task, settings), now);
}

/** When a task that has ended is due again. Runs that were missed are not made up for. */
export function nextRun(
  task: Task,
  settings: Settings,
  { startedAt, now }: { startedAt: Date; now: Date },
): Date | null {
  if (!("every" in task)) return nextByCron(patternOf(task, settings), now);
  return new Date(Math.max(startedAt.getTime() + task.every * 1000, now.getTime()));
}

/** The latest time for which a run can be planned now; now itself for a task that runs when it is asked for only. */
export function latestRun(task: Task, settings: Settings, now: Date): Date {
  if ("every" in task) return new Date(now.getTime() + task.every * 1000);
  return nextByCron(patternOf(task, settings), now) ?? now;
}

const nextByCron = (pattern: string | null, now: Date) => (pattern === null ? null : nextTime(pattern, now));
