import cors from "@koa/cors";
import type { Middleware } from "koa";

/** Callers name themselves by headers that their pages add, never by cookies: no page can act for a visitor by being open. */
const SENT = ["Content-Type", "Authorization", "x-api-key", "Idempotency-Key", "X-Request-Id"];
const READ = [
  "X-Request-Id",
  "Retry-After",
  "RateLimit",
  "RateLimit-Policy",
  "Idempotency-Replayed",
  "Idempotency-Mismatch",
];
const PREFLIGHT_SECONDS = 600;

/** Lets the pages of these origins call the API; `*` those of all. */
export function crossOrigin(origins: string[]): Middleware {
  const all = origins.includes("*");
  return cors({
    origin: (ctx) => (all ? "*" : origins.includes(ctx.get("Origin")) ? ctx.get("Origin") : ""),
    allowMethods: ["GET", "POST", "PATCH", "DELETE"],
    allowHeaders: SENT,
    exposeHeaders: READ,
    maxAge: PREFLIGHT_SECONDS,
  });
}
