import { createHash, timingSafeEqual } from "node:crypto";
import { accessTokenChecks, readAccessClaims } from "@merit/core/auth/access-tokens.ts";
import { adminRequired, invalidToken, missingCredentials, missingToken } from "@merit/core/auth/problems.ts";
import { type Identity, identify } from "@merit/core/auth/sessions.ts";
import type { Context } from "@merit/core/context.ts";
import { metricsTokenRequired, missingApiKey, Problem } from "@merit/core/errors.ts";
import { authenticate, type Merchant } from "@merit/core/merchants/service.ts";
import type { Context as KoaContext } from "koa";
import jwt from "koa-jwt";
import type { Auth } from "./route.ts";

/** Who calls. Both are null on a public call, and on one that METRICS_TOKEN opens. */
export interface Caller {
  merchant: Merchant | null;
  session: Identity | null;
}

/** Lets a request in by one of the ways that its route names. @throws Problem 401, 403 */
export type Guard = (ctx: KoaContext, allowed: readonly Auth[]) => Promise<Caller>;

export function createGuard(context: Context): Guard {
  const sessionOf = bearerCheck(context);
  return async (ctx, allowed) => {
    const ways = new Set(allowed);
    if (ways.has("metrics")) requireMetricsToken(context, ctx.get("authorization"));
    if (ways.has("metrics")) return { merchant: null, session: null };

    const apiKey = ctx.get("x-api-key");
    if (ways.has("merchant") && apiKey !== "") {
      return { merchant: await context.db.read((store) => authenticate(store, apiKey)), session: null };
    }
    if ((ways.has("user") || ways.has("admin")) && ctx.get("authorization") !== "") {
      // A client that logs out may have nothing better than a token that has expired.
      const session = await sessionOf(ctx).catch((error: unknown) => {
        if (ways.has("none") && error instanceof Problem) return null;
        throw error;
      });
      if (session === null) return { merchant: null, session };
      if (!ways.has("user") && session.user.role !== "admin") throw adminRequired();
      return { merchant: null, session };
    }
    if (ways.has("none")) return { merchant: null, session: null };
    throw missing(ways);
  };
}

function missing(ways: Set<Auth>): Problem {
  if (!ways.has("merchant")) return missingToken();
  return ways.size === 1 ? missingApiKey() : missingCredentials();
}

/** Signature, algorithm, issuer, audience and time are koa-jwt's part; whether the session still is open is ours. */
function bearerCheck(context: Context): (ctx: KoaContext) => Promise<Identity> {
  const verify = jwt({ ...accessTokenChecks(context), key: "accessToken" });
  return async (ctx) => {
    await verify(ctx, async () => undefined).catch(() => {
      throw invalidToken();
    });
    const claims = readAccessClaims(ctx.state.accessToken);
    if (!claims) throw invalidToken();
    return identify(context, claims);
  };
}

function requireMetricsToken({ settings: { metricsToken } }: Context, authorization: string): void {
  if (metricsToken !== null && !isSameSecret(authorization, `Bearer ${metricsToken}`)) throw metricsTokenRequired();
}

/** In a time that tells nothing about the secret. */
function isSameSecret(given: string, secret: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(given), digest(secret));
}
