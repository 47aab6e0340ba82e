import { Router } from "@koa/router";
import type { Context } from "@merit/core/context.ts";
import { methodNotAllowed, routeNotFound, validationFailed } from "@merit/core/errors.ts";
import type { Context as KoaContext, Middleware } from "koa";
import { hasBody, readBody } from "./body.ts";
import { type Caller, createGuard, type Guard } from "./guard.ts";
import { commitOnce, idempotencyKeyOf } from "./idempotency.ts";
import type { Answer, Route } from "./route.ts";
import { validate, validateParams } from "./validate.ts";

const PREFIX = "/api";

/** Mounts the table; everything else is a 404 or, on a known path, a 405. */
export function createRouter(context: Context, routes: Route[]): Middleware[] {
  const router = new Router();
  const guard = createGuard(context);
  for (const route of routes) {
    const paths = [PREFIX + route.path, ...(route.atRoot ? [route.path] : [])];
    for (const path of paths) router[route.method](path, (ctx) => serve(context, guard, route, ctx));
  }
  const unmatched: Middleware = (ctx) => {
    const methods = new Set(router.match(ctx.path, ctx.method).path.flatMap((layer) => layer.methods));
    if (methods.size === 0) throw routeNotFound(ctx.method, ctx.path);
    throw methodNotAllowed(ctx.method, ctx.path, [...methods]);
  };
  return [router.routes() as unknown as Middleware, unmatched];
}

/** Authorise, validate, call, present. */
async function serve(context: Context, guard: Guard, route: Route, ctx: KoaContext): Promise<void> {
  ctx.state.route = route.path;
  const caller = await guard(ctx, [route.auth].flat());
  const { merchant, session } = caller;
  ctx.state.merchantId = merchant?.id;
  ctx.state.userId = session?.user.id;
  const { body, params, query } = route.request;
  const isOptional = body?.safeParse(undefined).success;
  const input = body && (!isOptional || hasBody(ctx)) ? await readBody(ctx) : undefined;
  const idempotencyKey =
    route.method === "get" ? null : idempotencyKeyOf(ctx.headers["idempotency-key"] as string | undefined);
  const name = `${route.method.toUpperCase()} ${route.path}`;
  const answer = await route.handler({
    context,
    merchant,
    session,
    client: { address: ctx.ip, userAgent: userAgentOf(ctx) },
    params: params ? validateParams(params, ctx.params) : undefined,
    query: query ? validate(query, ctx.query) : refuseQuery(ctx),
    body: body ? validate(body, input) : undefined,
    idempotencyKey,
    commit: commitOnce(context, {
      scope: scopeOf(caller),
      key: idempotencyKey,
      route: params ? `${route.method.toUpperCase()} ${ctx.path}` : name,
      body: input,
    }),
  });
  send(ctx, answer);
}

function send(ctx: KoaContext, { status, body, headers = {} }: Answer): void {
  ctx.status = status;
  ctx.body = typeof body === "string" ? body : JSON.stringify(body);
  ctx.type = "application/json";
  ctx.set(headers);
}

/** Whose idempotency keys they are. */
function scopeOf({ merchant, session }: Caller): string | null {
  if (merchant) return `merchant:${merchant.id}`;
  return session && `user:${session.user.id}`;
}

const MAX_USER_AGENT = 200;

const userAgentOf = (ctx: KoaContext) =>
  ctx
    .get("user-agent")
    .replace(/\P{ASCII}/gu, "")
    .slice(0, MAX_USER_AGENT) || null;

function refuseQuery(ctx: KoaContext): undefined {
  const names = Object.keys(ctx.query);
  if (names.length === 0) return;
  throw validationFailed(names.map((field) => ({ field, message: "is not a parameter of this call: remove it" })));
}
