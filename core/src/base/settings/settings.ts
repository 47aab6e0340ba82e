import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { AmountError, parseAmount } from "../money.ts";
import { type AccountSettings, accountSettings, accountVariables } from "./accounts.ts";
import { type NamedContract, namedContracts } from "./contracts.ts";
import { type HttpSettings, httpSettings, httpVariables } from "./http.ts";
import { type OperationsSettings, operationsSettings, operationsVariables } from "./operations.ts";
import { type PointSettings, pointSettings, pointVariables } from "./points.ts";
import { postgresUrl, SettingsError, seconds, url, whole } from "./types.ts";

export { SettingsError } from "./types.ts";

const REPOSITORY = fileURLToPath(new URL("../../../..", import.meta.url));

export const networkNames = ["local", "quickstart", "testnet", "mainnet"] as const;
export type NetworkName = (typeof networkNames)[number];

/** Most channels: more than are needed to fill a ledger. */
export const MAX_CHANNELS = 100;

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

/** Every variable the service reads. `.env.example` lists them all; a test holds the two together. */
export const variables = z.object({
  MERIT_NETWORK: z.enum(networkNames, `must be one of ${networkNames.join(", ")}`).default("local"),
  MERIT_DATA_DIR: z.string().default(resolve(REPOSITORY, "data")),
  DATABASE_URL: postgresUrl.optional(),
  MERIT_RPC_URL: url("use a node that takes its key in the URL's path").optional(),
  MERIT_KEYS_FILE: z.string().optional(),
  HOST: z.string().default("127.0.0.1"),
  PORT: whole(3000, 0, 65_535),
  METRICS_PORT: whole(0, 0, 65_535),
  METRICS_TOKEN: z.string().min(16, "must have at least 16 characters").optional(),
  LOG_LEVEL: z
    .enum(
      ["fatal", "error", "warn", "info", "debug", "trace", "silent"],
      "must be fatal, error, warn, info, debug, trace or silent",
    )
    .default("info"),
  DEMO_GRANT: tokens.optional(),
  MIN_REWARD: tokens.optional(),
  MERCHANT_FEE_BUDGET_XLM: tokens.optional(),
  UNPROVEN_FEE_BUDGET_XLM: tokens.optional(),
  SPONSORED_DAILY: whole(1_000, 0, 10_000_000),
  SPONSORED_DAILY_PER_USER: whole(50, 0, 10_000_000),
  SPONSORED_DAILY_PER_WALLET: whole(20, 0, 10_000_000),
  SPONSORED_RESERVES_XLM: tokens.optional(),
  SPONSORED_RESERVES_DAILY_XLM: tokens.prefault("150"),
  SPONSORED_RESERVES_DAILY_PER_MERCHANT_XLM: tokens.prefault("75"),
  DISTRIBUTE_TIMEOUT_SECONDS: whole(30, 1, 120),
  WORKER_CONCURRENCY: whole(16, 1, 64),
  WORKER_BATCH_SIZE: whole(60, 1, 60),
  WORKER_MAX_ATTEMPTS: whole(6, 1, 100),
  WORKER_BACKOFF_SECONDS: seconds.default([1, 5, 15, 30, 60]),
  WORKER_CHANNELS: whole(16, 1, MAX_CHANNELS),
  WORKER_MAX_FEE_STROOPS: whole(10_000_000, 100, 1_000_000_000),
  MAX_RESOURCE_FEE_XLM: tokens.prefault("50"),
  LOW_BALANCE_XLM: tokens.prefault("20"),
  INDEXER_PAGE_SIZE: whole(1000, 1, 10_000),
  INDEXER_POLL_MS: whole(1000, 50, 60_000).unwrap().optional(),
  INDEXER_CONTRACTS: namedContracts.default([]),
  SEARCH_ANALYTICS_DAYS: whole(90, 1, 3650),
  EVENTS_RETENTION_DAYS: whole(30, 7, 3650),
  // After a restore, records are completed by events; a backup may be 30 days old.
  CONTRACT_EVENTS_RETENTION_DAYS: whole(31, 31, 3650).unwrap().optional(),
  JOBS_RETENTION_DAYS: whole(1, 1, 3650).unwrap().optional(),
  // Logs say which month had its statement and its reminder, so they are kept for longer than a month.
  EMAIL_LOGS_RETENTION_DAYS: whole(90, 32, 3650),
  ...httpVariables,
  ...accountVariables,
  ...operationsVariables,
  ...pointVariables,
});

export interface Settings extends AccountSettings, OperationsSettings, PointSettings {
  network: NetworkName;
  /** Folder of this network: SQLite's database, keys, manifest, local ledger. */
  dataDir: string;
  /** URL of a PostgreSQL database, with its password; null: SQLite, a file in `dataDir`. */
  databaseUrl: string | null;
  /** Null: the network's own default. */
  rpcUrl: string | null;
  /** Null: `keys.json` in `dataDir`. */
  keysFile: string | null;
  host: string;
  port: number;
  logLevel: string;
  /** Port of the health checks and metrics of a process that serves no API; 0: none. */
  metricsPort: number;
  /** Bearer token of GET /metrics; null: open to anyone who reaches the port. */
  metricsToken: string | null;
  /** Stroops granted to a newly registered merchant; only `local` grants any. */
  demoGrant: bigint;
  /** Minimum amount, in stroops, of a reward and of a share of a drop: each payment costs a fee. */
  minReward: bigint;
  /** Most transactions of users' wallets that the service pays for in a UTC day. */
  sponsored: { daily: number; dailyPerUser: number; dailyPerWallet: number };
  /** Most stroops of XLM that the fee account locks as reserves of wallets: at any time (0: none), and on a UTC day. */
  reserves: { budget: bigint; daily: bigint; dailyPerMerchant: bigint };
  http: HttpSettings;
  distributeTimeoutMs: number;
  worker: {
    concurrency: number;
    batchSize: number;
    /** Number of attempts, the first one included; the waits of `backoffSeconds` are between them. */
    maxAttempts: number;
    /** Wait before attempt 2, 3, ... in seconds; the last one repeats. */
    backoffSeconds: number[];
    channels: number;
    /** Highest inclusion fee that one transaction may bid, in stroops of XLM. */
    maxFeeStroops: number;
    /** Most that one transaction may cost in resources, in stroops of XLM. */
    maxResourceFee: bigint;
    /** Most that a merchant's payouts may cost on a UTC day, in stroops of XLM; null: no bound. */
    merchantFeeBudget: bigint | null;
    /** The same for all merchants together of which no more is known than that they registered (`ledger/sending/proven.ts`). */
    unprovenFeeBudget: bigint | null;
    /** If the fee account has less than this, in stroops of XLM, the log asks for more. */
    lowBalance: bigint;
  };
  indexer: {
    pageSize: number;
    pollMs: number;
    /** Contracts beside the system's own whose events are stored; those without a name have null. */
    contracts: NamedContract[];
  };
  /** How long searches are kept for GET /admin/search-analytics. */
  searchAnalyticsDays: number;
  /** How long events are kept for GET /events. */
  eventsRetentionDays: number;
  /** How long payments of the asset, and events of contracts that aren't the system's, are kept; null: for ever. */
  contractEventsRetentionDays: number | null;
  /** How long a job is kept in the dead letters after it was done again; null: for ever. */
  jobsRetentionDays: number | null;
  /** How long mails are kept for GET /admin/email-logs. */
  emailLogsRetentionDays: number;
}

const DEMO_GRANT = parseAmount("1000000");

/** Where XLM costs nothing. */
const TEST_RESERVES = parseAmount("1000");

/** For networks with real fees: the minimum reward, and what one merchant, or all unproven ones, may cost per day (XLM). */
const PUBLIC_MIN_REWARD = parseAmount("0.01");
const PUBLIC_FEE_BUDGET = parseAmount("100");

/**
 * Reads and checks all settings; an empty variable counts as unset.
 * @throws SettingsError with one line per invalid variable
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
  if (v.HEADERS_TIMEOUT_SECONDS > v.REQUEST_TIMEOUT_SECONDS) {
    throw new SettingsError(
      "HEADERS_TIMEOUT_SECONDS must be at most REQUEST_TIMEOUT_SECONDS: headers are part of a request.",
    );
  }
  const dataDir = resolve(v.MERIT_DATA_DIR, v.MERIT_NETWORK);
  const isPublic = v.MERIT_NETWORK === "testnet" || v.MERIT_NETWORK === "mainnet";
  return {
    network: v.MERIT_NETWORK,
    dataDir,
    databaseUrl: v.DATABASE_URL ?? null,
    rpcUrl: v.MERIT_RPC_URL ?? null,
    keysFile: v.MERIT_KEYS_FILE ?? null,
    host: v.HOST,
    port: v.PORT,
    logLevel: v.LOG_LEVEL,
    metricsPort: v.METRICS_PORT,
    metricsToken: v.METRICS_TOKEN ?? null,
    demoGrant: v.MERIT_NETWORK === "local" ? (v.DEMO_GRANT ?? DEMO_GRANT) : 0n,
    minReward: v.MIN_REWARD ?? (isPublic ? PUBLIC_MIN_REWARD : 0n),
    sponsored: {
      daily: v.SPONSORED_DAILY,
      dailyPerUser: v.SPONSORED_DAILY_PER_USER,
      dailyPerWallet: v.SPONSORED_DAILY_PER_WALLET,
    },
    reserves: {
      budget: v.SPONSORED_RESERVES_XLM ?? (isPublic ? 0n : TEST_RESERVES),
      daily: v.SPONSORED_RESERVES_DAILY_XLM,
      dailyPerMerchant: v.SPONSORED_RESERVES_DAILY_PER_MERCHANT_XLM,
    },
    http: httpSettings(v, { isLocal: v.MERIT_NETWORK === "local" }),
    distributeTimeoutMs: v.DISTRIBUTE_TIMEOUT_SECONDS * 1000,
    worker: {
      concurrency: v.WORKER_CONCURRENCY,
      batchSize: v.WORKER_BATCH_SIZE,
      maxAttempts: v.WORKER_MAX_ATTEMPTS,
      backoffSeconds: v.WORKER_BACKOFF_SECONDS,
      channels: v.WORKER_CHANNELS,
      maxFeeStroops: v.WORKER_MAX_FEE_STROOPS,
      maxResourceFee: v.MAX_RESOURCE_FEE_XLM,
      merchantFeeBudget: v.MERCHANT_FEE_BUDGET_XLM ?? (isPublic ? PUBLIC_FEE_BUDGET : null),
      unprovenFeeBudget: v.UNPROVEN_FEE_BUDGET_XLM ?? (isPublic ? PUBLIC_FEE_BUDGET : null),
      lowBalance: v.LOW_BALANCE_XLM,
    },
    indexer: {
      pageSize: v.INDEXER_PAGE_SIZE,
      pollMs: v.INDEXER_POLL_MS ?? (v.MERIT_NETWORK === "local" ? 100 : 1000),
      contracts: v.INDEXER_CONTRACTS,
    },
    searchAnalyticsDays: v.SEARCH_ANALYTICS_DAYS,
    eventsRetentionDays: v.EVENTS_RETENTION_DAYS,
    contractEventsRetentionDays: v.CONTRACT_EVENTS_RETENTION_DAYS ?? null,
    jobsRetentionDays: v.JOBS_RETENTION_DAYS ?? null,
    emailLogsRetentionDays: v.EMAIL_LOGS_RETENTION_DAYS,
    ...accountSettings(v, { port: v.PORT }),
    ...operationsSettings(v, { dataDir }),
    ...pointSettings(v),
  };
}
