import type { Router } from "@koa/router";
import * as sessions from "@merit/core/accounts/browser-sessions.ts";
import type { Context } from "@merit/core/context/context.ts";
import { z } from "zod";
import { browserRoles, cookie, cookieOf, requireOwnPage } from "../http/browser-cookies.ts";
import { opaqueToken } from "../http/fields.ts";
import { readBody, validate } from "../http/input.ts";
import type { Limits } from "../http/limits.ts";

const SESSION_PATH = "/app/session";

/** A merchant's API key, or the refresh token of a login that the page has just made. */
const credential = z.union([z.strictObject({ api_key: opaqueToken }), z.strictObject({ refreshToken: opaqueToken })]);
const ending = z.strictObject({ role: z.enum(browserRoles) });
const MAX_BODY_BYTES = 4096;

/** How pages log in and out: what they give is exchanged for a cookie that scripts can't read. */
export function mountSession(router: Router, context: Context, limits: Limits): void {
  const { settings } = context;

  router.get(SESSION_PATH, async (ctx) => {
    ctx.state.route = SESSION_PATH;
    requireOwnPage(settings, ctx);
    limits.take(ctx, "address", null);
    const open = await Promise.all(
      browserRoles.map((role) => sessions.isOpen(context, role, cookieOf(settings, ctx.req, role))),
    );
    ctx.body = { roles: browserRoles.filter((_, index) => open[index]) };
  });

  router.post(SESSION_PATH, async (ctx) => {
    ctx.state.route = SESSION_PATH;
    requireOwnPage(settings, ctx);
    limits.take(ctx, "address", null);
    const given = validate(credential, await readBody(ctx, MAX_BODY_BYTES));
    const role = "api_key" in given ? "merchant" : "user";
    const session = await ("api_key" in given
      ? sessions.openForMerchant(context, given.api_key)
      : sessions.openForUser(context, given.refreshToken));
    ctx.set("Set-Cookie", cookie(settings, role, session));
    ctx.body = { role, expires_at: session.expiresAt.toISOString() };
  });

  router.delete(SESSION_PATH, async (ctx) => {
    ctx.state.route = SESSION_PATH;
    requireOwnPage(settings, ctx);
    limits.take(ctx, "address", null);
    const { role } = validate(ending, await readBody(ctx, MAX_BODY_BYTES));
    const token = cookieOf(settings, ctx.req, role);
    if (token !== undefined) await sessions.end(context, token);
    ctx.set("Set-Cookie", cookie(settings, role, null));
    ctx.status = 204;
  });
}
