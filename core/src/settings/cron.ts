import { Cron } from "croner";

/** The next time after `now` that a pattern of five fields names, in UTC; null if it never comes. @throws Error if it is none */
export function nextTime(pattern: string, now: Date): Date | null {
  return new Cron(pattern, { timezone: "UTC", mode: "5-part" }).nextRun(now);
}

/** Whether a text is a pattern of five fields that names a time to come. */
export function isCron(pattern: string, now = new Date()): boolean {
  try {
    return nextTime(pattern, now) !== null;
  } catch {
    return false;
  }
}
