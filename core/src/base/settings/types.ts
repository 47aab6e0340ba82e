import { z } from "zod";

// Kinds of settings: they turn texts of the environment into checked values. Messages continue the variable's name.

/** A setting that can't be used; the message names the variable, the cause and the fix. */
export class SettingsError extends Error {
  override name = "SettingsError";
}

export const whole = (fallback: number, min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .pipe(z.number().min(min, `must be at least ${min}`).max(max, `must be at most ${max}`))
    .default(fallback);

/** Texts separated by commas; `isValid` checks each. */
export const list = (isValid: (entry: string) => boolean, message: string) =>
  z
    .string()
    .transform((text) => text.split(",").map((entry) => entry.trim()))
    .refine((entries) => entries.every(isValid), message);

/** A list of waits. */
export const seconds = z
  .string()
  .regex(/^\d+(\.\d+)?(,\d+(\.\d+)?)*$/, 'must be seconds separated by commas, such as "1,5,15,30,60"')
  .transform((text) => text.split(",").map(Number));

const UNIT_SECONDS = { s: 1, m: 60, h: 3600, d: 86_400 };

/** Seconds of a duration such as 15m or 7d. */
export const duration = (fallback: string, maxSeconds: number, max: string) =>
  z
    .string()
    .regex(/^[1-9]\d{0,8}[smhd]$/, 'must be a duration such as "30s", "15m", "12h" or "7d"')
    .transform((text) => Number(text.slice(0, -1)) * UNIT_SECONDS[text.slice(-1) as keyof typeof UNIT_SECONDS])
    .pipe(z.number().max(maxSeconds, `must be at most ${max}`))
    .prefault(fallback);

const hostsOf = (url: string) =>
  `${/^[^/]*\/\/(?:[^/?]*@)?([^/?]*)/.exec(url)?.[1]} ${/[?&]host=([^&]*)/.exec(url)?.[1]}`;

/** A PostgreSQL database. Messages never quote the value: it has a password. */
export const postgresUrl = z
  .string()
  .refine((text) => !hostsOf(text).includes(","), {
    error: "must name one host, not a list of them: an address that leads to the primary",
    abort: true,
  })
  .refine(
    (text) => /^postgres(ql)?:/.test(text) && URL.canParse(text),
    "must be a URL such as postgres://user:password@db.example:5432/merit, with special characters of the password percent-encoded (@ is %40)",
  )
  .refine((text) => !URL.canParse(text) || new URL(text).pathname.length > 1, {
    error: "must name a database after the host, such as postgres://user:password@db.example:5432/merit",
  });

/** `advice` says what to do instead of giving a user in the URL, since no request can be made to such a URL. */
export const url = (advice: string) =>
  z
    .url({ protocol: /^https?$/, error: "must be a URL that starts with http:// or https://" })
    .refine((text) => !URL.canParse(text) || new URL(text).username + new URL(text).password === "", {
      error: `must not contain a user name or password: ${advice}`,
    });
