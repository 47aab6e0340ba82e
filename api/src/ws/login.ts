import type { IncomingMessage } from "node:http";
import * as browserSessions from "@merit/core/accounts/browser-sessions.ts";
import { identify, type Identity as SessionOfUser } from "@merit/core/accounts/sessions.ts";
import { verifyAccessToken } from "@merit/core/context/auth/access-tokens.ts";
import { invalidToken } from "@merit/core/context/auth/problems.ts";
import type { Context } from "@merit/core/context/context.ts";
import * as keys from "@merit/core/parties/merchants/keys.ts";
import { type BrowserRole, cookieOf, isOwnOrigin } from "../http/browser-cookies.ts";
import type { Identity } from "../http/identity.ts";
import { originNotAllowed } from "../http/problems.ts";
import type { AuthMessage } from "./messages.ts";

/** Identity of a client, from its first message. */
export interface Login extends Identity {
  /** Time when the login ends, if that is known. */
  expiresAt: Date | null;
  /** @throws Problem 401, 403 when it has ended */
  check(): Promise<unknown>;
}

/** @param request the handshake @throws Problem 401, 403 */
export type LogIn = (message: AuthMessage, request: IncomingMessage) => Promise<Login>;

export function createLogIn(context: Context): LogIn {
  const authenticate = keys.rememberKeys(context);

  async function asUser(find: () => Promise<SessionOfUser>, expiresAt: Date | null): Promise<Login> {
    return { merchant: null, session: await find(), expiresAt, check: find };
  }

  async function asMerchant(find: () => Promise<keys.Authenticated>): Promise<Login> {
    const use = async () => {
      const { merchant, key } = await find();
      keys.requireScope(key, "read");
      await keys.noteUse(context, key);
      return merchant;
    };
    return { merchant: await use(), session: null, expiresAt: null, check: use };
  }

  function byToken(token: string): Promise<Login> {
    const claims = verifyAccessToken(context, token);
    if (!claims) throw invalidToken();
    return asUser(() => identify(context, claims), claims.expiresAt);
  }

  /** Browsers send the cookie with a handshake of any page, and name the page. */
  function byCookie(role: BrowserRole, request: IncomingMessage): Promise<Login> {
    if (!isOwnOrigin(request, context.settings)) throw originNotAllowed();
    const token = cookieOf(context.settings, request, role) ?? "";
    return role === "merchant"
      ? asMerchant(() => browserSessions.merchantOf(context, token))
      : asUser(() => browserSessions.userOf(context, token), null);
  }

  return async ({ token, api_key, session }, request) => {
    if (token !== undefined) return byToken(token);
    if (api_key !== undefined) return asMerchant(() => authenticate(api_key));
    return byCookie(session ?? "user", request);
  };
}
