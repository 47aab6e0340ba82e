import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { AmountError, parseAmount } from "./money.ts";

const REPOSITORY = fileURLToPath(new URL("../..", import.meta.url));

export const networkNames = ["local", "quickstart", "testnet", "mainnet"] as const;
export type NetworkName = (typeof networkNames)[number];

/** A setting that can't be used; the message names the variable, the cause and the fix. */
export class SettingsError extends Error {
  override name = "SettingsError";
}

const whole = (fallback: number, min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .pipe(z.number().min(min, `must be at least ${min}`).max(max, `must be at most ${max}`))
    .default(fallback);

const seconds = z
  .string()
  .regex(/^\d+(\.\d+)?(,\d+(\.\d+)?)*$/, 'must be seconds separated by commas, such as "1,5,15,30,60"')
  .transform((text) => text.split(",").map(Number));

const url = z
  .url({ protocol: /^https?$/, error: "must be a URL that starts with http:// or https://" })
  // Neither would reach the node: requests can't be made from such a URL.
  .refine((text) => !URL.canParse(text) || new URL(text).username + new URL(text).password === "", {
    error: "must hold no user name or password: use a node that takes its key in the URL's path",
  });

/** Amount in tokens, or 0 for none. */
const tokens = z.string().transform((text, issue) => {
  if (text === "0") return 0n;
  try {
    return parseAmount(text);
  } catch (error) {
    if (!(error instanceof AmountError)) throw error;
    issue.addIssue(error.message);
    return z.NEVER;
  }
});

const UNIT_SECONDS = { s: 1, m: 60, h: 3600, d: 86_400 };

/** Seconds of a duration such as 15m or 7d. */
const duration = (fallback: string, maxSeconds: number, max: string) =>
  z
    .string()
    .regex(/^[1-9]\d{0,8}[smhd]$/, 'must be a duration such as "30s", "15m", "12h" or "7d"')
    .transform((text) => Number(text.slice(0, -1)) * UNIT_SECONDS[text.slice(-1) as keyof typeof UNIT_SECONDS])
    .pipe(z.number().max(maxSeconds, `must be at most ${max}`))
    .prefault(fallback);

/** Key of an HMAC-SHA256: shorter than its output it would be the weakest part. */
const signingSecret = z
  .string()
  .refine(
    (text) => Buffer.byteLength(text) >= 32,
    "must have at least 32 bytes, such as the output of: openssl rand -base64 48",
  );

/** A transaction's data entry has room for 64 bytes, and SEP-10 puts " auth" behind the domain. */
const MAX_DOMAIN_BYTES = 59;

const domain = z
  .string()
  .regex(/^[a-z0-9.-]+(:\d{1,5})?$/, 'must be a domain such as "rewards.example"')
  .max(MAX_DOMAIN_BYTES, `must have at most ${MAX_DOMAIN_BYTES} characters`);

/** Every variable the service reads. `.env.example` lists them all; a test holds the two together. */
export const variables = z.object({
  MERIT_NETWORK: z.enum(networkNames, `must be one of ${networkNames.join(", ")}`).default("local"),
  MERIT_DATA_DIR: z.string().default(resolve(REPOSITORY, "data")),
  MERIT_RPC_URL: url.optional(),
  MERIT_KEYS_FILE: z.string().optional(),
  HOST: z.string().default("127.0.0.1"),
  PORT: whole(3000, 0, 65_535),
  METRICS_TOKEN: z.string().min(16, "must have at least 16 characters").optional(),
  LOG_LEVEL: z
    .enum(
      ["fatal", "error", "warn", "info", "debug", "trace", "silent"],
      "must be fatal, error, warn, info, debug, trace or silent",
    )
    .default("info"),
  DEMO_GRANT: tokens.optional(),
  DISTRIBUTE_TIMEOUT_SECONDS: whole(30, 1, 120),
  WORKER_CONCURRENCY: whole(4, 1, 64),
  WORKER_BATCH_SIZE: whole(60, 1, 60),
  WORKER_MAX_ATTEMPTS: whole(5, 1, 100),
  WORKER_BACKOFF_SECONDS: seconds.default([1, 5, 15, 30, 60]),
  WORKER_CHANNELS: whole(4, 1, 100),
  WORKER_MAX_FEE_STROOPS: whole(10_000_000, 100, 1_000_000_000),
  PUBLIC_URL: url.optional(),
  HOME_DOMAIN: domain.optional(),
  JWT_SECRET: signingSecret.optional(),
  JWT_SECRET_PREVIOUS: signingSecret.optional(),
  ACCESS_TOKEN_TTL: duration("15m", 86_400, "1d"),
  REFRESH_TOKEN_TTL: duration("7d", 365 * 86_400, "365d"),
  REFERRAL_BONUS_POINTS: whole(100, 0, 1_000_000),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: "must be a URL that starts with smtp:// or smtps://" }).optional(),
  MAIL_FROM: z
    .string()
    .regex(
      /^[^<>\r\n]*<[^<>\s@]+@[^<>\s@]+>$|^[^<>\s@]+@[^<>\s@]+$/,
      'must be a sender such as "Merit <no-reply@rewards.example>"',
    )
    .optional(),
  MAIL_BACKOFF_SECONDS: seconds.default([5, 30, 120, 600, 3600]),
  INDEXER_PAGE_SIZE: whole(1000, 1, 10_000),
  INDEXER_POLL_MS: whole(1000, 50, 60_000),
});

export interface Settings {
  network: NetworkName;
  /** Folder of this network: database, keys, manifest, local ledger. */
  dataDir: string;
  /** Null: the network's own default. */
  rpcUrl: string | null;
  /** Null: `keys.json` in `dataDir`. */
  keysFile: string | null;
  host: string;
  port: number;
  logLevel: string;
  /** Bearer token of GET /metrics; null: open to anyone who reaches the port. */
  metricsToken: string | null;
  /** Stroops granted to a newly registered merchant; only `local` grants any. */
  demoGrant: bigint;
  distributeTimeoutMs: number;
  worker: {
    concurrency: number;
    batchSize: number;
    maxAttempts: number;
    /** Wait before attempt 2, 3, ... in seconds; the last one repeats. */
    backoffSeconds: number[];
    channels: number;
    /** Most that one transaction may bid for inclusion, in stroops of XLM. */
    maxFeeStroops: number;
  };
  indexer: { pageSize: number; pollMs: number };
  /** Where people reach the service, without a path: links in mails start with it. */
  publicUrl: string;
  auth: {
    /** Domain that wallets log in to (SEP-10). */
    homeDomain: string;
    /** Keys of access tokens; null: the key file's own, where money is not real. */
    jwtSecret: string | null;
    /** Still accepted, so that a change of the key logs nobody out. */
    jwtSecretPrevious: string | null;
    accessTokenSeconds: number;
    /** A session that is used lives on; this is how long it may lie unused. */
    refreshTokenSeconds: number;
  };
  referralBonusPoints: number;
  mail: {
    /** Null: mails are recorded and not sent. */
    smtpUrl: string | null;
    from: string;
    /** Wait before attempt 2, 3, ... in seconds; then it is given up. */
    backoffSeconds: number[];
  };
}

const DEMO_GRANT = parseAmount("1000000");

/**
 * Reads and checks all settings; an empty variable counts as unset.
 * @throws SettingsError with one line per bad variable
 */
export function loadSettings(env: Record<string, string | undefined> = process.env): Settings {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ""));
  const parsed = variables.safeParse(given);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join(".")} ${issue.message}`);
    throw new SettingsError(`Settings can't be used:\n${lines.join("\n")}\n.env.example describes each of them.`);
  }
  return toSettings(parsed.data);
}

function toSettings(v: z.infer<typeof variables>): Settings {
  if (v.DEMO_GRANT && v.MERIT_NETWORK !== "local") {
    throw new SettingsError(
      `DEMO_GRANT gives tokens away and works on the network "local" only; remove it for "${v.MERIT_NETWORK}".`,
    );
  }
  if (v.SMTP_URL && !v.MAIL_FROM) throw new SettingsError("SMTP_URL is set: set MAIL_FROM, the sender of mails, too.");
  const publicUrl = new URL(v.PUBLIC_URL ?? `http://localhost:${v.PORT}`);
  const homeDomain = v.HOME_DOMAIN ?? publicUrl.host;
  if (!domain.safeParse(homeDomain).success || !domain.safeParse(publicUrl.host).success) {
    throw new SettingsError(
      `PUBLIC_URL must have a host of at most ${MAX_DOMAIN_BYTES} characters, for wallets to log in.`,
    );
  }
  return {
    network: v.MERIT_NETWORK,
    dataDir: resolve(v.MERIT_DATA_DIR, v.MERIT_NETWORK),
    rpcUrl: v.MERIT_RPC_URL ?? null,
    keysFile: v.MERIT_KEYS_FILE ?? null,
    host: v.HOST,
    port: v.PORT,
    logLevel: v.LOG_LEVEL,
    metricsToken: v.METRICS_TOKEN ?? null,
    demoGrant: v.MERIT_NETWORK === "local" ? (v.DEMO_GRANT ?? DEMO_GRANT) : 0n,
    distributeTimeoutMs: v.DISTRIBUTE_TIMEOUT_SECONDS * 1000,
    worker: {
      concurrency: v.WORKER_CONCURRENCY,
      batchSize: v.WORKER_BATCH_SIZE,
      maxAttempts: v.WORKER_MAX_ATTEMPTS,
      backoffSeconds: v.WORKER_BACKOFF_SECONDS,
      channels: v.WORKER_CHANNELS,
      maxFeeStroops: v.WORKER_MAX_FEE_STROOPS,
    },
    indexer: { pageSize: v.INDEXER_PAGE_SIZE, pollMs: v.INDEXER_POLL_MS },
    publicUrl: publicUrl.origin,
    auth: {
      homeDomain,
      jwtSecret: v.JWT_SECRET ?? null,
      jwtSecretPrevious: v.JWT_SECRET_PREVIOUS ?? null,
      accessTokenSeconds: v.ACCESS_TOKEN_TTL,
      refreshTokenSeconds: v.REFRESH_TOKEN_TTL,
    },
    referralBonusPoints: v.REFERRAL_BONUS_POINTS,
    mail: {
      smtpUrl: v.SMTP_URL ?? null,
      from: v.MAIL_FROM ?? "Merit <no-reply@localhost>",
      backoffSeconds: v.MAIL_BACKOFF_SECONDS,
    },
  };
}
