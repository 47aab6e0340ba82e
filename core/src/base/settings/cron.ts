import { Cron } from "croner";

/**
 * The next time after `now` that matches a pattern of five fields, in UTC; null if there is none. @throws Error for an invalid
 * pattern
 */
export function nextTime(pattern: string, now: Date): Date | null {
  return new Cron(pattern, { timezone: "UTC", mode: "5-part" }).nextRun(now);
}

/** True if a text is a pattern of five fields that matches a time in the future. */
export function isCron(pattern: string, now = new Date()): boolean {
  try {
    return nextTime(pattern, now) !== null;
  } catch {
    return false;
  }
}
