import type { Logger } from "@merit/core/logger.ts";
import type { Middleware } from "koa";

/** One line per request: route template instead of path (which may hold wallet addresses), no headers, no body. */
export function accessLog(log: Logger): Middleware {
  return async (ctx, next) => {
    const start = performance.now();
    await next();
    log.debug(
      {
        request_id: ctx.state.requestId,
        method: ctx.method,
        route: ctx.state.route ?? null,
        status: ctx.status,
        merchant_id: ctx.state.merchantId,
        ms: Math.round((performance.now() - start) * 10) / 10,
      },
      "request",
    );
  };
}
