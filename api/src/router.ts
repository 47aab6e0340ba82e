import { Readable } from "node:stream";
import { Router, type RouterContext } from "@koa/router";
import { validationFailed } from "@merit/core/base/errors.ts";
import { OneAtATime } from "@merit/core/base/one-at-a-time.ts";
import { createTurns } from "@merit/core/base/turns.ts";
import type { Context } from "@merit/core/context/context.ts";
import type { Context as KoaContext, Middleware } from "koa";
import { mountDocs } from "./docs/page.ts";
import { EVENT_STREAM } from "./http/event-stream.ts";
import { idempotencyKeyOf, once } from "./http/idempotency.ts";
import { type Authenticator, createAuthenticator, type Identity, nameOf } from "./http/identity.ts";
import { hasBody, LARGE_BODY, parseBody, readBytes, validate, validateParams } from "./http/input.ts";
import type { Limits } from "./http/limits.ts";
import { ME } from "./http/me.ts";
import { setHeaders } from "./http/middleware.ts";
import { methodNotAllowed, routeNotFound, tooManyOpenFiles, upgradeRequired } from "./http/problems.ts";
import { type Answer, keepsAnswers, needsBody, type Route, takesKey, titleOf, ways } from "./http/route.ts";
import { gzipped, tagOf } from "./http/static-files.ts";
import type { Streams } from "./http/streams.ts";
import { mountAccountPages } from "./pages/account-pages.ts";
import { mountOutbox } from "./pages/outbox-pages.ts";
import { mountProblemPage } from "./pages/problem-page.ts";
import { mountUnsubscribe } from "./pages/unsubscribe-page.ts";
import { mountWeb } from "./web/pages.ts";
import { isSocketPath } from "./ws/handshake.ts";

const PREFIX = "/api";

/** The parts that handle every call. */
interface Parts {
  context: Context;
  authenticator: Authenticator;
  limits: Limits;
  streams: Streams;
  /** Calls with large bodies, by their callers: each has one part of the processor, as others' calls. */
  largeBodies: OneAtATime;
}

export function createPages(context: Context, limits: Limits): Middleware {
  const pages = new Router();
  mountDocs(pages, context.settings.http, limits);
  mountAccountPages(pages);
  mountWeb(pages, context, limits);
  mountUnsubscribe(pages, context, limits);
  mountOutbox(pages, context.settings);
  mountProblemPage(pages);
  return pages.routes() as unknown as Middleware;
}

/** Mounts the table, which is in the order of matching; everything else is a 404 or, on a known path, a 405. */
export function createCalls(context: Context, routes: Route[], limits: Limits, streams: Streams) {
  const parts = {
    context,
    authenticator: createAuthenticator(context),
    limits,
    streams,
    largeBodies: new OneAtATime(),
  };
  // A router compares a path with all of its routes, so each resource has its own.
  const routers = new Map<string, Router>();
  for (const route of routes) {
    const resource = resourceOf(route.path);
    const router = routers.get(resource) ?? new Router();
    routers.set(resource, router);
    for (const path of pathsOf(route)) {
      // A fixed part of a path is not the value of a parameter: PATCH /users/referral is not a call of PATCH /users/:id.
      const call: Middleware = (ctx, next) => (ctx.matched[0].path === path ? serve(parts, route, ctx) : next());
      router[route.method](path, ...(route.gzips ? [gzipped, call] : [call]));
    }
  }
  const refuse: Middleware = (ctx) => {
    limits.take(ctx, "address", null);
    if (isSocketPath(ctx.req)) throw upgradeRequired();
    const matched: NonNullable<RouterContext["matched"]> = ctx.matched ?? [];
    const methods = matched.filter(({ path }) => path === matched[0]?.path).flatMap((layer) => layer.methods);
    if (methods.length === 0) throw routeNotFound(ctx.method, ctx.path);
    throw methodNotAllowed(ctx.method, ctx.path, methods);
  };
  const calls = new Map([...routers].map(([name, router]) => [name, router.routes() as unknown as Middleware]));
  const call: Middleware = (ctx, next) => calls.get(resourceOf(ctx.path))?.(ctx, next) ?? next();
  return { call, refuse };
}

/** The first part of a path after the prefix, such as "rewards". */
const resourceOf = (path: string): string => /^(?:\/api(?=\/))?\/([^/]*)/i.exec(path)?.[1]?.toLowerCase() ?? "";

const pathsOf = ({ path, atRoot }: Route) => [PREFIX + path, ...(atRoot ? [path] : [])];

/**
 * Identifies and counts the caller. A refused credential counts for its address, so that nobody can try unlimited keys.
 * @throws Problem 401, 403, 429
 */
async function admit({ authenticator, limits }: Parts, route: Route, ctx: KoaContext): Promise<Identity> {
  let identity: Identity;
  const asksForMe =
    ways(route.auth).includes("merchant") && [...Object.values(ctx.params), queryOf(ctx).merchant_id].includes(ME);
  // People choose this token: beyond the limit, no guess must be told from the right one. API keys can't be guessed.
  const isGuessable = route.auth === "metrics";
  if (isGuessable) limits.take(ctx, "address", null);
  try {
    identity = await authenticator.identify(asksForMe ? { ...route, auth: "merchant" } : route, ctx);
  } catch (error) {
    if (!isGuessable) limits.take(ctx, "address", null);
    throw error;
  }
  if (isGuessable) limits.giveBack(ctx, "address", null);
  const isOpen = ways(route.auth).includes("none") && route.quota !== "address";
  const known = isOpen && nameOf(identity) === null ? await authenticator.recognise(ctx) : identity;
  const caller = nameOf(known);
  // The entries of a list can only be counted once it is read: until then, the call is like any other.
  const own = route.countsEach === undefined ? route.quota : undefined;
  const quota = own ?? (caller === null ? "address" : "credential");
  limits.take(ctx, quota, caller);
  if (known.merchant && !(await authenticator.isProven(known.merchant))) {
    limits.takeUnproven(ctx, quota, caller);
  }
  return identity;
}

/**
 * Counts a list before its entries are checked, since checking them takes time from other calls. Counts a number after its check.
 * @throws Problem 422, 429
 */
function countEach(
  { limits }: Parts,
  { quota, countsEach: field }: Route,
  ctx: KoaContext,
  { caller, body, isChecked }: { caller: string | null; body: unknown; isChecked: boolean },
): void {
  if (quota === undefined || field === undefined) return;
  const { dry_run, [field]: each = [] } = (body ?? {}) as { dry_run?: unknown } & Record<string, unknown[] | number>;
  if (dry_run || Array.isArray(each) === isChecked) return;
  limits.takeEach(ctx, quota, caller, { field, each });
}

/** Authorise, validate, call, present. */
async function serve(parts: Parts, route: Route, ctx: KoaContext): Promise<void> {
  const { context, limits, largeBodies } = parts;
  ctx.state.route = route.path;
  ctx.state.isProbe = route.quota === "probe";
  if (context.descriptors.exhausted && !ctx.state.isProbe) throw tooManyOpenFiles();
  const identity = await admit(parts, route, ctx);
  const { merchant, session } = identity;
  ctx.state.merchantId = merchant?.id;
  ctx.state.userId = session?.user.id;
  const isSent = route.request.body !== undefined && (needsBody(route) || hasBody(ctx));
  const maxBytes = Math.max(context.settings.http.maxBodyBytes, route.maxBytes ?? 0);
  const bytes = isSent ? await readBytes(ctx, maxBytes) : undefined;
  const answer = () => answerTo(parts, route, ctx, { identity, bytes });
  if (bytes === undefined || bytes.length <= LARGE_BODY) return answer();
  limits.takeBody(ctx, nameOf(identity), bytes.length);
  await largeBodies.run(nameOf(identity) ?? limits.addressOf(ctx), answer);
}

async function answerTo(
  parts: Parts,
  route: Route,
  ctx: KoaContext,
  { identity, bytes }: { identity: Identity; bytes: Buffer | undefined },
): Promise<void> {
  const { context, limits } = parts;
  const { merchant, session } = identity;
  const { body, params, query } = route.request;
  const input = bytes && parseBody(bytes);
  const idempotencyKey = takesKey(route)
    ? idempotencyKeyOf(ctx.headers["idempotency-key"] as string | undefined)
    : null;
  const { repeated, commit } = once(context, {
    scope: nameOf(identity),
    key: keepsAnswers(route) ? idempotencyKey : null,
    // Includes the parameters of the path: a key belongs to one call for one record.
    route: titleOf(params ? { method: route.method, path: ctx.path } : route),
    body: input,
  });
  const call = async () => {
    const turn = createTurns();
    const caller = nameOf(identity);
    countEach(parts, route, ctx, { caller, body: input, isChecked: false });
    const checked = body ? validate(body, input) : undefined;
    countEach(parts, route, ctx, { caller, body: checked, isChecked: true });
    // A large body takes long to check, and its handler long to work.
    await turn();
    return route.handler({
      context,
      merchant,
      session,
      // Few calls need it. With a getter, V8 would make a hidden class for each call, and each would keep its request until a major
      // collection: minor ones then took ten times as long.
      client: () => ({ address: limits.addressOf(ctx), userAgent: userAgentOf(ctx) }),
      params: params ? validateParams(params, ctx.params) : undefined,
      query: query ? validate(query, queryOf(ctx)) : refuseQuery(ctx),
      body: checked,
      idempotencyKey,
      commit,
      stream: asksForEvents(route, ctx)
        ? (feed, after) =>
            parts.streams.open(ctx, feed, after, nameOf(identity) ?? "", () => parts.authenticator.identify(route, ctx))
        : null,
    });
  };
  const answer = (await repeated()) ?? (await call());
  const location = locationOf(route, answer, ctx.params);
  if (location !== undefined) setHeaders(ctx, { Location: location });
  send(ctx, answer);
}

/** True if the answer shall be a stream, which is one of two answers to the same path. */
function asksForEvents({ events }: Route, ctx: KoaContext): boolean {
  if (events === undefined) return false;
  ctx.vary("Accept");
  return ctx.accepts("application/json", EVENT_STREAM) === EVENT_STREAM;
}

/** Path at which the result of a POST can be read. */
function locationOf({ location }: Route, { status, body }: Answer, params: Record<string, string>): string | undefined {
  if (location === undefined || status === 204) return undefined;
  const values: Record<string, unknown> = { ...params, ...(body as object) };
  return PREFIX + location.replaceAll(/:(\w+)/g, (_, name) => encodeURIComponent(String(values[name])));
}

const JSON_TYPE = { "Content-Type": "application/json; charset=utf-8" };

function send(ctx: KoaContext, { status, body, headers = {} }: Answer): void {
  ctx.status = status;
  // Before the body, or Koa would guess a type from that.
  setHeaders(ctx, JSON_TYPE);
  setHeaders(ctx, headers);
  // Koa listens once it sends; an error before that would end the process.
  if (body instanceof Readable) body.on("error", () => {});
  ctx.body = typeof body === "string" || body instanceof Readable ? body : JSON.stringify(body);
  if (isRead(ctx) && typeof ctx.body === "string" && !("ETag" in headers)) ctx.set("ETag", tagOf(ctx.body));
  // The caller has it already.
  if (ctx.response.get("ETag") !== "" && ctx.fresh) ctx.status = 304;
}

const isRead = ({ method, status }: KoaContext) => (method === "GET" || method === "HEAD") && status === 200;

const MAX_USER_AGENT = 200;

const userAgentOf = (ctx: KoaContext) =>
  ctx
    .get("user-agent")
    .replace(/\P{ASCII}/gu, "")
    .slice(0, MAX_USER_AGENT) || null;

/** The parameters behind the `?`. Koa would parse one that isn't there as well, for each call. */
const queryOf = (ctx: KoaContext): KoaContext["query"] => (ctx.querystring === "" ? {} : ctx.query);

function refuseQuery(ctx: KoaContext): undefined {
  const names = Object.keys(queryOf(ctx));
  if (names.length === 0) return;
  throw validationFailed(names.map((field) => ({ field, message: "is not a parameter of this call: remove it" })));
}
