export const DAY_MS = 86_400_000;

/** The instant of a ledger's Unix seconds. */
export const fromSeconds = (seconds: bigint | number) => new Date(Number(seconds) * 1000);

// Days are those of UTC.

export const startOfDay = (time: Date) => new Date(Math.floor(time.getTime() / DAY_MS) * DAY_MS);

/** The first instant after the day of `time`; a day's first instant counts as the end of the day before. */
export const endOfDay = (time: Date) => new Date(Math.ceil(time.getTime() / DAY_MS) * DAY_MS);

export const addDays = (time: Date, days: number) => new Date(time.getTime() + days * DAY_MS);

/** Whole seconds until the next day begins. */
export const secondsToNextDay = (now: Date): number =>
  Math.ceil((addDays(startOfDay(now), 1).getTime() - now.getTime()) / 1000);

/** As `toISOString`, also for a time that isn't set. */
export function isoTime(time: Date): string;
export function isoTime(time: Date | null): string | null;
export function isoTime(time: Date | null): string | null {
  return time === null ? null : time.toISOString();
}
