import { Cron } from "croner";

/**
 * The next time after `now` that matches a pattern of five fields, in UTC; null if there is none. @throws Error for an invalid
 * pattern
 */
export function nextTime(pattern: string, now: Date): Date | null {
  return new Cron(pattern, { timezone: "UTC", mode: "5-part" }).nextRun(now);
}

const MINUTE_MS = 60_000;

/** The last time that matches a pattern until `now`; `first` is an earlier one. */
export function lastTime(pattern: string, first: Date, now: Date): Date {
  let [last, end] = [first, now];
  while (end.getTime() - last.getTime() >= MINUTE_MS) {
    const middle = new Date((last.getTime() + end.getTime()) / 2);
    const next = nextTime(pattern, middle);
    if (next && next <= now) last = next;
    else end = middle;
  }
  return last;
}

/** True if a text is a pattern of five fields that matches a time in the future. */
export function isCron(pattern: string, now = new Date()): boolean {
  try {
    return nextTime(pattern, now) !== null;
  } catch {
    return false;
  }
}
