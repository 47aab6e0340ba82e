import { createHash, timingSafeEqual } from "node:crypto";
import { Router } from "@koa/router";
import type { Context } from "@merit/core/context.ts";
import {
  methodNotAllowed,
  metricsTokenRequired,
  missingApiKey,
  routeNotFound,
  validationFailed,
} from "@merit/core/errors.ts";
import * as keys from "@merit/core/merchants/keys.ts";
import type { Merchant } from "@merit/core/merchants/service.ts";
import type { Context as KoaContext, Middleware } from "koa";
import { readBody } from "./body.ts";
import { commitOnce, idempotencyKeyOf } from "./idempotency.ts";
import { type Answer, type Route, scopeOf } from "./route.ts";
import { validate, validateParams } from "./validate.ts";

const PREFIX = "/api";

/** Mounts the table; everything else is a 404 or, on a known path, a 405. */
export function createRouter(context: Context, routes: Route[]): Middleware[] {
  const router = new Router();
  for (const route of routes) {
    const paths = [PREFIX + route.path, ...(route.atRoot ? [route.path] : [])];
    for (const path of paths) router[route.method](path, (ctx) => serve(context, route, ctx));
  }
  const unmatched: Middleware = (ctx) => {
    const methods = new Set(router.match(ctx.path, ctx.method).path.flatMap((layer) => layer.methods));
    if (methods.size === 0) throw routeNotFound(ctx.method, ctx.path);
    throw methodNotAllowed(ctx.method, ctx.path, [...methods]);
  };
  return [router.routes() as unknown as Middleware, unmatched];
}

/** Authorise, validate, call, present. */
async function serve(context: Context, route: Route, ctx: KoaContext): Promise<void> {
  ctx.state.route = route.path;
  if (route.auth === "metrics") requireMetricsToken(context, ctx.get("authorization"));
  const merchant = route.auth === "merchant" ? await merchantOf(context, route, ctx.get("x-api-key")) : null;
  ctx.state.merchantId = merchant?.id;
  const { body, params, query } = route.request;
  const input = body ? await readBody(ctx, route.maxBytes) : undefined;
  const idempotencyKey =
    route.method === "get" ? null : idempotencyKeyOf(ctx.headers["idempotency-key"] as string | undefined);
  const name = `${route.method.toUpperCase()} ${route.path}`;
  const answer = await route.handler({
    context,
    merchant,
    params: params ? validateParams(params, ctx.params) : undefined,
    query: query ? validate(query, ctx.query) : refuseQuery(ctx),
    body: body ? validate(body, input) : undefined,
    idempotencyKey,
    commit: commitOnce(context, {
      scope: merchant && `merchant:${merchant.id}`,
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

async function merchantOf(context: Context, route: Route, apiKey: string): Promise<Merchant> {
  if (apiKey === "") throw missingApiKey();
  const now = context.clock.now();
  const { merchant, key } = await context.db.read((store) => keys.authenticate(store, apiKey, now));
  keys.requireScope(key, scopeOf(route));
  await keys.noteUse(context, key);
  return merchant;
}

function requireMetricsToken({ settings: { metricsToken } }: Context, authorization: string): void {
  if (metricsToken !== null && !isSameSecret(authorization, `Bearer ${metricsToken}`)) throw metricsTokenRequired();
}

/** In a time that tells nothing about the secret. */
function isSameSecret(given: string, secret: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(given), digest(secret));
}

function refuseQuery(ctx: KoaContext): undefined {
  const names = Object.keys(ctx.query);
  if (names.length === 0) return;
  throw validationFailed(names.map((field) => ({ field, message: "is not a parameter of this call: remove it" })));
}
