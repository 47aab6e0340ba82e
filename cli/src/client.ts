import { type Client, type ClientOptions, createClient } from "@merit/client/client.ts";
import * as api from "@merit/client/errors.ts";
import type { BodyOf, RequestOf, RowOf } from "@merit/client/types.ts";
import { ApiProblem, Failure, isLost, mayBeStored, Unreachable, UsageError } from "./errors.ts";

export const DEFAULT_URL = "http://localhost:3000/api";

export type { Client };
export type Merchant = BodyOf<"GET /merchants/me">;
export type Balance = BodyOf<"GET /merchants/me/balance">;
export type Campaign = RowOf<"GET /campaigns/:merchant_id">;
/** Includes the fields that only the campaign's merchant sees. */
export type OwnCampaign = BodyOf<"PATCH /campaigns/:merchant_id/:id">;
export type Issuance = RowOf<"GET /rewards/issuances">;
export type TimelineStep = NonNullable<BodyOf<"GET /rewards/issuances/:id">["timeline"]>[number];
export type ContractEvent = RowOf<"GET /contract-events">;
export type Event = RowOf<"GET /events">;
export type Webhook = RowOf<"GET /webhooks">;
export type WebhookDelivery = RowOf<"GET /webhooks/:id/deliveries">;
export type EmailLog = RowOf<"GET /admin/email-logs">;
export type ApiKey = RowOf<"GET /merchants/me/keys">;
/** The secret comes once; null in the answer to a repeated Idempotency-Key. */
export type NewApiKey = BodyOf<"POST /merchants/me/keys">;
export type DryRun = BodyOf<"POST /campaigns/:id/dry-run">;
export type BatchAnswer = BodyOf<"POST /rewards/issue/batch">;
export type Transaction = RowOf<"GET /transactions">;
export type Drop = BodyOf<"GET /drops/:id">;
export type Voucher = BodyOf<"GET /vouchers/:id">;
export type VoucherBatch = BodyOf<"GET /voucher-batches/:id">;
/** The codes come once; null in the answer to a repeated Idempotency-Key. */
export type MadeVouchers = BodyOf<"POST /campaigns/:id/vouchers">;
export type HeldVoucher = BodyOf<"POST /vouchers/check">;
export type PointTransaction = RowOf<"GET /points/history">;
export type PointRule = RowOf<"GET /campaigns/:id/rules">;
export type NewPointRule = RequestOf<"POST /campaigns/:id/rules">["body"];
export type PointEvent = BodyOf<"POST /points/events">;
export type CatalogueItem = BodyOf<"GET /catalogue/:id">;
export type Redemption = BodyOf<"GET /redemptions/:id">;
export type VestingGrants = BodyOf<"POST /vesting">;
export type NewGrant = RequestOf<"POST /vesting">["body"]["grants"][number];
export type SearchHit = RowOf<"GET /search">;
export type LeaderboardPlace = RowOf<"GET /leaderboard">;
export type ListedProposal = RowOf<"GET /governance/proposals">;
export type Vote = BodyOf<"GET /governance/proposals/:id">["votes"]["data"][number];
export type Delegators = BodyOf<"GET /governance/wallets/:wallet_address">["delegators"];
export type Stake = BodyOf<"GET /governance">["stakes"]["data"][number];
export type Health = BodyOf<"GET /health">;

export interface Page<Row> {
  data: Row[];
  has_more: boolean;
  next_cursor: string | null;
}

/**
 * Merit's REST API; a call throws ApiProblem if the API answers with an error, Unreachable if there is no answer, otherwise
 * Failure.
 */
export function openClient(options: ClientOptions): Client {
  const client = createClient(options);
  const call = client.call as (...asked: unknown[]) => Promise<unknown>;
  return {
    url: client.url,
    call: ((...asked: unknown[]) =>
      call(...asked).catch((error: unknown) => {
        throw failureOfCall(failureOf(error, client.url), asked as Asked);
      })) as Client["call"],
    rows: (list, ...request) => explained(client.rows(list, ...request), client.url),
    stream: (endpoint, request) => {
      const onRetry = (error: Error, seconds: number) => request?.onRetry?.(failureOf(error, client.url), seconds);
      return explained(client.stream(endpoint, { ...request, onRetry } as typeof request), client.url);
    },
  };
}

type Asked = [
  endpoint: string,
  request?: { idempotencyKey?: string; body?: { idempotency_key?: string; dry_run?: boolean } },
];

/** Calls that change nothing, although they are no GET. */
const READS = ["POST /campaigns/:id/dry-run", "POST /trustline/verify", "POST /vouchers/check"];

/** Adds the key of the call, and what to do if nobody knows whether it was carried out. */
function failureOfCall(failure: Error, [endpoint, { idempotencyKey, body } = {}]: Asked): Error {
  if (!(failure instanceof Failure)) return failure;
  const key = idempotencyKey ?? body?.idempotency_key;
  failure.idempotencyKey = key;
  if (endpoint.startsWith("GET ") || READS.includes(endpoint) || body?.dry_run) return failure;
  const hints: string[] = [];
  if (isLost(failure)) hints.push("It isn't known whether this was carried out: look before you repeat it.");
  if (key !== undefined && (isLost(failure) || mayBeStored(failure))) {
    hints.push(`With --idempotency-key ${key} it is done at most once.`);
  }
  if (hints.length > 0) failure.hint = hints.join(" ");
  return failure;
}

async function* explained<T>(values: AsyncGenerator<T>, url: string): AsyncGenerator<T> {
  try {
    yield* values;
  } catch (error) {
    throw failureOf(error, url);
  }
}

/** Time-out of calls that take a whole list of wallets. */
export const LIST_TIMEOUT_MS = 120_000;

/** Registers a merchant and returns its key, which the server shows only this once. */
export async function register(client: Client, body: { name: string; email: string }) {
  return withKey((await client.call("POST /merchants/register", { body })).body);
}

/** Makes a new key by a mailed token. */
export async function recoverKey(client: Client, body: { token: string; end_other_keys?: boolean }) {
  const { status, body: recovered } = await client.call("POST /merchants/keys/recover", { body });
  if (status !== 201) throw new Failure("The answer held no API key.");
  return withKey(recovered);
}

function withKey({ api_key, ...merchant }: BodyOf<"POST /merchants/register">) {
  if (api_key === null) throw new Failure(`Merchant ${merchant.id} is registered, but the answer held no API key.`);
  return { ...merchant, api_key };
}

export async function ownCampaign(client: Client, id: number): Promise<OwnCampaign> {
  const { body } = await client.call("GET /campaigns/:merchant_id/:id", { params: { merchant_id: "me", id } });
  return body as OwnCampaign;
}

/**
 * A base URL as people type it: a bare origin gets the API's prefix, and trailing slashes are removed.
 * @throws UsageError
 */
export function baseUrl(text: string): string {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) {
    throw new UsageError(`"${text}" is not a URL of the API.`, `Give one such as ${DEFAULT_URL}.`);
  }
  const { origin, pathname } = new URL(text);
  const path = pathname.replace(/\/+$/, "");
  return origin + (path || "/api");
}

/** Explains what went wrong to the person at the terminal. */
function failureOf(error: unknown, url: string): Error {
  if (error instanceof api.ApiProblem) return new ApiProblem(error.problem, error.retryAfter);
  if (error instanceof api.NoAnswer)
    return error.cause ? unreachable(url, error.cause as Error) : new Unreachable(error.message);
  if (!(error instanceof api.ForeignAnswer)) return error as Error;
  if (error.status >= 300 && error.status < 400) {
    return new Failure(`${url} redirects elsewhere.`, "Give the final URL with --url.");
  }
  return new Failure(
    `${url} is not Merit's API: its answer is not JSON.`,
    `Give the API's URL with --url, such as ${DEFAULT_URL}.`,
  );
}

function unreachable(url: string, error: Error): Unreachable {
  if (error.name === "AbortError") return new Unreachable("Interrupted.");
  if (error.name === "TimeoutError") return new Unreachable(`${url} did not answer in time.`, "Try again in a moment.");
  const cause = error.cause as NodeJS.ErrnoException | undefined;
  const reason = cause?.code ?? cause?.message ?? error.message;
  const failure =
    reason === "ECONNREFUSED"
      ? new Unreachable(
          `Nothing listens at ${url}.`,
          "Start Merit with `npm start`, or give another server with --url or MERIT_URL.",
        )
      : new Unreachable(`The connection to ${url} failed (${reason}).`, "Check the network and --url.");
  failure.wasSent = cause === undefined || !isBeforeSending(cause);
  return failure;
}

/** Codes, and a text of Node's, of a TLS handshake that failed. */
const NO_TLS = /CERT|LEAF_SIGNATURE|WRONG_VERSION_NUMBER|before secure TLS connection was established/;

/** True for the errors of looking a host up, and of connecting to it; one that has several addresses has an error for each. */
const isBeforeSending = (cause: NodeJS.ErrnoException): boolean =>
  cause instanceof AggregateError ||
  ["getaddrinfo", "connect"].includes(cause.syscall ?? "") ||
  cause.code === "UND_ERR_CONNECT_TIMEOUT" ||
  NO_TLS.test(`${cause.code} ${cause.message}`);
