/** One field of a request that is wrong: a path such as `amount` or `payments.3.wallet_address`, the cause and the fix. */
export interface FieldError {
  field: string;
  message: string;
}

interface ProblemOptions {
  errors?: FieldError[];
  /** The reward that it is about. */
  issuanceId?: number;
  headers?: Record<string, string>;
}

/** An error whose message tells an operator everything: logs show no stack, and no cause, which may quote a URL with a key. */
export class OperatorError extends Error {}

/**
 * An expected failure, told to the caller as RFC 9457 problem+json. `code` is a promise to clients, the texts are not.
 * Anything else that is thrown is a fault of ours: it is logged, and the caller sees a plain 500.
 */
export class Problem extends Error {
  override name = "Problem";
  readonly status: number;
  readonly code: string;
  readonly title: string;
  readonly detail: string;
  readonly errors: FieldError[] | undefined;
  readonly issuanceId: number | undefined;
  readonly headers: Record<string, string>;

  constructor(status: number, code: string, title: string, detail: string, options: ProblemOptions = {}) {
    super(detail);
    this.status = status;
    this.code = code;
    this.title = title;
    this.detail = detail;
    this.errors = options.errors;
    this.issuanceId = options.issuanceId;
    this.headers = options.headers ?? {};
  }
}

/** Codes of an error and of what caused it, such as SQLITE_FULL or ECONNREFUSED: a library may wrap the error that has one. */
export function codesOf(error: unknown): string[] {
  const codes: string[] = [];
  for (let each = error; each instanceof Error; each = each.cause) {
    if ("code" in each && typeof each.code === "string") codes.push(each.code);
  }
  return codes;
}

export const problem = (status: number, code: string, title: string, detail: string, options?: ProblemOptions) =>
  new Problem(status, code, title, detail, options);

// Requests

export const malformedJson = () =>
  problem(
    400,
    "malformed_json",
    "Malformed JSON",
    "The body is not valid JSON: send one JSON object, encoded as UTF-8.",
  );

export const bodyRequired = () =>
  problem(400, "body_required", "Body required", "This call needs a JSON object as its body.");

export const invalidRequest = (detail: string) => problem(400, "invalid_request", "Invalid request", detail);

export const validationFailed = (errors: FieldError[]) =>
  problem(
    422,
    "validation_failed",
    "Validation failed",
    "Some fields are wrong; `errors` names each one and its fix.",
    { errors },
  );

export const bodyTooLarge = (limit: string) =>
  problem(413, "body_too_large", "Body too large", `The body is larger than ${limit}.`);

export const unsupportedMediaType = () =>
  problem(
    415,
    "unsupported_media_type",
    "Unsupported media type",
    "Send the body as UTF-8 with Content-Type: application/json, not compressed.",
  );

export const urlTooLong = (limit: number) =>
  problem(414, "url_too_long", "URL too long", `The URL is longer than ${limit} bytes.`);

export const tooManyRequests = (limit: number, retryAfterSeconds: number) =>
  problem(
    429,
    "too_many_requests",
    "Too many requests",
    `No more than ${limit} a minute: try again in ${retryAfterSeconds} s.`,
    { headers: { "Retry-After": String(retryAfterSeconds) } },
  );

export const headersTooLarge = () =>
  problem(431, "headers_too_large", "Headers too large", "The request's headers are larger than 16 kB.");

export const requestTimeout = () =>
  problem(408, "request_timeout", "Request timeout", "The request did not arrive in time; send it again.");

export const routeNotFound = (method: string, path: string) =>
  problem(404, "route_not_found", "No such route", `There is no ${method} ${path}.`);

export const methodNotAllowed = (method: string, path: string, allowed: string[]) =>
  problem(
    405,
    "method_not_allowed",
    "Method not allowed",
    `${path} does not take ${method}; it takes ${allowed.join(", ")}.`,
    {
      headers: { Allow: allowed.join(", ") },
    },
  );

// Credentials and records

export const missingApiKey = () =>
  problem(401, "missing_api_key", "API key required", "Send the merchant's API key in the header x-api-key.", {
    headers: { "WWW-Authenticate": 'ApiKey realm="merit", header="x-api-key"' },
  });

export const metricsTokenRequired = () =>
  problem(401, "metrics_token_required", "Token required", "Send METRICS_TOKEN as `Authorization: Bearer <token>`.", {
    headers: { "WWW-Authenticate": 'Bearer realm="merit-metrics"' },
  });

export const docsLoginRequired = () =>
  problem(401, "docs_login_required", "Login required", "Log in with the user and password of the documentation.", {
    headers: { "WWW-Authenticate": 'Basic realm="Merit documentation", charset="UTF-8"' },
  });

export const invalidApiKey = () =>
  problem(
    401,
    "invalid_api_key",
    "API key not valid",
    "The key in x-api-key is unknown or revoked; check that it was copied whole.",
    {
      headers: { "WWW-Authenticate": 'ApiKey realm="merit", header="x-api-key"' },
    },
  );

export const insufficientScope = (needed: string, held: readonly string[]) =>
  problem(
    403,
    "insufficient_scope",
    "Scope missing",
    `This API key has the scopes ${held.join(", ")}, and this call needs ${needed}: use another key, or create one with it.`,
  );

export const tooManyApiKeys = (limit: number) =>
  problem(409, "too_many_api_keys", "Too many API keys", `${limit} API keys work already: revoke one of them first.`);

export const apiKeyEnding = (id: number) =>
  problem(
    409,
    "api_key_ending",
    "API key has an end",
    `API key ${id} is revoked or was rotated before: rotate the key that replaced it, or create another.`,
  );

export const lastAccountKey = (id: number) =>
  problem(
    409,
    "last_account_key",
    "Last key with the scope account",
    `Without API key ${id} nobody could manage this merchant's keys: rotate it with overlap_hours 0, or create another with the scope account first.`,
  );

/** Also for records of another owner: a merchant must not learn that they exist. */
export const notFound = (what: string, id: number | string) =>
  problem(404, "not_found", "Not found", `There is no ${what} ${id} that you can see.`);

export const invalidId = ({ field, message }: FieldError) =>
  problem(404, "not_found", "Not found", `There is no such record. ${field} in the path: ${message}`);

export const emailTaken = () =>
  problem(
    409,
    "email_taken",
    "E-mail address taken",
    "A merchant with this e-mail address is registered already; use another address or that merchant's API key.",
  );

// Idempotency

export const idempotencyKeyReused = () =>
  problem(
    422,
    "idempotency_key_reused",
    "Idempotency key reused",
    "This idempotency key was used for another request; take a new key for a new request.",
  );

// Campaigns and rewards

export const budgetExhausted = (left: string) =>
  problem(
    409,
    "budget_exhausted",
    "Campaign budget exhausted",
    `The campaign has ${left} left, less than this reward: lower the amount or use another campaign.`,
  );

export const campaignPending = (id: number) =>
  problem(
    409,
    "campaign_pending",
    "Campaign not confirmed yet",
    `Campaign ${id} waits for its transaction on the ledger; try again in a few seconds.`,
    {
      headers: { "Retry-After": "5" },
    },
  );

export const campaignBusy = (id: number, next: string) =>
  problem(
    409,
    "campaign_busy",
    "Campaign is changing",
    `Campaign ${id} is on its way to ${next}; try again when its transaction is confirmed.`,
    { headers: { "Retry-After": "5" } },
  );

export const campaignStepNotAllowed = (id: number, status: string, step: string, from: readonly string[]) =>
  problem(
    409,
    "campaign_step_not_allowed",
    "Not possible in this status",
    `Campaign ${id} is ${status}; ${step} works on one that is ${from.join(" or ")}.`,
  );

export const campaignNotActive = (id: number, status: string) =>
  problem(
    409,
    "campaign_not_active",
    "Campaign not active",
    `Campaign ${id} is ${status}; only an active campaign pays rewards.`,
  );

export const campaignNotStarted = (id: number, startsAt: Date) =>
  problem(409, "campaign_not_started", "Campaign not started", `Campaign ${id} starts at ${startsAt.toISOString()}.`);

export const campaignExpired = (id: number, endsAt: Date) =>
  problem(409, "campaign_expired", "Campaign expired", `Campaign ${id} ended at ${endsAt.toISOString()}.`);

export const dropNotSweepable = (id: number, why: string) =>
  problem(
    409,
    "drop_not_sweepable",
    "Drop can't be swept",
    `Drop ${id} can't be swept: ${why}; only an active one that has expired can.`,
  );

export const dropNotOpen = (id: number, why: string) =>
  problem(409, "drop_not_open", "Drop not open", `Drop ${id} pays nothing now: ${why}.`);

export const trustlineMissing = (asset: string) =>
  problem(
    422,
    "trustline_missing",
    "Trustline missing",
    `The wallet has no trustline to ${asset}: its owner adds one, then the reward can be paid.`,
  );

export const trustlineNotAuthorized = (asset: string) =>
  problem(
    422,
    "trustline_not_authorized",
    "Trustline not authorized",
    `The wallet's trustline to ${asset} is frozen: the asset's issuer has to authorize it.`,
  );

export const trustlineFull = (asset: string, room: string) =>
  problem(
    422,
    "trustline_full",
    "Trustline full",
    `The wallet can take ${room} ${asset} more: its owner raises the trustline's limit, or the amount is lowered.`,
  );

export const rewardFailed = (id: number, reason: string) =>
  problem(422, "reward_failed", "Reward failed", `Issuance ${id} failed: ${reason}`, { issuanceId: id });

export const possibleRepeat = (id: number) =>
  problem(
    409,
    "possible_repeat",
    "Possibly a repeat",
    `An equal reward was accepted less than a minute ago as issuance ${id}: see GET /rewards/issuances/${id} for what became of it. To pay once more on purpose, send an Idempotency-Key of its own.`,
    { issuanceId: id },
  );

export const notRedrivable = (id: number, status: string) =>
  problem(
    409,
    "not_redrivable",
    "Issuance can't be redriven",
    `Issuance ${id} is ${status}; only a failed one can be redriven.`,
  );

// The service itself

export const notReady = (code: string, detail: string, retryAfterSeconds = 5) =>
  problem(503, code, "Service not ready", detail, { headers: { "Retry-After": String(retryAfterSeconds) } });

const SEND_AGAIN = "What was accepted is kept. Send the call again later, with the same idempotency key if it has one.";

/** @param cause in words, and the operator's way out */
export const databaseUnavailable = (cause: string) => notReady("database_unavailable", `${cause} ${SEND_AGAIN}`);

export const tooManyOpenFiles = () =>
  problem(
    503,
    "too_many_open_files",
    "Service not ready",
    `The service has too many open files or connections: its operator raises the limit, or closes what holds them. ${SEND_AGAIN}`,
    { headers: { "Retry-After": "5", Connection: "close" } },
  );

export const reconciling = () =>
  notReady(
    "reconciling",
    "The service completes its records from the ledger, or another service pays in its place; rewards are accepted again after that.",
    60,
  );

export const internalError = () =>
  problem(
    500,
    "internal_error",
    "Internal error",
    "Something went wrong on our side; report the request_id if it stays.",
  );
