import { type FieldError, notReady, problem } from "@merit/core/base/errors.ts";

// Faults of the request

export const malformedJson = () =>
  problem(
    400,
    "malformed_json",
    "Malformed JSON",
    "The body is not valid JSON. Send one JSON object, encoded as UTF-8.",
  );

export const bodyRequired = () =>
  problem(400, "body_required", "Body required", "This call needs a JSON object as its body.");

export const invalidRequest = (detail: string) => problem(400, "invalid_request", "Invalid request", detail);

export const bodyTooLarge = (limit: string) =>
  problem(413, "body_too_large", "Body too large", `The body is larger than ${limit}.`);

export const unsupportedMediaType = () =>
  problem(
    415,
    "unsupported_media_type",
    "Unsupported media type",
    "Send the body as uncompressed UTF-8 with `Content-Type: application/json`.",
  );

export const urlTooLong = (limit: number) =>
  problem(414, "url_too_long", "URL too long", `The URL is longer than ${limit} bytes.`);

export const headersTooLarge = () =>
  problem(431, "headers_too_large", "Headers too large", "The request's headers are larger than 16 kB.");

export const requestTimeout = () =>
  problem(408, "request_timeout", "Request timeout", "The request did not arrive in time. Send it again.");

export const routeNotFound = (method: string, path: string) =>
  problem(
    404,
    "route_not_found",
    "Route not found",
    `There is no ${method} ${path}.${path.startsWith("/api/") ? "" : " The API's calls are below /api; /docs describes them."}`,
  );

export const upgradeRequired = () =>
  problem(
    426,
    "upgrade_required",
    "Upgrade required",
    "This is a WebSocket's address: open it with a WebSocket client.",
    {
      headers: { Upgrade: "websocket", Connection: "Upgrade" },
    },
  );

export const methodNotAllowed = (method: string, path: string, allowed: string[]) =>
  problem(
    405,
    "method_not_allowed",
    "Method not allowed",
    `${path} does not support ${method}. Use ${allowed.join(" or ")}.`,
    { headers: { Allow: allowed.join(", ") } },
  );

export const invalidId = ({ field, message }: FieldError) =>
  problem(404, "not_found", "Not found", `The path names no record: ${field} ${message}.`);

export const tooManyRequests = (limit: number, retryAfterSeconds: number) =>
  problem(
    429,
    "too_many_requests",
    "Too many requests",
    `The limit is ${limit} requests a minute. Try again in ${retryAfterSeconds} s.`,
    { headers: { "Retry-After": String(retryAfterSeconds) } },
  );

// Wrong credentials for a page that belongs to no resource

export const metricsTokenRequired = () =>
  problem(
    401,
    "metrics_token_required",
    "Metrics token required",
    "Send METRICS_TOKEN as `Authorization: Bearer <token>`.",
    { headers: { "WWW-Authenticate": 'Bearer realm="merit-metrics"' } },
  );

export const docsLoginRequired = () =>
  problem(401, "docs_login_required", "Login required", "Log in with the documentation's user and password.", {
    headers: { "WWW-Authenticate": 'Basic realm="Merit documentation", charset="UTF-8"' },
  });

// Faults of the service

const SEND_AGAIN =
  "Everything that was accepted is kept. Send the call again later, with the same idempotency key if it has one.";

/** @param cause in words, with what the operator can do */
export const databaseUnavailable = (cause: string) => notReady("database_unavailable", `${cause} ${SEND_AGAIN}`);

export const tooManyOpenFiles = () =>
  problem(
    503,
    "too_many_open_files",
    "Service not ready",
    `The service has too many open files or connections. The operator can raise the limit, or find out which clients hold the connections. ${SEND_AGAIN}`,
    { headers: { "Retry-After": "5", Connection: "close" } },
  );

export const readsTooSlowly = () =>
  problem(
    408,
    "reads_too_slowly",
    "Reads too slowly",
    "The reader took too long to read an event. Connect again with the last id as Last-Event-ID.",
  );

export const originNotAllowed = () =>
  problem(
    403,
    "origin_not_allowed",
    "Origin not allowed",
    "Pages of this origin may not connect. The operator can add the origin to CORS_ORIGINS.",
  );

export const pagesNotBuilt = () =>
  problem(
    503,
    "pages_not_built",
    "Pages not built",
    "The pages are not built on this machine. `npm start` builds them, and so does `npm run web`.",
  );

export const internalError = () =>
  problem(
    500,
    "internal_error",
    "Internal error",
    "Something went wrong on our side. Report the request_id if it persists.",
  );
