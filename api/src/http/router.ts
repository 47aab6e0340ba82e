import { Readable } from "node:stream";
import { Router } from "@koa/router";
import type { Context } from "@merit/core/context.ts";
import { methodNotAllowed, routeNotFound, tooManyOpenFiles, validationFailed } from "@merit/core/errors.ts";
import type { Context as KoaContext, Middleware } from "koa";
import { mountDocs } from "../docs/page.ts";
import { mountAccountPages } from "../pages/account-pages.ts";
import { hasBody, readBody } from "./body.ts";
import { idempotencyKeyOf, once } from "./idempotency.ts";
import { createGate, type Gate, type Identity, nameOf } from "./identity.ts";
import type { Limits } from "./limits.ts";
import { type Answer, keepsAnswers, needsBody, parametersIn, type Route, takesKey, titleOf } from "./route.ts";
import { validate, validateParams } from "./validate.ts";

const PREFIX = "/api";

/** What every call goes through. */
interface Parts {
  context: Context;
  gate: Gate;
  limits: Limits;
}

/**
 * Mounts the table; everything else is a 404 or, on a known path, a 405. Each area has a router of its own, so that a call is held
 * against the few routes of its area and not against all.
 */
export function createRouter(context: Context, routes: Route[], limits: Limits): Middleware[] {
  const areas = new Map<string, Router>();
  const gate = createGate(context);
  mountDocs(routerOf(areas, "/docs"), context.settings.http, limits);
  mountAccountPages((path) => routerOf(areas, path));
  const refuse: Middleware = (ctx) => {
    limits.take(ctx, "address", null);
    const methods = closest(areas.get(areaOf(ctx.path))?.match(ctx.path, ctx.method).path ?? []);
    if (methods.length === 0) throw routeNotFound(ctx.method, ctx.path);
    throw methodNotAllowed(ctx.method, ctx.path, methods);
  };
  for (const route of routes) {
    for (const path of pathsOf(route)) {
      const rivals = rivalsOf(path, routes);
      routerOf(areas, path)[route.method](path, (ctx, next) =>
        rivals.some((rival) => rival.test(ctx.path)) ? refuse(ctx, next) : serve({ context, gate, limits }, route, ctx),
      );
    }
  }
  const served = new Map([...areas].map(([area, router]) => [area, router.routes() as unknown as Middleware]));
  return [(ctx, next) => served.get(areaOf(ctx.path))?.(ctx, next) ?? next(), refuse];
}

/** The first name of a path, below /api or not; routes are found in any case. */
const areaOf = (path: string) => /^(?:\/api)?\/([^/]*)/i.exec(path)?.[1]?.toLowerCase() ?? "";

function routerOf(areas: Map<string, Router>, path: string): Router {
  const router = areas.get(areaOf(path)) ?? new Router();
  areas.set(areaOf(path), router);
  return router;
}

const pathsOf = ({ path, atRoot }: Route) => [PREFIX + path, ...(atRoot ? [path] : [])];
const patternOf = (path: string) => new RegExp(`^${path.replaceAll(/:\w+/g, "[^/]+")}$`);

/** Paths that have a name where this one has a parameter: PATCH /users/referral names no user, whatever methods it takes. */
function rivalsOf(path: string, routes: Route[]): RegExp[] {
  const others = routes.flatMap(pathsOf).filter((other) => parametersIn(other) < parametersIn(path));
  return others.filter((other) => patternOf(path).test(other)).map(patternOf);
}

/** The methods of the path that says most about what was asked for. */
function closest(layers: { paramNames: unknown[]; methods: string[] }[]): string[] {
  const fewest = Math.min(...layers.map(({ paramNames }) => paramNames.length));
  return [
    ...new Set(layers.filter(({ paramNames }) => paramNames.length === fewest).flatMap(({ methods }) => methods)),
  ];
}

/**
 * Who calls, counted: a refused credential counts for its address, so that nobody can try keys without bounds.
 * @throws Problem 401, 403, 429
 */
async function admit({ gate, limits }: Parts, route: Route, ctx: KoaContext): Promise<Identity> {
  let identity: Identity;
  try {
    identity = await gate.identify(route, ctx);
  } catch (error) {
    limits.take(ctx, "address", null);
    throw error;
  }
  const caller = nameOf(route.auth === "none" ? await gate.recognise(ctx) : identity);
  limits.take(ctx, route.quota ?? (caller === null ? "address" : "credential"), caller);
  return identity;
}

/** @throws Problem 422, 429 */
function countEach(
  { limits }: Parts,
  { quota, countsEach: field }: Route,
  ctx: KoaContext,
  { caller, body }: { caller: string | null; body: unknown },
): void {
  if (quota === undefined || field === undefined) return;
  const { length } = (body as Record<string, unknown[]>)[field] ?? [];
  limits.takeEach(ctx, quota, caller, { field, length });
}

/** Authorise, validate, call, present. */
async function serve(parts: Parts, route: Route, ctx: KoaContext): Promise<void> {
  const { context, limits } = parts;
  ctx.state.route = route.path;
  ctx.state.isProbe = route.quota === "probe";
  if (context.descriptors.exhausted && !ctx.state.isProbe) throw tooManyOpenFiles();
  const identity = await admit(parts, route, ctx);
  const { merchant, session } = identity;
  ctx.state.merchantId = merchant?.id;
  ctx.state.userId = session?.user.id;
  const { body, params, query } = route.request;
  const isSent = needsBody(route) || hasBody(ctx);
  const maxBytes = Math.max(context.settings.http.maxBodyBytes, route.maxBytes ?? 0);
  const input = body && isSent ? await readBody(ctx, maxBytes) : undefined;
  const idempotencyKey = takesKey(route)
    ? idempotencyKeyOf(ctx.headers["idempotency-key"] as string | undefined)
    : null;
  const { repeated, commit } = once(context, {
    scope: nameOf(identity),
    key: keepsAnswers(route) ? idempotencyKey : null,
    // With what the path names: a key stands for one call of one record.
    route: titleOf(params ? { method: route.method, path: ctx.path } : route),
    body: input,
  });
  const call = () => {
    const checked = body ? validate(body, input) : undefined;
    countEach(parts, route, ctx, { caller: nameOf(identity), body: checked });
    return route.handler({
      context,
      merchant,
      session,
      // Few calls ask, so it is not worked out for all.
      get client() {
        return { address: limits.addressOf(ctx), userAgent: userAgentOf(ctx) };
      },
      params: params ? validateParams(params, ctx.params) : undefined,
      query: query ? validate(query, ctx.query) : refuseQuery(ctx),
      body: checked,
      idempotencyKey,
      commit,
    });
  };
  const answer = (await repeated()) ?? (await call());
  send(ctx, answer);
}

function send(ctx: KoaContext, { status, body, headers = {} }: Answer): void {
  ctx.status = status;
  // Before the body, or Koa would guess a type from that.
  ctx.type = "application/json";
  ctx.set(headers);
  // Koa listens once it sends; an error before that would end the process.
  if (body instanceof Readable) body.on("error", () => {});
  ctx.body = typeof body === "string" || body instanceof Readable ? body : JSON.stringify(body);
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
