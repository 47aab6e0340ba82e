import { DAY_MS } from "@merit/core/base/days.ts";
import { AmountError, parseAmount } from "@merit/core/base/money.ts";
import { InvalidArgumentError, Option } from "commander";
import { UsageError } from "./errors.ts";

// Parsers of option values; commander prints what they throw beside the option's name and exits with 2.

export function amount(text: string): string {
  try {
    parseAmount(text);
    return text;
  } catch (error) {
    if (error instanceof AmountError) throw new InvalidArgumentError(`An amount ${error.message}.`);
    throw error;
  }
}

/** @returns stroops */
export const xlm = (text: string): bigint => parseAmount(amount(text));

export function assetCode(text: string): string {
  if (!/^[A-Za-z0-9]{1,12}$/.test(text)) throw new InvalidArgumentError("An asset code has 1 to 12 letters or digits.");
  return text;
}

export function positiveInteger(text: string): number {
  const number = Number(text);
  if (!/^\d+$/.test(text) || number < 1 || !Number.isSafeInteger(number)) {
    throw new InvalidArgumentError("It must be a whole number of 1 or more.");
  }
  return number;
}

export function wholeNumber(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError("It must be a whole number of 0 or more.");
  return Number(text);
}

export function signedInteger(text: string): number {
  const number = Number(text);
  if (!/^-?\d{1,15}$/.test(text) || number === 0) {
    throw new InvalidArgumentError("It must be a whole number such as 20 or -20, and not 0.");
  }
  return number;
}

export function port(text: string): string {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535)
    throw new InvalidArgumentError("A port is a number from 0 to 65535.");
  return text;
}

export function limit(text: string): number {
  const number = positiveInteger(text);
  if (number > 100) throw new InvalidArgumentError("A page has at most 100 entries.");
  return number;
}

/** An id, a reference or a hash of 32 bytes. */
export function hex32(text: string): string {
  if (!/^[0-9a-f]{64}$/.test(text)) throw new InvalidArgumentError("It must be 64 hex digits in lower case.");
  return text;
}

const MAX_DAYS = 36_500;

export function days(text: string): number {
  const number = positiveInteger(text);
  if (number > MAX_DAYS) throw new InvalidArgumentError(`It must be at most ${MAX_DAYS} days, a hundred years.`);
  return number;
}

const TIME = /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2}))?$/i;

/** A time with its zone: without one it would mean another moment on each machine. A date has none, and is a day in UTC. */
function timeOf(text: string, ofDay: "start" | "end"): string {
  const [, day, time] = TIME.exec(text) ?? [];
  if (day === undefined) {
    throw new InvalidArgumentError(
      'It must be a date such as "2027-01-31", or a time with its zone: "2027-01-31T12:00:00Z".',
    );
  }
  const midnight = new Date(`${day}T00:00:00Z`);
  // Date takes 30 February for 2 March.
  if (Number.isNaN(midnight.getTime()) || midnight.toISOString().slice(0, 10) !== day) {
    throw new InvalidArgumentError(`There is no day ${day}.`);
  }
  const moment = new Date(time === undefined ? midnight.getTime() + (ofDay === "end" ? DAY_MS : 0) : text);
  if (Number.isNaN(moment.getTime())) throw new InvalidArgumentError(`There is no time ${text.slice(11)}.`);
  const iso = moment.toISOString();
  // Other years have six digits and a sign, which the service doesn't read.
  if (/^[+-]/.test(iso)) throw new InvalidArgumentError("It must be before the end of the year 9999, in UTC.");
  return iso;
}

/** Start of a period; a date means its start. @returns UTC ISO 8601 */
export const instant = (text: string): string => timeOf(text, "start");

/** End of a period; a date means its end, so the last day belongs to it. @returns UTC ISO 8601 */
export const endInstant = (text: string): string => timeOf(text, "end");

/** Options that say what a date means. */
export const fromOption = (flags: string, text: string): Option =>
  new Option(flags, `${text}; a date means its start in UTC`).argParser(instant);
export const untilOption = (flags: string, text: string): Option =>
  new Option(flags, `${text}; a date means its end in UTC`).argParser(endInstant);

/** End of a period of so many days. @throws UsageError if it has passed: the service would name an end that nobody gave */
export function endAfter(start: Date, days: number): string {
  const end = new Date(start.getTime() + days * DAY_MS);
  if (end.getTime() > Date.now()) return end.toISOString();
  throw new UsageError(
    `${days} days from --starts-at end at ${end.toISOString()}, which has passed.`,
    "Give a later --starts-at, or more --days.",
  );
}

/**
 * A repeated call must be equal to the first one; with "now" it would not be.
 * @throws UsageError for a key without a start
 */
export function requireFixedStart(option: string, start: string | undefined, idempotencyKey: string | undefined): void {
  if (idempotencyKey === undefined || start !== undefined) return;
  throw new UsageError(
    `--idempotency-key needs ${option}: with "now", each repeat would be a different request.`,
    `Give a time, such as ${option} ${new Date().toISOString()}, and repeat it with the key.`,
  );
}
