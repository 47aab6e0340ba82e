import { randomUUID } from "node:crypto";
import type { Middleware } from "koa";

/** Goes into logs and headers, so it may hold nothing that means something there. */
const SHAPE = /^[\w.-]{1,128}$/;

/** Takes the caller's X-Request-Id if it is well-formed, makes one otherwise, and sends it back. */
export const requestId: Middleware = (ctx, next) => {
  const given = ctx.get("X-Request-Id");
  ctx.state.requestId = SHAPE.test(given) ? given : randomUUID();
  ctx.set("X-Request-Id", ctx.state.requestId);
  return next();
};
