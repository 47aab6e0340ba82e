import { problem } from "@merit/core/errors.ts";

export const originNotAllowed = () =>
  problem(
    403,
    "origin_not_allowed",
    "Origin not allowed",
    "Pages of this origin may not connect. The operator can add the origin to CORS_ORIGINS.",
  );

export const tooManyConnections = (status: 429 | 503, limit: string) =>
  problem(status, "too_many_connections", "Too many connections", `${limit} Close a connection and try again.`, {
    headers: { "Retry-After": "30" },
  });
