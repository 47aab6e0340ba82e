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

/** Something outside is amiss that makes most calls fail until it ends. The log tells of each once a minute, by its message. */
export class Outage extends OperatorError {}

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

// Problems that belong to no one resource. A resource has its own in its folder's problems.ts.

export const validationFailed = (errors: FieldError[]) =>
  problem(
    422,
    "validation_failed",
    "Validation failed",
    "Some fields are wrong. `errors` names each of them with its fix.",
    { errors },
  );

/** Answer also for records of another owner: a merchant must not learn that they exist. */
export const notFound = (what: string, id: number | string) =>
  problem(404, "not_found", "Not found", `${what.charAt(0).toUpperCase()}${what.slice(1)} ${id} was not found.`);

export const notReady = (code: string, detail: string, retryAfterSeconds = 5) =>
  problem(503, code, "Service not ready", detail, { headers: { "Retry-After": String(retryAfterSeconds) } });
