import { z } from "zod";
import { isAddressOrRange } from "../limits/addresses.ts";
import { list, whole } from "./types.ts";

const addresses = list(
  isAddressOrRange,
  'must be addresses or ranges separated by commas, such as "10.0.0.0/8,2001:db8::1"',
);

/** True for an Origin as browsers send it (scheme, host and port, and nothing after it), and for `*`. */
const isOrigin = (text: string) =>
  text === "*" || (/^https?:\/\//.test(text) && URL.canParse(text) && new URL(text).origin === text);

/** Variables of the HTTP server's limits, its browsers and its documentation. */
export const httpVariables = {
  TRUSTED_PROXIES: addresses.default([]),
  CORS_ORIGINS: list(isOrigin, 'must be origins separated by commas, such as "https://shop.example", or *').optional(),
  MAX_BODY_KB: whole(100, 1, 10_000),
  MAX_URL_BYTES: whole(8_000, 500, 16_000),
  HEADERS_TIMEOUT_SECONDS: whole(10, 1, 120),
  REQUEST_TIMEOUT_SECONDS: whole(30, 1, 600),
  SHUTDOWN_DELAY_SECONDS: whole(0, 0, 120),
  RATE_LIMIT_ISSUE: whole(6_000, 1, 10_000_000),
  RATE_LIMIT_CREDENTIAL: whole(6_000, 1, 10_000_000),
  RATE_LIMIT_ADDRESS: whole(600, 1, 10_000_000),
  RATE_LIMIT_SEARCH: whole(120, 1, 10_000_000),
  RATE_LIMIT_ENVELOPE: whole(30, 1, 10_000_000),
  RATE_LIMIT_DROP: whole(10, 1, 10_000_000),
  RATE_LIMIT_UNPROVEN: whole(12_000, 1, 10_000_000),
  RATE_LIMIT_LOGIN: whole(10, 1, 10_000),
  RATE_LIMIT_WHITELIST: addresses.optional(),
  WS_CONNECTIONS: whole(10_000, 1, 1_000_000),
  WS_CONNECTIONS_PER_ADDRESS: whole(100, 1, 1_000_000),
  WS_CONNECTIONS_PER_USER: whole(10, 1, 10_000),
  DOCS_USER: z
    .string()
    .regex(/^[^:\p{Cc}]+$/u, "must not contain a colon: HTTP Basic would take the rest for the password")
    .default("docs"),
  DOCS_PASS: z.string().optional(),
};

export interface HttpSettings {
  /** Addresses and ranges whose X-Forwarded-For header is trusted. */
  trustedProxies: string[];
  /** Origins whose pages may call the API; `*` for all, also in place of a port. */
  corsOrigins: string[];
  maxBodyBytes: number;
  maxUrlBytes: number;
  headersTimeoutMs: number;
  requestTimeoutMs: number;
  /** How long a process that stops still takes calls, while its probes tell load balancers to send no more. */
  shutdownDelayMs: number;
  /** Calls per minute, and who is not counted. */
  rateLimits: {
    issue: number;
    credential: number;
    address: number;
    search: number;
    /** Transactions of a user's wallets, built or submitted, for which the service pays fees. */
    envelope: number;
    /** Drops of a merchant: one of 10,000 wallets takes a third of a second of the processor, in turns with all other calls. */
    drop: number;
    /** Calls of all merchants together of which no more is known than that they registered. */
    unproven: number;
    /** Wrong passwords, per account and per address. */
    login: number;
    whitelist: string[];
  };
  /** Connections of /api/ws that may be open at once. */
  sockets: { total: number; perAddress: number; perUser: number };
  /** HTTP Basic credentials for /docs; null: everyone can see it. */
  docsLogin: { user: string; pass: string } | null;
}

/** On `local` all calls come from this machine, and trying things out needs no limits. */
const LOOPBACK = ["127.0.0.0/8", "::1"];
/** On `local` a page under development comes from a server of its own on this machine. No other site has these origins. */
const LOOPBACK_PAGES = ["http://localhost:*", "http://127.0.0.1:*"];

export function httpSettings(
  v: z.infer<z.ZodObject<typeof httpVariables>>,
  { isLocal }: { isLocal: boolean },
): HttpSettings {
  return {
    trustedProxies: v.TRUSTED_PROXIES,
    corsOrigins: v.CORS_ORIGINS ?? (isLocal ? LOOPBACK_PAGES : []),
    maxBodyBytes: v.MAX_BODY_KB * 1024,
    maxUrlBytes: v.MAX_URL_BYTES,
    headersTimeoutMs: v.HEADERS_TIMEOUT_SECONDS * 1000,
    requestTimeoutMs: v.REQUEST_TIMEOUT_SECONDS * 1000,
    shutdownDelayMs: v.SHUTDOWN_DELAY_SECONDS * 1000,
    rateLimits: {
      issue: v.RATE_LIMIT_ISSUE,
      credential: v.RATE_LIMIT_CREDENTIAL,
      address: v.RATE_LIMIT_ADDRESS,
      search: v.RATE_LIMIT_SEARCH,
      envelope: v.RATE_LIMIT_ENVELOPE,
      drop: v.RATE_LIMIT_DROP,
      unproven: v.RATE_LIMIT_UNPROVEN,
      login: v.RATE_LIMIT_LOGIN,
      whitelist: v.RATE_LIMIT_WHITELIST ?? (isLocal ? LOOPBACK : []),
    },
    sockets: {
      total: v.WS_CONNECTIONS,
      perAddress: v.WS_CONNECTIONS_PER_ADDRESS,
      perUser: v.WS_CONNECTIONS_PER_USER,
    },
    docsLogin: v.DOCS_PASS === undefined ? null : { user: v.DOCS_USER, pass: v.DOCS_PASS },
  };
}
