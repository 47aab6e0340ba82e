import type { Middleware } from "koa";

/** Answers are data for one caller: not to be cached, guessed at or framed. */
export const securityHeaders: Middleware = (ctx, next) => {
  ctx.set({
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
  });
  return next();
};
