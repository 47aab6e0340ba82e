import { type Auth, type Errors, isChanging, type Route, ways } from "../http/route.ts";

const CREDENTIAL = {
  none: {},
  merchant: { 401: ["missing_api_key", "invalid_api_key"] },
  user: { 401: ["missing_token", "invalid_token"] },
  admin: { 401: ["missing_token", "invalid_token"], 403: ["forbidden"] },
  metrics: { 401: ["metrics_token_required"] },
} as const satisfies Record<Auth, Errors>;

const EVERY = { 422: ["validation_failed"], 429: ["too_many_requests"], 500: ["internal_error"] } as const;
const WITH_PARAMS = { 404: ["not_found"] } as const;
const WITH_QUERY = { 414: ["url_too_long"] } as const;
const WITH_BODY = {
  400: ["body_required", "malformed_json", "invalid_request"],
  413: ["body_too_large"],
  415: ["unsupported_media_type"],
} as const;
const CHANGING = { 422: ["idempotency_key_reused"] } as const;

/** The codes in one or several `Errors`, as a type. */
export type CodesOf<E> = E extends Errors
  ? E[keyof E] extends infer Codes
    ? Codes extends readonly (infer Code)[]
      ? Code
      : never
    : never
  : never;
/** Codes that a route needs not name: they follow from what it is. */
export type CommonErrors = CodesOf<
  (typeof CREDENTIAL)[Auth] | typeof EVERY | typeof WITH_PARAMS | typeof WITH_QUERY | typeof WITH_BODY | typeof CHANGING
>;

/** The codes of all problems that a route can answer, by status: those of its kind and its own. */
export function errorsOf(route: Route): Map<number, string[]> {
  const { params, query, body } = route.request;
  const parts: Errors[] = [
    ...ways(route.auth).map((auth) => CREDENTIAL[auth]),
    params ? WITH_PARAMS : {},
    query ? WITH_QUERY : {},
    body ? WITH_BODY : {},
    isChanging(route) ? CHANGING : {},
    route.errors,
    EVERY,
  ];
  const codes = new Map<number, Set<string>>();
  for (const [status, names] of parts.flatMap((part) => Object.entries(part))) {
    const known = codes.get(Number(status)) ?? new Set();
    for (const name of names) known.add(name);
    codes.set(Number(status), known);
  }
  return new Map([...codes].sort(([a], [b]) => a - b).map(([status, names]) => [status, [...names]]));
}
