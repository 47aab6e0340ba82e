import type { Context } from "@merit/core/context/context.ts";
import type { Middleware } from "koa";

/** One line and one measurement per request: route template instead of path (which may hold wallet addresses), no headers, no body. */
export function accessLog({ log, metrics }: Pick<Context, "log" | "metrics">): Middleware {
  // The line has no field that could carry a credential, and looking for them would take ten times as long as writing it.
  const lines = log.child({}, { redact: [] });
  return async (ctx, next) => {
    const start = performance.now();
    await next();
    const ms = performance.now() - start;
    const route = ctx.state.route ?? null;
    // An unknown path has no template; each by its name would be a series of its own.
    metrics.requestServed({ method: ctx.method, route: route ?? "none", status: ctx.status }, ms / 1000);
    // Probes come every few seconds, for ever.
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
