import { type Access, type Auth, type Errors, keepsAnswers, needsBody, type Route, ways } from "../http/route.ts";

/** Problem without a credential, if the route takes one kind. */
const MISSING = {
  none: {},
  merchant: { 401: ["missing_api_key"] },
  user: { 401: ["missing_token"] },
  admin: { 401: ["missing_token"] },
  metrics: { 401: ["metrics_token_required"] },
} as const satisfies Record<Auth, Errors>;
/** Problem without a credential, if the route takes several kinds. */
const MISSING_ALL = { 401: ["missing_credentials"] } as const;
const REFUSED = {
  none: {},
  merchant: { 401: ["invalid_api_key"], 403: ["insufficient_scope"] },
  user: { 401: ["invalid_token"] },
  admin: { 401: ["invalid_token"], 403: ["admin_required"] },
  metrics: { 401: ["metrics_token_required"] },
} as const satisfies Record<Auth, Errors>;

const EVERY = {
  422: ["validation_failed"],
  429: ["too_many_requests"],
  500: ["internal_error"],
  503: ["database_unavailable", "too_many_open_files"],
} as const;
const WITH_PARAMS = { 404: ["not_found"] } as const;
const WITH_QUERY = { 414: ["url_too_long"] } as const;
const WITH_BODY = {
  400: ["malformed_json", "invalid_request"],
  413: ["body_too_large"],
  415: ["unsupported_media_type"],
} as const;
const WITHOUT_BODY = { 400: ["body_required"] } as const;
const WITH_KEY = { 422: ["idempotency_key_reused"] } as const;

/** The codes that follow from the kind of a call, not from what it is about, by status. */
export const COMMON = merged([
  ...[EVERY, MISSING_ALL, ...Object.values(MISSING), ...Object.values(REFUSED)],
  ...[WITH_PARAMS, WITH_QUERY, WITH_BODY, WITHOUT_BODY, WITH_KEY],
]);

/** The codes of all problems that a route can answer, by status: those of its kind and its own. */
export function errorsOf(route: Route): Map<number, string[]> {
  const { params, query, body } = route.request;
  return merged([
    ...credentialErrors(route.auth),
    params && !route.namesNoRecord ? WITH_PARAMS : {},
    query ? WITH_QUERY : {},
    body ? WITH_BODY : {},
    needsBody(route) ? WITHOUT_BODY : {},
    // Anonymous callers are distinguished by their bodies, so that their keys can't collide.
    keepsAnswers(route) && route.auth !== "none" ? WITH_KEY : {},
    route.errors,
    EVERY,
  ]);
}

function merged(parts: readonly Errors[]): Map<number, string[]> {
  const codes = new Map<number, Set<string>>();
  for (const [status, names] of parts.flatMap((part) => Object.entries(part))) {
    const known = codes.get(Number(status)) ?? new Set();
    for (const name of names) known.add(name);
    codes.set(Number(status), known);
  }
  return new Map([...codes].sort(([a], [b]) => a - b).map(([status, names]) => [status, [...names]]));
}

/** If `none` is allowed, an invalid credential is treated as none. */
function credentialErrors(access: Access): Errors[] {
  const asked = ways(access);
  if (asked.includes("none")) return [];
  const missing = asked.length === 1 ? asked.map((auth) => MISSING[auth]) : [MISSING_ALL];
  return [...missing, ...asked.map((auth) => REFUSED[auth])];
}
