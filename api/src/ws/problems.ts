import { problem } from "@merit/core/base/errors.ts";

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
