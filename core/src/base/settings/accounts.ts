import { z } from "zod";
import { duration, SettingsError, seconds, url, whole } from "./types.ts";

/** Key of an HMAC-SHA256: if it were shorter than the output, it would be the weakest part. */
const signingSecret = z
  .string()
  .refine(
    (text) => Buffer.byteLength(text) >= 32,
    "must have at least 32 bytes, such as the output of: openssl rand -base64 48",
  );

/** A transaction's data entry has room for 64 bytes, and SEP-10 appends " auth" to the domain. */
const MAX_DOMAIN_BYTES = 59;

const domain = z
  .string()
  .regex(/^[a-z0-9.-]+(:\d{1,5})?$/, 'must be a domain such as "rewards.example"')
  .max(MAX_DOMAIN_BYTES, `must have at most ${MAX_DOMAIN_BYTES} characters`);

/** Variables of users' logins and mails. */
export const accountVariables = {
  PUBLIC_URL: url("everyone can see it")
    .refine((text) => !URL.canParse(text) || new URL(text).href === `${new URL(text).origin}/`, {
      error: "must end after the host, such as https://rewards.example: the service's paths begin there",
    })
    .optional(),
  HOME_DOMAIN: domain.optional(),
  ASSET_NAME: z
    .string()
    .regex(/^[^\p{Cc}]{1,20}$/u, "must have 1 to 20 characters on one line")
    .optional(),
  ASSET_IMAGE: url("wallets fetch it without one").optional(),
  JWT_SECRET: signingSecret.optional(),
  JWT_SECRET_PREVIOUS: signingSecret.optional(),
  ACCESS_TOKEN_TTL: duration("15m", 86_400, "1d"),
  REFRESH_TOKEN_TTL: duration("7d", 365 * 86_400, "365d"),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: "must be a URL that starts with smtp:// or smtps://" }).optional(),
  MAIL_FROM: z
    .string()
    .regex(
      /^[^<>\r\n]*<[^<>\s@]+@[^<>\s@]+>$|^[^<>\s@]+@[^<>\s@]+$/,
      'must be a sender such as "Merit <no-reply@rewards.example>"',
    )
    .optional(),
  MAIL_BACKOFF_SECONDS: seconds.default([5, 30, 120, 600, 3600]),
  MAIL_UNCONFIRMED_HOURLY: whole(1_000, 1, 1_000_000),
};

export interface AccountSettings {
  /** URL at which people reach the service, without a path: links in mails start with it. */
  publicUrl: string;
  /** How wallets show the reward asset; null: by its code, or without a picture. */
  asset: { name: string | null; image: string | null };
  auth: {
    /** Domain that wallets log in to (SEP-10). */
    homeDomain: string;
    /** Keys of access tokens; null: the key file's own, where money is not real. */
    jwtSecret: string | null;
    /** The previous key, still accepted, so that a change of the key logs nobody out. */
    jwtSecretPrevious: string | null;
    accessTokenSeconds: number;
    /** How long a session lasts without use; each use prolongs it. */
    refreshTokenSeconds: number;
  };
  mail: {
    /** Null: mails are recorded and not sent. */
    smtpUrl: string | null;
    from: string;
    /** Wait before attempt 2, 3, ... in seconds; after the last one the mail fails. */
    backoffSeconds: number[];
    /** Most mails in an hour to addresses that nobody has confirmed. */
    unconfirmedHourly: number;
  };
}

/** @throws SettingsError for variables that don't fit each other */
export function accountSettings(
  v: z.infer<z.ZodObject<typeof accountVariables>>,
  { port }: { port: number },
): AccountSettings {
  if (v.SMTP_URL && !v.MAIL_FROM) throw new SettingsError("SMTP_URL is set: also set MAIL_FROM, the sender of mails.");
  const publicUrl = new URL(v.PUBLIC_URL ?? `http://localhost:${port}`);
  const homeDomain = v.HOME_DOMAIN ?? publicUrl.host;
  if (!domain.safeParse(homeDomain).success || !domain.safeParse(publicUrl.host).success) {
    throw new SettingsError(
      `PUBLIC_URL must have a host of at most ${MAX_DOMAIN_BYTES} characters, for wallets to log in.`,
    );
  }
  return {
    publicUrl: publicUrl.origin,
    asset: { name: v.ASSET_NAME ?? null, image: v.ASSET_IMAGE ?? null },
    auth: {
      homeDomain,
      jwtSecret: v.JWT_SECRET ?? null,
      jwtSecretPrevious: v.JWT_SECRET_PREVIOUS ?? null,
      accessTokenSeconds: v.ACCESS_TOKEN_TTL,
      refreshTokenSeconds: v.REFRESH_TOKEN_TTL,
    },
    mail: {
      smtpUrl: v.SMTP_URL ?? null,
      from: v.MAIL_FROM ?? "Merit <no-reply@localhost>",
      backoffSeconds: v.MAIL_BACKOFF_SECONDS,
      unconfirmedHourly: v.MAIL_UNCONFIRMED_HOURLY,
    },
  };
}
