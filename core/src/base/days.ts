export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/** Ledgers close about every five seconds. */
export const LEDGERS_PER_DAY = 17_280;

/** The instant of a ledger's Unix seconds. */
export const fromSeconds = (seconds: bigint | number) => new Date(Number(seconds) * 1000);

/** Whole Unix seconds. */
export const toSeconds = (time: Date): number => Math.floor(time.getTime() / 1000);

/** Whole Unix seconds, as contracts take them. */
export const toLedgerTime = (time: Date): bigint => BigInt(toSeconds(time));

/** The last instant that a time in RFC 3339 can name. */
export const LATEST = new Date("9999-12-31T23:59:59.999Z");

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
