import { createHash, timingSafeEqual } from "node:crypto";
import type { Context } from "@merit/core/context.ts";
import { metricsTokenRequired, missingApiKey, Problem } from "@merit/core/errors.ts";
import { authenticate, type Merchant } from "@merit/core/merchants/service.ts";
import type { Context as KoaContext } from "koa";
import { type Access, type Auth, ways } from "./route.ts";

/** Who calls, as far as the route asked. */
export interface Identity {
  merchant: Merchant | null;
}

export const nobody: Identity = { merchant: null };

/** One way in: whether its credential was sent, and whose it is. */
interface Guard {
  isSent(ctx: KoaContext): boolean;
  /** @throws Problem 401, 403 */
  identify(context: Context, ctx: KoaContext): Promise<Identity>;
}

const GUARDS: Partial<Record<Auth, Guard>> = {
  none: { isSent: () => true, identify: async () => nobody },
  merchant: { isSent: (ctx) => ctx.get("x-api-key") !== "", identify: identifyMerchant },
  metrics: { isSent: (ctx) => ctx.get("authorization") !== "", identify: checkMetricsToken },
};

/** The ways in that name a caller. */
const CREDENTIALS = ["merchant"] as const;

/**
 * The caller, by the first of the route's ways whose credential was sent; by the first of all if none was.
 * @throws Problem 401, 403
 */
export async function identify(context: Context, access: Access, ctx: KoaContext): Promise<Identity> {
  const guards = guardsOf(access);
  const guard = guards.find(({ isSent }) => isSent(ctx)) ?? guards[0];
  return guard.identify(context, ctx);
}

/** @throws Error if there is no guard for a way in: a route is never served without the one that it asks for */
export function guardsOf(access: Access): [Guard, ...Guard[]] {
  const [first, ...more] = ways(access).map((auth) => {
    const guard = GUARDS[auth];
    if (!guard) throw new Error(`nothing can tell who a caller is by "${auth}"`);
    return guard;
  });
  if (!first) throw new Error("a route names no way in");
  return [first, ...more];
}

/** A name for the caller that no other caller has; null for nobody. */
export const nameOf = ({ merchant }: Identity): string | null => merchant && `merchant:${merchant.id}`;

/** Whoever calls, by any credential that was sent; nobody if it is refused. For routes that ask for none. */
export async function recognise(context: Context, ctx: KoaContext): Promise<Identity> {
  if (!CREDENTIALS.some((auth) => GUARDS[auth]?.isSent(ctx))) return nobody;
  return identify(context, CREDENTIALS, ctx).catch((error: unknown) => {
    if (error instanceof Problem) return nobody;
    throw error;
  });
}

async function identifyMerchant({ db }: Context, ctx: KoaContext): Promise<Identity> {
  const apiKey = ctx.get("x-api-key");
  if (apiKey === "") throw missingApiKey();
  return { merchant: await db.read((store) => authenticate(store, apiKey)) };
}

async function checkMetricsToken({ settings: { metricsToken } }: Context, ctx: KoaContext): Promise<Identity> {
  const given = ctx.get("authorization");
  if (metricsToken !== null && !isSameSecret(given, `Bearer ${metricsToken}`)) throw metricsTokenRequired();
  return nobody;
}

/** In a time that tells nothing about the secret. */
export function isSameSecret(given: string, secret: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(given), digest(secret));
}
