import { nextTime } from "../../base/settings/cron.ts";
import type { Settings } from "../../base/settings/settings.ts";
import type { ByCron, RecurringJob } from "../../context/recurring.ts";

const patternOf = ({ cron }: ByCron, settings: Settings) => (typeof cron === "string" ? cron : cron(settings));

/** The schedule as text: `every 3600 s`, `cron 0 3 * * *` or `manual`. */
export function scheduleOf(job: RecurringJob, settings: Settings): string {
  if ("every" in job) return `every ${job.every} s`;
  const pattern = patternOf(job, settings);
  return pattern === null ? "manual" : `cron ${pattern}`;
}

/** When the job is due first: by interval at once, by cron at the next time that it names. */
export function firstRun(job: RecurringJob, settings: Settings, now: Date): Date | null {
  return "every" in job ? now : nextByCron(patternOf(job, settings), now);
}

/** When a run that has ended is followed by the next. Runs that were missed are not made up for. */
export function nextRun(
  job: RecurringJob,
  settings: Settings,
  { startedAt, now }: { startedAt: Date; now: Date },
): Date | null {
  if (!("every" in job)) return nextByCron(patternOf(job, settings), now);
  return new Date(Math.max(startedAt.getTime() + job.every * 1000, now.getTime()));
}

/** The latest time for which a run can be planned now; now itself for a job that runs when it is asked for only. */
export function latestRun(job: RecurringJob, settings: Settings, now: Date): Date {
  if ("every" in job) return new Date(now.getTime() + job.every * 1000);
  return nextByCron(patternOf(job, settings), now) ?? now;
}

const nextByCron = (pattern: string | null, now: Date) => (pattern === null ? null : nextTime(pattern, now));
