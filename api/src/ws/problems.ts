import { problem } from "@merit/core/errors.ts";

export const originNotAllowed = () =>
  problem(
    403,
    "origin_not_allowed",
    "Origin not allowed",
    "Pages of this origin may not connect. The operator can add the origin to CORS_ORIGINS.",
  );

const LATER = { headers: { "Retry-After": "30" } };

export const tooManyConnections = (limit: string) =>
  problem(429, "too_many_connections", "Too many connections", `${limit} Close a connection and try again.`, LATER);

export const noConnectionsLeft = () =>
  problem(
    503,
    "no_connections_left",
    "No connections left",
    "The service has reached its limit of connections. Try again later.",
    LATER,
  );
