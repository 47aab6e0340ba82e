import { DAY_MS } from "../base/days.ts";
import { notFound } from "../base/errors.ts";
import { type Page, type PageRequest, toPage } from "../base/page.ts";
import { type AccessClaims, signAccessToken } from "../context/auth/access-tokens.ts";
import { invalidRefreshToken, invalidToken } from "../context/auth/problems.ts";
import { newRefreshToken, type RefreshToken, readRefreshToken, successorOf } from "../context/auth/refresh-tokens.ts";
import type { Session } from "../context/auth/session-store.ts";
import * as rows from "../context/auth/session-store.ts";
import type { Context, UnitContext } from "../context/context.ts";
import type { User } from "../parties/users/store.ts";
import { grantDaily } from "../programmes/points/bonuses.ts";
import type { LoginMethod } from "../store/db/schema/users.ts";
import type { Store } from "../store/db/store.ts";

export type { Session } from "../context/auth/session-store.ts";

/** A caller that has proven who it is. */
export interface Identity {
  user: User;
  session: Session;
}

export interface Tokens {
  accessToken: string;
  /** For how many seconds the access token works. */
  expiresIn: number;
  refreshToken: string;
}

/** How long after a rotation the previous token is still accepted: its client may never have got the answer. */
const GRACE_MS = 10_000;

/** Starts a session with the bonus of a day's first login, in the caller's commit. */
export async function open(
  context: UnitContext,
  store: Store,
  { userId, method, userAgent }: { userId: number; method: LoginMethod; userAgent: string | null },
): Promise<Tokens> {
  const now = context.clock.now();
  const refresh = newRefreshToken();
  const session = await rows.insert(store, {
    user_id: userId,
    method,
    family_hash: refresh.familyHash,
    token_hash: refresh.hash,
    rotated_at: now,
    user_agent: userAgent,
    created_at: now,
    expires_at: expiryFrom(context, now),
  });
  await grantDaily(store, userId, { settings: context.settings, now });
  return tokensOf(context, session, refresh);
}

/** The session of a verified access token. @throws Problem 401 if it has ended, or its user is gone */
export async function identify({ db, clock }: Context, { userId, sessionId }: AccessClaims): Promise<Identity> {
  const key = { id: sessionId, user_id: userId, now: clock.now() };
  const found = await db.read((store) => rows.openWithUser(store, key));
  if (!found) throw invalidToken();
  return found;
}

/** @throws Problem 401 `invalid_refresh_token` */
export async function refresh(context: Context, text: string): Promise<Tokens> {
  const { session, next } = await useRefreshToken(context, text);
  return tokensOf(context, session, next);
}

/** An open session, and the refresh token that follows the one that was used. */
interface Used {
  session: Session;
  next: RefreshToken;
}

/**
 * Exchanges a refresh token for the next one; the old one is used up. If it comes again, it was stolen, or its thief was
 * faster: the whole session ends. Only the token just before, within ten seconds and as long as its successor is unused,
 * gets the same successor again.
 * @throws Problem 401 `invalid_refresh_token`
 */
export async function useRefreshToken(context: Context, text: string): Promise<Used> {
  const given = readRefreshToken(text);
  if (!given) throw invalidRefreshToken();
  // Reuse ends the session in a commit that must not be undone, so the refusal is thrown after it.
  const used = await context.db.commit(
    async (store) => (await rotate(context, store, given)) ?? (await repeat(context, store, given)),
  );
  if (!used) throw invalidRefreshToken();
  return used;
}

async function rotate(context: UnitContext, store: Store, given: RefreshToken): Promise<Used | undefined> {
  const now = context.clock.now();
  const next = successorOf(given, context.auth.keys.jwtSecrets[0]);
  const session = await rows.rotate(store, {
    familyHash: given.familyHash,
    from: given.hash,
    to: next.hash,
    now,
    expiresAt: expiryFrom(context, now),
    startedAfter: earliestStart(context, now),
  });
  return session && { session, next };
}

async function repeat(context: UnitContext, store: Store, given: RefreshToken): Promise<Used | undefined> {
  const now = context.clock.now();
  const session = await rows.byFamily(store, given.familyHash);
  if (!session || session.revoked_at || session.expires_at <= now) return undefined;
  if (session.created_at <= earliestStart(context, now)) return undefined;
  const isFresh = now.getTime() - session.rotated_at.getTime() <= GRACE_MS;
  if (session.previous_hash === given.hash && isFresh) {
    // The key may have been changed in between.
    const next = context.auth.keys.jwtSecrets.map((key) => successorOf(given, key));
    const same = next.find(({ hash }) => hash === session.token_hash);
    if (same) return { session, next: same };
  }
  context.log.warn(
    { user_id: session.user_id, session_id: session.id },
    "a refresh token was used again: its session was ended",
  );
  await rows.revoke(store, { id: session.id, userId: session.user_id, now });
  return undefined;
}

/** Ends the session of a refresh token, also of an older one; does nothing for an unknown token. */
export async function endByToken({ db, clock }: Context, text: string): Promise<void> {
  const given = readRefreshToken(text);
  if (!given) return;
  await db.commit(async (store) => {
    const session = await rows.byFamily(store, given.familyHash);
    if (session) await rows.revoke(store, { id: session.id, userId: session.user_id, now: clock.now() });
  });
}

/** @throws Problem 404 if the user has no such open session */
export async function end({ clock }: UnitContext, store: Store, { userId, id }: { userId: number; id: number }) {
  if (!(await rows.revoke(store, { id, userId, now: clock.now() }))) throw notFound("session", id);
}

export async function list(
  { clock }: UnitContext,
  store: Store,
  userId: number,
  request: PageRequest,
): Promise<Page<Session>> {
  return toPage(request, (page) => rows.listOpen(store, userId, { ...page, now: clock.now() }));
}

/** Longest session, however often it is used: a thief of a refresh token whose owner never comes back doesn't keep it for good. */
const MAX_SESSION_MS = 90 * DAY_MS;

/** The oldest start of a session that may go on. A single token may be valid for longer, by the settings. */
const earliestStart = ({ settings }: Pick<Context, "settings">, now: Date) =>
  new Date(now.getTime() - Math.max(MAX_SESSION_MS, settings.auth.refreshTokenSeconds * 1000));

const expiryFrom = ({ settings }: Pick<Context, "settings">, now: Date) =>
  new Date(now.getTime() + settings.auth.refreshTokenSeconds * 1000);

const tokensOf = (context: UnitContext, session: Session, { token }: RefreshToken): Tokens => ({
  accessToken: signAccessToken(context, { userId: session.user_id, sessionId: session.id }),
  expiresIn: context.settings.auth.accessTokenSeconds,
  refreshToken: token,
});
