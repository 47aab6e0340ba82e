import { createHash, timingSafeEqual } from "node:crypto";
import * as browserSessions from "@merit/core/accounts/browser-sessions.ts";
import { identify as identifySession, type Identity as SessionOfUser } from "@merit/core/accounts/sessions.ts";
import { Problem } from "@merit/core/base/errors.ts";
import { accessTokenChecks, readAccessClaims } from "@merit/core/context/auth/access-tokens.ts";
import { adminRequired, invalidToken, missingCredentials, missingToken } from "@merit/core/context/auth/problems.ts";
import type { Context } from "@merit/core/context/context.ts";
import { isProven } from "@merit/core/ledger/sending/proven.ts";
import * as keys from "@merit/core/parties/merchants/keys.ts";
import { missingApiKey } from "@merit/core/parties/merchants/problems.ts";
import type { Merchant } from "@merit/core/parties/merchants/service.ts";
import type { ApiScope } from "@merit/core/store/db/schema/merchants.ts";
import type { Context as KoaContext, Middleware } from "koa";
import jwt from "koa-jwt";
import { type BrowserRole, requireOwnPage, sentCookie } from "./browser-cookies.ts";
import { metricsTokenRequired } from "./problems.ts";
import { type Access, type Auth, type Route, scopeOf, ways } from "./route.ts";

/** The caller, as far as the route requires: a merchant, a user with a session, or nobody known. */
export interface Identity {
  merchant: Merchant | null;
  session: SessionOfUser | null;
}

const nobody: Identity = { merchant: null, session: null };

/** Identifies the caller, after `checkAccessToken`. */
export interface Authenticator {
  /**
   * The caller, by the first of the route's credentials that was sent. If `none` is one of them, a credential that
   * is refused makes the caller anonymous: a caller who logs out may have only an expired token.
   * @throws Problem 401, 403
   */
  identify(route: Pick<Route, "auth" | "scope" | "method">, ctx: KoaContext): Promise<Identity>;
  /** The caller, by any credential that was sent; anonymous if it is refused. For routes that require none. */
  recognise(ctx: KoaContext): Promise<Identity>;
  /** True if more is known of a merchant than that it registered (`ledger/sending/proven.ts`). */
  isProven(merchant: Pick<Merchant, "id">): Promise<boolean>;
}

/** One kind of credential: whether it was sent, the problem if it is missing, and its owner. */
interface Guard {
  isSent(ctx: KoaContext): boolean;
  missing(): Problem;
  /**
   * @param scope what a merchant's key has to allow; null: nothing
   * @throws Problem 401, 403
   */
  identify(ctx: KoaContext, scope: ApiScope | null): Promise<Identity>;
}

type Guarded = Exclude<Auth, "none">;

/** The kinds of credentials that identify a caller. */
const CREDENTIALS = ["merchant", "user", "none"] as const;

export function createAuthenticator(context: Context): Authenticator {
  const guards = createGuards(context);
  const identify = async (access: Access, ctx: KoaContext, scope: ApiScope | null) => {
    const asked = ways(access).filter((auth): auth is Guarded => auth !== "none");
    const isOpen = asked.length < ways(access).length;
    const sent = asked.find((auth) => guards[auth].isSent(ctx));
    if (sent !== undefined) {
      const identity = guards[sent].identify(ctx, scope);
      return isOpen ? identity.catch(refused) : identity;
    }
    if (isOpen || isUnlocked(context, asked)) return nobody;
    throw asked.length === 1 && asked[0] ? guards[asked[0]].missing() : missingCredentials();
  };
  return {
    identify: (route, ctx) => identify(route.auth, ctx, scopeOf(route)),
    recognise: (ctx) => identify(CREDENTIALS, ctx, null),
    isProven: rememberProven(context),
  };
}

/** Merchants that are remembered to be proven, which they stay. */
const MAX_PROVEN = 50_000;

function rememberProven({ db }: Pick<Context, "db">): Authenticator["isProven"] {
  const known = new Set<number>();
  return async ({ id }) => {
    if (known.has(id)) return true;
    if (!(await db.read((store) => isProven(store, id)))) return false;
    if (known.size >= MAX_PROVEN) known.clear();
    known.add(id);
    return true;
  };
}

function refused(error: unknown): Identity {
  if (error instanceof Problem) return nobody;
  throw error;
}

const isUnlocked = ({ settings }: Context, asked: Guarded[]) =>
  asked.includes("metrics") && settings.metricsToken === null;

function createGuards(context: Context): Record<Guarded, Guard> {
  const authenticate = keys.rememberKeys(context);
  /** The cookie of a call that a page of ours makes in this role. */
  const cookie = (ctx: KoaContext, role: BrowserRole) => sentCookie(context.settings, ctx, role);
  const byCookie = (ctx: KoaContext, role: BrowserRole): string => {
    requireOwnPage(context.settings, ctx);
    return cookie(ctx, role) ?? "";
  };
  const keyOf = (ctx: KoaContext) => {
    const key = ctx.get("x-api-key");
    return key === "" ? browserSessions.merchantOf(context, byCookie(ctx, "merchant")) : authenticate(key);
  };
  const sessionOf = async (ctx: KoaContext) =>
    bearerToken(ctx) === null ? browserSessions.userOf(context, byCookie(ctx, "user")) : sessionOfToken(context, ctx);
  const session = {
    isSent: (ctx: KoaContext) => bearerToken(ctx) !== null || cookie(ctx, "user") !== undefined,
    missing: missingToken,
  };
  return {
    merchant: {
      isSent: (ctx) => ctx.get("x-api-key") !== "" || cookie(ctx, "merchant") !== undefined,
      missing: missingApiKey,
      async identify(ctx, scope) {
        const { merchant, key } = await keyOf(ctx);
        if (scope !== null) keys.requireScope(key, scope);
        await keys.noteUse(context, key);
        return { merchant, session: null };
      },
    },
    user: {
      ...session,
      identify: async (ctx) => ({ merchant: null, session: await sessionOf(ctx) }),
    },
    admin: {
      ...session,
      async identify(ctx) {
        const identity = await sessionOf(ctx);
        if (identity.user.role !== "admin") throw adminRequired();
        return { merchant: null, session: identity };
      },
    },
    metrics: {
      isSent: (ctx) => bearerToken(ctx) !== null,
      missing: metricsTokenRequired,
      async identify(ctx) {
        const { metricsToken } = context.settings;
        const given = bearerToken(ctx) ?? "";
        if (metricsToken !== null && !isSameSecret(given, metricsToken)) throw metricsTokenRequired();
        return nobody;
      },
    },
  };
}

/** The token after the scheme Bearer in `Authorization`; null for another scheme, such as the login of a gateway in front of us. */
const bearerToken = (ctx: KoaContext): string | null =>
  /^bearer(?: +|$)(.*)/i.exec(ctx.get("authorization"))?.[1] ?? null;

/**
 * Middleware that checks signature, algorithm, issuer and audience of an access token, and keeps its claims for `sessionOfToken`. It
 * refuses no call itself: the route decides whether a token is asked for, and METRICS_TOKEN comes as a bearer as well.
 */
export function checkAccessToken(context: Context): Middleware {
  const check = jwt({ ...accessTokenChecks(context), key: "accessToken", getToken: bearerToken, passthrough: true });
  return (ctx, next) => (bearerToken(ctx) === null ? next() : check(ctx, next));
}

/** The open session of a checked access token. @throws Problem 401 */
function sessionOfToken(context: Context, ctx: KoaContext): Promise<SessionOfUser> {
  // Each time: a stream asks again while it is open.
  const claims = readAccessClaims(context, ctx.state.accessToken);
  if (!claims) throw invalidToken();
  return identifySession(context, claims);
}

/** A name for the caller that no other caller has; null for nobody. */
export function nameOf({ merchant, session }: Identity): string | null {
  if (merchant) return `merchant:${merchant.id}`;
  return session && `user:${session.user.id}`;
}

/** Compares in a time that reveals nothing about the secret. */
export function isSameSecret(given: string, secret: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(given), digest(secret));
}
