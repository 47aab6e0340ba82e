import { ApiProblem, Failure, type ProblemBody, Unreachable, UsageError } from "./errors.ts";
import type {
  ApiKey,
  BatchAnswer,
  Drop,
  DropRequest,
  DryRun,
  NewApiKey,
  Share,
  Totals,
  Transaction,
} from "./records.ts";

export const DEFAULT_URL = "http://localhost:3000/api";

export interface Page<T> {
  data: T[];
  has_more: boolean;
  next_cursor: string | null;
}

export interface Merchant {
  id: number;
  name: string;
  email: string;
  created_at: string;
}

export interface Campaign {
  id: number;
  merchant_id: number;
  name: string;
  /** Amounts are decimal strings in tokens. */
  budget: string;
  spent: string;
  per_wallet_cap: string | null;
  status: "draft" | "pending" | "active" | "paused" | "ended" | "settled" | "failed";
  starts_at: string;
  ends_at: string;
  contract_campaign_id: number | null;
  tx_hash: string | null;
  created_at: string;
}

/** What only the campaign's merchant sees. */
export interface OwnCampaign extends Campaign {
  reserved: string;
  next_status: Campaign["status"] | null;
  remainder: string | null;
  status_tx_hash: string | null;
  error_message: string | null;
  updated_at: string;
}

export interface Issuance {
  id: number;
  idempotency_key: string;
  campaign_id: number;
  user_id: number | null;
  wallet_address: string;
  amount: string;
  status: "pending" | "confirmed" | "failed";
  tx_hash: string | null;
  error_message: string | null;
  attempts: number;
  created_at: string;
  updated_at: string;
}

export interface Trustline {
  wallet_address: string;
  asset: string;
  exists: boolean;
  authorized: boolean;
  limit: string;
  balance: string;
}

export interface ContractEvent {
  id: string;
  contract_id: string;
  contract: string;
  type: string;
  ledger: number;
  ledger_closed_at: string;
  tx_hash: string;
  data: unknown;
}

export interface DeadLetter {
  id: number;
  queue: string;
  reason: string;
  attempts: number;
  failed_at: string;
  issuance: Issuance;
}

export interface Health {
  status: "ok" | "degraded";
  version: string;
  checks: Record<string, { status: string; detail?: string; [fact: string]: unknown }>;
}

export interface CampaignRequest {
  name: string;
  budget: string;
  starts_at: string;
  ends_at: string;
  per_wallet_cap?: string;
}

export interface RewardRequest {
  campaign_id: number;
  wallet_address: string;
  amount: string;
}

export interface Accepted {
  id: number;
  status: Issuance["status"];
  idempotency_key: string;
}

export interface Distributed {
  id: number;
  status: Issuance["status"];
  tx_hash?: string | null;
}

export type Query = Record<string, string | number | undefined>;

interface Call {
  query?: Query;
  body?: object;
  headers?: Record<string, string>;
  timeoutMs?: number;
  /** Statuses beside 2xx that carry a result. */
  accept?: number[];
}

export interface Answer<T> {
  status: number;
  headers: Headers;
  body: T;
}

const TIMEOUT_MS = 30_000;
/** Calls that take a whole list of wallets. */
const LIST_TIMEOUT_MS = 120_000;
/** The service itself waits for a payout, at most two minutes by its settings. */
const DISTRIBUTE_TIMEOUT_MS = 130_000;

/** Merit's REST API. Every method throws ApiProblem for an answered error and Unreachable when there is no answer. */
export class Client {
  readonly url: string;
  readonly #apiKey: string | undefined;
  readonly #signal: AbortSignal | undefined;

  constructor(options: { url: string; apiKey?: string | undefined; signal?: AbortSignal }) {
    this.url = options.url;
    this.#apiKey = options.apiKey;
    this.#signal = options.signal;
  }

  /** A service that can't serve answers 503 with the same body. */
  health = () => this.#send<Health>("GET", "/health", { accept: [503] });

  register = (body: { name: string; email: string }) =>
    this.#body<Merchant & { api_key: string }>("POST", "/merchants/register", { body });
  me = () => this.#body<Merchant>("GET", "/merchants/me");
  updateMe = (body: { name?: string; email?: string }) => this.#body<Merchant>("PATCH", "/merchants/me", { body });
  keys = (query: Query) => this.#body<Page<ApiKey>>("GET", "/merchants/me/keys", { query });
  createKey = (body: { name: string; scopes?: string[] }) =>
    this.#body<NewApiKey>("POST", "/merchants/me/keys", { body });
  rotateKey = (id: number, body: { overlap_hours?: number }) =>
    this.#body<NewApiKey>("POST", `/merchants/me/keys/${id}/rotate`, { body });
  revokeKey = (id: number) => this.#body<ApiKey>("DELETE", `/merchants/me/keys/${id}`);

  createCampaign = (body: CampaignRequest, key: string) =>
    this.#body<OwnCampaign>("POST", "/campaigns", { body, headers: { "Idempotency-Key": key } });
  campaigns = (query: Query) => this.#body<Page<OwnCampaign>>("GET", "/campaigns", { query });
  campaignsOf = (merchant: number, query: Query) =>
    this.#body<Page<Campaign>>("GET", `/campaigns/${merchant}`, { query });
  renameCampaign = (id: number, name: string) =>
    this.#body<OwnCampaign>("PATCH", `/campaigns/${id}`, { body: { name } });
  campaignStep = (id: number, step: string) => this.#body<OwnCampaign>("POST", `/campaigns/${id}/${step}`);
  dryRun = (id: number, rewards: Share[]) =>
    this.#body<DryRun>("POST", `/campaigns/${id}/dry-run`, { body: { rewards }, timeoutMs: LIST_TIMEOUT_MS });
  campaign = (id: number) => this.#body<OwnCampaign>("GET", `/merchants/me/campaigns/${id}`);

  issue = (body: RewardRequest & { idempotency_key: string; user_id?: number }) =>
    this.#send<Accepted>("POST", "/rewards/issue", { body });
  issueBatch = (rewards: (RewardRequest & { idempotency_key: string })[]) =>
    this.#body<BatchAnswer>("POST", "/rewards/issue/batch", { body: { rewards }, timeoutMs: LIST_TIMEOUT_MS });
  distribute = (body: RewardRequest, key: string) =>
    this.#body<Distributed>("POST", "/rewards/distribute", {
      body,
      headers: { "Idempotency-Key": key },
      timeoutMs: DISTRIBUTE_TIMEOUT_MS,
    });
  issuance = (id: number) => this.#body<Issuance>("GET", `/rewards/issuances/${id}`);
  issuances = (query: Query) => this.#body<Page<Issuance>>("GET", "/rewards/issuances", { query });
  deadLetters = (query: Query) => this.#body<Page<DeadLetter>>("GET", "/rewards/dead-letters", { query });
  redrive = (issuance: number) => this.#body<Issuance>("POST", `/rewards/issuances/${issuance}/redrive`);

  transactions = (query: Query) => this.#body<Page<Transaction>>("GET", "/transactions", { query });
  totals = (query: Query) => this.#body<Totals>("GET", "/transactions/merchant-totals", { query });

  createDrop = (body: DropRequest, key: string) =>
    this.#body<Drop>("POST", "/drops", { body, headers: { "Idempotency-Key": key }, timeoutMs: LIST_TIMEOUT_MS });
  drops = (query: Query) => this.#body<Page<Drop>>("GET", "/drops", { query });
  drop = (id: number) => this.#body<Drop>("GET", `/drops/${id}`);
  sweepDrop = (id: number) => this.#body<Drop>("POST", `/drops/${id}/sweep`);

  verifyTrustline = (wallet_address: string) =>
    this.#body<Trustline>("POST", "/trustline/verify", { body: { wallet_address } });
  events = (query: Query) => this.#body<Page<ContractEvent>>("GET", "/contract-events", { query });

  async #body<T>(method: string, path: string, call: Call = {}): Promise<T> {
    return (await this.#send<T>(method, path, call)).body;
  }

  async #send<T>(method: string, path: string, call: Call = {}): Promise<Answer<T>> {
    const response = await this.#fetch(method, this.url + path + queryText(call.query), call);
    const body = parse(response.text);
    if (response.ok || call.accept?.includes(response.status)) {
      if (body === undefined) throw notMerit(this.url);
      return { status: response.status, headers: response.headers, body: body as T };
    }
    const retryAfter = Number(response.headers.get("retry-after") ?? Number.NaN);
    throw new ApiProblem(
      problemOf(response.status, body, this.url),
      Number.isFinite(retryAfter) ? retryAfter : undefined,
    );
  }

  async #fetch(method: string, url: string, call: Call) {
    const headers: Record<string, string> = { accept: "application/json", ...call.headers };
    if (this.#apiKey) headers["x-api-key"] = this.#apiKey;
    if (call.body) headers["content-type"] = "application/json";
    const timeout = AbortSignal.timeout(call.timeoutMs ?? TIMEOUT_MS);
    const signal = this.#signal ? AbortSignal.any([timeout, this.#signal]) : timeout;
    try {
      // A redirect would carry the key to wherever the answer points.
      const init: RequestInit = { method, headers, signal, redirect: "manual" };
      if (call.body) init.body = JSON.stringify(call.body);
      const response = await fetch(url, init);
      return { ok: response.ok, status: response.status, headers: response.headers, text: await response.text() };
    } catch (error) {
      throw unreachable(this.url, error as Error);
    }
  }
}

/**
 * A base URL as people type it: a bare origin gets the API's prefix, trailing slashes go.
 * @throws UsageError
 */
export function baseUrl(text: string): string {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) {
    throw new UsageError(`"${text}" is not a URL of the API.`, `It looks like ${DEFAULT_URL}.`);
  }
  const { origin, pathname } = new URL(text);
  const path = pathname.replace(/\/+$/, "");
  return origin + (path || "/api");
}

function queryText(query: Query = {}): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) parameters.set(name, String(value));
  return parameters.size > 0 ? `?${parameters}` : "";
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function problemOf(status: number, body: unknown, url: string): ProblemBody {
  if (typeof body === "object" && body !== null && "title" in body) return { ...(body as ProblemBody), status };
  if (status >= 300 && status < 400) throw new Failure(`${url} redirects elsewhere.`, "Give the final URL by --url.");
  if (status >= 500) return { status, title: `${url} answered ${status} without a reason.` };
  throw notMerit(url);
}

function notMerit(url: string): Failure {
  return new Failure(
    `${url} is not Merit's API: its answer is not JSON.`,
    `Give the API's URL by --url, such as ${DEFAULT_URL}.`,
  );
}

function unreachable(url: string, error: Error & { cause?: unknown }): Unreachable {
  const cause = error.cause as (Error & { code?: string }) | undefined;
  const code = cause?.code;
  if (code === "ECONNREFUSED") {
    return new Unreachable(
      `Nothing listens at ${url}.`,
      "Start Merit by `npm start`, or name another server by --url or MERIT_URL.",
    );
  }
  if (error.name === "TimeoutError") return new Unreachable(`${url} did not answer in time.`, "Try again in a moment.");
  const reason = code ?? cause?.message ?? error.message;
  return new Unreachable(`The connection to ${url} failed (${reason}).`, "Check the network and --url.");
}
