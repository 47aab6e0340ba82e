import { urlTooLong } from "@merit/core/errors.ts";
import type { Middleware } from "koa";

/** Refuses a URL before anything reads it. */
export function urlLength(maxBytes: number): Middleware {
  return (ctx, next) => {
    if (ctx.url.length > maxBytes) throw urlTooLong(maxBytes);
    return next();
  };
}
