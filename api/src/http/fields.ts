import { LATEST } from "@merit/core/base/days.ts";
import { AmountError, parseAmount } from "@merit/core/base/money.ts";
import { nearest } from "@merit/core/base/nearest.ts";
import { rebuiltKey } from "@merit/core/payouts/rewards/reference.ts";
import { rewardKey } from "@merit/core/payouts/vouchers/service.ts";
import { StrKey } from "@stellar/stellar-sdk";
import { z } from "zod";

// Field types that all routes share. Messages continue the field's name: "amount must be greater than 0".

/** The message for an unknown name, with the nearest known one. */
export function unknownName(what: string, name: string, names: readonly string[]): string {
  return `has ${name.slice(0, 100)}, which is not ${what}: did you mean ${nearest(name, names)[0]}?`;
}

/** The message for a value that isn't in the list. */
export const oneOf = (values: readonly string[]) => `must be one of ${values.join(", ")}`;

/** Names the nearest step that there is, for a `step` or for a body whose `step` says what it is. */
export const nearestStep = (steps: readonly string[]) => ({
  error: ({ input }: { input?: unknown }): string => {
    const step = typeof input === "object" && input !== null ? (input as { step?: unknown }).step : input;
    if (step === undefined) return "is required";
    return typeof step === "string" ? unknownName("a step", step, steps) : oneOf(steps);
  },
});

/** The body of a PATCH: at least one of the fields, all of which may be left out. `helpers` change nothing on their own. */
export function changeOf<Shape extends z.ZodRawShape>(shape: Shape, helpers: readonly (keyof Shape)[] = []) {
  const names = Object.keys(shape).filter((name) => !helpers.includes(name));
  return z.strictObject(shape).refine((change) => names.some((name) => change[name as never] !== undefined), {
    error: `must contain a field to change: ${names.join(", ")}`,
  });
}

/** Row id in a body. */
export const id = z
  .int("must be a whole number from 1")
  .min(1, "must be a whole number from 1")
  .meta({ description: "id of a record" });

/** Whole number in a body. */
export const between = (min: number, max: number) => {
  const message = `must be a whole number from ${min} to ${max}`;
  return z.int(message).min(min, message).max(max, message);
};

/** Whole number in a path or query. */
export const wholeNumber = (min: number, max = Number.MAX_SAFE_INTEGER) => {
  const message =
    max === Number.MAX_SAFE_INTEGER
      ? `must be a whole number from ${min}`
      : `must be a whole number from ${min} to ${max}`;
  return z
    .string("must be given once")
    .regex(/^(0|[1-9]\d{0,15})$/, message)
    .transform(Number)
    .pipe(z.number().min(min, message).max(max, message))
    .meta({ json: { type: "integer", minimum: min, maximum: max } });
};

/** A record's id in a path, or a word in its place. */
export const idOr = <const Word extends string>(word: Word) =>
  z
    .string()
    .regex(new RegExp(`^(${word}|[1-9]\\d{0,15})$`), `must be a whole number from 1, or ${word}`)
    .transform((text) => (text === word ? word : Number(text)))
    .meta({ json: { type: "string", pattern: `^(${word}|[1-9]\\d{0,15})$` } });

/** Decimal text in tokens, stroops inside. */
export const amount = z
  .string('must be a decimal string such as "12.5"')
  .transform((text, issue) => {
    try {
      return parseAmount(text);
    } catch (error) {
      if (!(error instanceof AmountError)) throw error;
      issue.addIssue(error.message);
      return z.NEVER;
    }
  })
  .meta({
    description: 'tokens as a decimal string, at most 7 decimals, such as "12.5"',
    json: { type: "string", pattern: "^(0|[1-9]\\d{0,18})(\\.\\d{1,7})?$" },
  });

const text = z.string("must be a string").regex(/^\P{Cc}*$/u, "must not contain control characters");

/** One-line text without control characters, trimmed. */
export const line = (max: number) =>
  text.trim().min(1, "must not be empty").max(max, `must have at most ${max} characters`);

/** A random token of the service, which callers give back unread. */
export const opaqueToken = z
  .string("must be a string")
  .min(1, "must not be empty")
  .max(200, "must have at most 200 characters");

/** A caller's key for a request: any text, used unchanged. */
export const idempotencyKey = text
  .min(1, "must not be empty")
  .max(255, "must have at most 255 characters")
  .refine(
    (key) => !key.startsWith(rebuiltKey("")),
    "must not begin with rebuilt:, as keys of rewards found on the ledger do",
  )
  .refine((key) => !key.startsWith(rewardKey("")), "must not begin with voucher:, as keys of vouchers' rewards do");

export const email = z
  .string("must be a string")
  .trim()
  .max(254, "must have at most 254 characters")
  .pipe(z.email("must be an e-mail address such as shop@example.com"))
  .meta({ json: { type: "string", format: "email", maxLength: 254 } });

/** Point in time, cut to so many milliseconds. */
const timeIn = (ms: number) =>
  z.iso
    .datetime({ offset: true, error: 'must be a UTC time in ISO 8601, such as "2026-01-31T12:00:00Z"' })
    .transform((text) => new Date(Math.floor(Date.parse(text) / ms) * ms))
    .refine((time) => !(time.getTime() < 0), "must not be before 1970")
    // Another offset leads behind the last year that can be written.
    .refine((time) => !(time > LATEST), "must not be after the year 9999 in UTC")
    .meta({ description: "UTC, ISO 8601" });

export const timestamp = timeIn(1);
/** The ledger counts in seconds. */
export const ledgerTime = timeIn(1000);

/** Recipient: an account (G...) or a contract (C...). The messages never repeat what was sent: it may be a secret. */
const described = {
  description: "Stellar account (G...) or contract (C...) address",
  json: { type: "string", pattern: "^[GC][A-Z2-7]{55}$" },
};

export const walletAddress = z
  .string("must be a string")
  .superRefine((text, issue) => {
    const message = addressError(text);
    if (message) issue.addIssue(message);
  })
  .meta(described);

/** One of thousands of addresses: the handler checks them in turns by `addressError`, since 10,000 checksums take 70 ms. */
export const listedAddress = z.string("must be a string").meta(described);

/** A wallet that signs with a key of its own (G...); contracts can't log in yet. */
export const accountAddress = walletAddress
  .refine((text) => !text.startsWith("C"), {
    message: "is a contract wallet (C...), which can't log in or be linked yet: use an account (G...)",
    abort: true,
  })
  .meta({ description: "Stellar account (G...) address", json: { type: "string", pattern: "^G[A-Z2-7]{55}$" } });

const SECRET_LENGTH = 56;

/** Says what is wrong with a wallet's address; undefined if it is right. Never quotes it: it may be a secret. */
export function addressError(text: string): string | undefined {
  if (StrKey.isValidEd25519PublicKey(text) || StrKey.isValidContract(text)) return undefined;
  if (text.trim().startsWith("S") && text.trim().length === SECRET_LENGTH) {
    return "holds a secret key: never send one to anybody. Treat it as exposed, move the account's funds, and send the public address (G...)";
  }
  if (text.startsWith("M"))
    return "is a muxed address (M...), which can't hold rewards: send the account's own address (G...)";
  return "must be a Stellar account (G...) or contract (C...) address with a valid checksum: copy it again from the wallet";
}

/** 32 bytes: an id or a reference of a contract, or a hash. */
export const hex32 = (description: string) =>
  z
    .string("must be a string")
    .regex(/^[0-9a-f]{64}$/, "must be 64 hex digits in lower case")
    .meta({ description: `${description}, 32 bytes in hex` });

/** In a query; false if it is left out. */
export const flag = (description: string) =>
  z
    .enum(["true", "false"], "must be true or false")
    .default("false")
    .transform((text) => text === "true")
    .meta({ description, json: { type: "boolean", default: false } });

export const isoTime = z.iso.datetime();
/** The unit is added to the description of each field. */
export const decimal = z.string().meta({ unit: "tokens" });

/** An answer without a body (204). */
export const nothing = z.undefined();

export const MIN_PASSWORD = 8;
export const MAX_PASSWORD = 128;

/** A password may have any characters, which are kept as they are. */
export const password = z.string("must be a string").max(MAX_PASSWORD, `must have at most ${MAX_PASSWORD} characters`);

export const newPassword = password.min(MIN_PASSWORD, `must have at least ${MIN_PASSWORD} characters`);
