import * as accounts from "@merit/core/accounts/login.ts";
import * as sessions from "@merit/core/accounts/sessions.ts";
import { missingToken } from "@merit/core/context/auth/problems.ts";
import * as sessionRows from "@merit/core/context/auth/session-store.ts";
import { nothing } from "../../http/fields.ts";
import { listOf, pageQuery, presentIdPage } from "../../http/list.ts";
import { defineRoute } from "../../http/route.ts";
import { presentLogin, presentSession, presentTokens } from "./presenter.ts";
import * as T from "./schema.ts";

export const register = defineRoute({
  method: "post",
  path: "/auth/register",
  location: "/users/me",
  auth: "none",
  quota: "address",
  summary: "Registers a user with e-mail address and password, and logs in",
  description: "A mail asks to confirm the address. The answer to a repeat has no tokens: log in instead.",
  request: { body: T.registerBody },
  responses: { 201: T.registeredView },
  errors: { 409: ["email_taken"], 503: ["busy"] },
  async handler({ context, body, client, commit }) {
    const registration = {
      email: body.email,
      passwordHash: await accounts.hashForNew(context, body),
      firstName: body.first_name ?? null,
      lastName: body.last_name ?? null,
      referralCode: body.referral_code ?? null,
    };
    return commit(async (store) => {
      const login = await accounts.register(context, store, registration, client());
      const view = presentLogin(login);
      return { status: 201, body: view, repeat: { ...view, accessToken: null, refreshToken: null } };
    });
  },
});

export const login = defineRoute({
  method: "post",
  path: "/auth/login",
  auth: "none",
  quota: "address",
  keyless: true,
  summary: "Logs in with e-mail address and password",
  description: "A wrong password and an unknown address get the same answer. Each login opens a session.",
  request: { body: T.loginBody },
  responses: { 200: T.loginView },
  errors: { 401: ["invalid_credentials"], 429: ["too_many_attempts"], 503: ["busy"] },
  async handler({ context, body, client }) {
    return { status: 200, body: presentLogin(await accounts.login(context, body, client())) };
  },
});

export const refresh = defineRoute({
  method: "post",
  path: "/auth/refresh",
  auth: "none",
  keyless: true,
  summary: "Exchanges a refresh token for new tokens; using a token twice ends its session",
  description: "Keep the new refresh token. For ten seconds a repeat gets the same one, in case the answer was lost.",
  request: { body: T.refreshBody },
  responses: { 200: T.tokensView },
  errors: { 401: ["invalid_refresh_token"] },
  async handler({ context, body }) {
    return { status: 200, body: presentTokens(await sessions.refresh(context, body.refreshToken)) };
  },
});

export const logout = defineRoute({
  method: "post",
  path: "/auth/logout",
  auth: ["user", "none"],
  keyless: true,
  summary: "Ends the session of the refresh token, or else that of the access token",
  description: "The session's tokens are refused at once. Other sessions go on.",
  request: { body: T.logoutBody },
  responses: { 204: nothing },
  errors: { 401: ["missing_token"] },
  async handler({ context, session, body }) {
    if (body?.refreshToken !== undefined) await sessions.endByToken(context, body.refreshToken);
    else if (session) {
      // If somebody else has ended it meanwhile, it is ended as well.
      const key = { userId: session.user.id, id: session.session.id, now: context.clock.now() };
      await context.db.commit((store) => sessionRows.revoke(store, key));
    } else throw missingToken();
    return { status: 204, body: null };
  },
});

export const listSessions = defineRoute({
  method: "get",
  path: "/auth/sessions",
  auth: "user",
  summary: "The user's open sessions, newest first",
  description: "`current` marks the one that calls. Ended and expired ones are left out.",
  request: { query: pageQuery },
  responses: { 200: listOf(T.sessionView) },
  errors: {},
  async handler({ context, session, query: { limit, cursor } }) {
    const page = await context.db.read((store) =>
      sessions.list(context, store, session.user.id, { limit, before: cursor }),
    );
    const present = (row: sessions.Session) => presentSession(row, session.session.id);
    return { status: 200, body: presentIdPage(page, present) };
  },
});

export const endSession = defineRoute({
  method: "delete",
  path: "/auth/sessions/:id",
  auth: "user",
  summary: "Ends one of the user's sessions, or all of them, this one included",
  description: "`all` in place of the id ends all of them. Their tokens are refused at once.",
  request: { params: T.sessionParams },
  responses: { 204: nothing },
  errors: {},
  handler: ({ context, session, params, commit }) =>
    commit(async (store) => {
      const userId = session.user.id;
      if (params.id === "all") await sessionRows.revokeAll(store, userId, { now: context.clock.now() });
      else await sessions.end(context, store, { userId, id: params.id });
      return { status: 204, body: null };
    }),
});
