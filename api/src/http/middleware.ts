import { randomUUID } from "node:crypto";
import cors from "@koa/cors";
import type { Context } from "@merit/core/context/context.ts";
import type { Context as KoaContext, Middleware } from "koa";
import { urlTooLong } from "./problems.ts";

// The middleware of every request; server.ts decides the order.

/** As Koa's `set`, which takes several times as long, for the headers that every call has. */
export function setHeaders({ res }: Pick<KoaContext, "res">, headers: Record<string, string>): void {
  for (const name in headers) res.setHeader(name, headers[name] as string);
}

/** The id goes into logs and headers, so it must not contain characters with a meaning there. */
const REQUEST_ID = /^[\w.-]{1,128}$/;

/** Takes the caller's X-Request-Id if it is well-formed, makes one otherwise, and sends it back. */
export const requestId: Middleware = (ctx, next) => {
  const given = ctx.get("X-Request-Id");
  ctx.state.requestId = REQUEST_ID.test(given) ? given : randomUUID();
  setHeaders(ctx, { "X-Request-Id": ctx.state.requestId });
  return next();
};

/** Answers are data for one caller: not to be cached, guessed at, framed, or loaded as an image or script by other sites. */
const SECURITY_HEADERS = {
  "Cache-Control": "no-store",
  "X-Content-Type-Options": "nosniff",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Referrer-Policy": "no-referrer",
};

export const securityHeaders: Middleware = (ctx, next) => {
  setHeaders(ctx, SECURITY_HEADERS);
  return next();
};

/** Callers authenticate with headers that their pages add, never with cookies: an open page alone can't act for its visitor. */
const SENT_HEADERS = [
  "Content-Type",
  "Authorization",
  "x-api-key",
  "Idempotency-Key",
  "If-None-Match",
  "Last-Event-ID",
  "X-Request-Id",
];
const READ_HEADERS = [
  "Location",
  "Content-Disposition",
  "ETag",
  "X-Request-Id",
  "Retry-After",
  "RateLimit",
  "RateLimit-Policy",
  "Idempotency-Replayed",
  "Idempotency-Mismatch",
];
const PREFLIGHT_SECONDS = 600;

/** True if pages of this origin may call the API by the setting CORS_ORIGINS. */
export const isNamedOrigin = (origins: readonly string[], origin: string): boolean =>
  ["*", origin, origin.replace(/(:\d+)?$/, ":*")].some((named) => origins.includes(named));

/** Lets the pages of these origins call the API; `*` those of all. */
export function crossOrigin(origins: readonly string[]): Middleware {
  const all = origins.includes("*");
  const answer = cors({
    origin: (ctx) => (all ? "*" : isNamedOrigin(origins, ctx.get("Origin")) ? ctx.get("Origin") : ""),
    allowMethods: ["GET", "POST", "PATCH", "DELETE"],
    allowHeaders: SENT_HEADERS,
    exposeHeaders: READ_HEADERS,
    maxAge: PREFLIGHT_SECONDS,
  });
  return (ctx, next) => {
    // With `*`, calls without an Origin get the header as well.
    if (all || ctx.get("Origin") !== "") return answer(ctx, next);
    setHeaders(ctx, { Vary: "Origin" });
    return next();
  };
}

/** Refuses a URL before anything reads it. */
export function urlLength(maxBytes: number): Middleware {
  return (ctx, next) => {
    if (ctx.url.length > maxBytes) throw urlTooLong(maxBytes);
    return next();
  };
}

/**
 * One line and one measurement per request: route template instead of path (which may hold wallet addresses), no headers, no body.
 */
export function accessLog({ log, metrics }: Pick<Context, "log" | "metrics">): Middleware {
  // The line has no field that could carry a credential, and looking for them would take ten times as long as writing it.
  const lines = log.child({}, { redact: [] });
  return async (ctx, next) => {
    const start = performance.now();
    await next();
    const ms = performance.now() - start;
    const route = ctx.state.route ?? null;
    // An unknown path has no template, and one series per path would be too many.
    metrics.requestServed({ method: ctx.method, route: route ?? "none", status: ctx.status }, ms / 1000);
    // Probes come every few seconds.
    lines[ctx.state.isProbe ? "debug" : "info"](
      {
        request_id: ctx.state.requestId,
        method: ctx.method,
        route,
        status: ctx.status,
        merchant_id: ctx.state.merchantId,
        user_id: ctx.state.userId,
        ms: Math.round(ms * 10) / 10,
      },
      "request",
    );
  };
}

/**
 * Answers of one turn of the event loop are sent at its end, one after the other. If sent in between, each would interrupt the work
 * on the requests that wait: a loaded server answers about a third fewer reads a second. An idle server still sends at once.
 */
export function sendTogether(): Middleware {
  let turn: Promise<void> | undefined;
  const endOfTurn = () =>
    new Promise<void>((resolve) => {
      setImmediate(() => {
        turn = undefined;
        resolve();
      });
    });
  return async (_ctx, next) => {
    await next();
    turn ??= endOfTurn();
    await turn;
  };
}
