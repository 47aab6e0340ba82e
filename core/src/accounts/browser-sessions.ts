import { randomBytes } from "node:crypto";
import * as rows from "../context/auth/browser-session-store.ts";
import { invalidToken } from "../context/auth/problems.ts";
import { sha256 } from "../context/auth/refresh-tokens.ts";
import { revoke, type Session } from "../context/auth/session-store.ts";
import type { Context } from "../context/context.ts";
import { type Authenticated, authenticate, requireScope } from "../parties/merchants/keys.ts";
import { invalidApiKey } from "../parties/merchants/problems.ts";
import { type Identity, useRefreshToken } from "./sessions.ts";

// A page must not keep an API key or a token where a script could read it. It exchanges either for a cookie that only the browser
// reads. The cookie is worth as much as what was given for it, and ends with it.

/** A token for the cookie, and the moment at which it stops working. */
export interface BrowserSession {
  token: string;
  expiresAt: Date;
}

const newToken = () => randomBytes(32).toString("base64url");

/** @throws Problem 401 `invalid_api_key`; 403 `insufficient_scope`, since no page can be shown without reading */
export async function openForMerchant({ db, clock, settings }: Context, apiKey: string): Promise<BrowserSession> {
  const now = clock.now();
  const token = newToken();
  const expiresAt = new Date(now.getTime() + settings.auth.refreshTokenSeconds * 1000);
  await db.commit(async (store) => {
    const { key } = await authenticate(store, apiKey, now);
    requireScope(key, "read");
    const row = { token_hash: sha256(token), api_key_id: key.id, created_at: now, expires_at: expiresAt };
    await rows.insert(store, row);
  });
  return { token, expiresAt };
}

/** Uses up the refresh token of a login. @throws Problem 401 `invalid_refresh_token` */
export async function openForUser(context: Context, refreshToken: string): Promise<BrowserSession> {
  const { session } = await useRefreshToken(context, refreshToken);
  const token = newToken();
  const row = { token_hash: sha256(token), session_id: session.id, created_at: context.clock.now() };
  await context.db.commit((store) => rows.insert(store, { ...row, expires_at: session.expires_at }));
  return { token, expiresAt: session.expires_at };
}

/** @throws Problem 401 if the session has ended */
export async function userOf({ db, clock }: Context, token: string): Promise<Identity> {
  const found = await db.read((store) => rows.userOf(store, { hash: sha256(token), now: clock.now() }));
  if (!found) throw invalidToken();
  return found;
}

/** @throws Problem 401 if the session or its API key has ended */
export async function merchantOf({ db, clock }: Context, token: string): Promise<Authenticated> {
  const found = await db.read((store) => rows.merchantOf(store, { hash: sha256(token), now: clock.now() }));
  if (!found) throw invalidApiKey();
  return found;
}

const find = { merchant: rows.merchantOf, user: rows.userOf };

/** True if the cookie of this role would be accepted. */
export async function isOpen({ db, clock }: Context, role: keyof typeof find, token = ""): Promise<boolean> {
  const key = { hash: sha256(token), now: clock.now() };
  return db.read(async (store) => (await find[role](store, key)) !== undefined);
}

/** Ends a browser session; a user's session ends for its tokens as well. Does nothing for an unknown token. */
export async function end({ db, clock }: Context, token: string): Promise<void> {
  const hash = sha256(token);
  await db.commit(async (store) => {
    const user = await rows.userOf(store, { hash, now: clock.now() });
    if (user) await revoke(store, keyOf(user.session, clock.now()));
    await rows.remove(store, hash);
  });
}

const keyOf = ({ id, user_id }: Session, now: Date) => ({ id, userId: user_id, now });
