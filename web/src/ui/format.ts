// Amounts and dates in the reader's own notation.

const MAX_DECIMALS = 7;

/** A value that is made at its first use, and kept: each takes a phone tens of milliseconds. */
function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

const decimal = once(() => new Intl.NumberFormat(undefined, { maximumFractionDigits: MAX_DECIMALS }));
const whole = once(() => new Intl.NumberFormat());
const dateTime = once(() => new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" }));
const day = once(() => new Intl.DateTimeFormat(undefined, { dateStyle: "medium" }));
const utcDay = once(() => new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeZone: "UTC" }));
const shortUtcDay = once(
  () => new Intl.DateTimeFormat(undefined, { day: "numeric", month: "numeric", timeZone: "UTC" }),
);

/** A decimal string of tokens, such as "1234.5": 1,234.5. Exact, since Intl takes text. */
export function amount(value: string, code?: string): string {
  const text = decimal().format(value as Intl.StringNumericLiteral);
  return code ? `${text} ${code}` : text;
}

export const count = (value: number | bigint): string => whole().format(value);

/** 1 reward, 2 rewards. */
export const counted = (value: number, one: string): string => `${count(value)} ${one}${value === 1 ? "" : "s"}`;

export const time = (iso: string): string => dateTime().format(new Date(iso));
export const date = (iso: string): string => day().format(new Date(iso));

const units = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
] as const;
/** A number of seconds in the largest unit that it fills: 604800 is 7 days. */
export function duration(seconds: number): string {
  const [unit, size] = units.find(([, size]) => seconds >= size && seconds % size === 0) ?? ["second", 1];
  return new Intl.NumberFormat(undefined, { style: "unit", unit, unitDisplay: "long" }).format(seconds / size);
}

const EDGE = 4;
/** GABC…WXYZ. */
export const short = (address: string): string =>
  address.length > 2 * EDGE + 4 ? `${address.slice(0, EDGE)}…${address.slice(-EDGE)}` : address;

/** A day of UTC, such as those of statements. */
export const utcDate = (iso: string): string => utcDay().format(new Date(iso));
export const shortUtcDate = (iso: string): string => shortUtcDay().format(new Date(iso));
