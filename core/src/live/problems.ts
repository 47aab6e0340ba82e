import { problem } from "../errors.ts";

// Why a WebSocket is not opened.

export const originNotAllowed = () =>
  problem(
    403,
    "origin_not_allowed",
    "Origin not allowed",
    "Pages of this origin may not connect: the operator names it in CORS_ORIGINS.",
  );

export const tooManyConnections = (status: 429 | 503, why: string) =>
  problem(status, "too_many_connections", "Too many connections", `No more connections: ${why}. Close one first.`, {
    headers: { "Retry-After": "30" },
  });
