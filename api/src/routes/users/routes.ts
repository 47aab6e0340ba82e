import { changePassword } from "@merit/core/accounts/recovery.ts";
import { registerWallet } from "@merit/core/accounts/register-wallet.ts";
import * as users from "@merit/core/accounts/service.ts";
import { update as updateUser } from "@merit/core/accounts/update.ts";
import { forbidden } from "@merit/core/context/auth/problems.ts";
import { expectedNow } from "@merit/core/ledger/chain/clock.ts";
import { listOf as walletsOf } from "@merit/core/parties/wallets/store.ts";
import { ofUser } from "@merit/core/programmes/referral-programs/service.ts";
import type { z } from "zod";
import { nothing } from "../../http/fields.ts";
import { pageQuery } from "../../http/list.ts";
import { defineRoute } from "../../http/route.ts";
import { presentForAdmin, presentOwnUser, presentReferrals, presentUser } from "./presenter.ts";
import * as T from "./schema.ts";

export const create = defineRoute({
  method: "post",
  path: "/users",
  location: "/users/:id",
  auth: "none",
  summary: "Registers a user by a wallet, without a password; the user logs in by proving the wallet",
  description: "Nobody can log in, and no mail is sent, until the wallet has signed: POST /auth/wallet.",
  request: { body: T.createBody },
  responses: { 201: T.createdView },
  errors: { 409: ["wallet_taken"] },
  handler: ({ context, body, commit }) =>
    commit(async (store) => {
      const user = await registerWallet(context, store, {
        address: body.wallet_address,
        email: body.email ?? null,
        firstName: body.first_name ?? null,
        lastName: body.last_name ?? null,
        referralCode: body.referral_code ?? null,
      });
      return { status: 201, body: { ...presentUser(user), wallet_address: body.wallet_address } };
    }),
});

export const referral = defineRoute({
  method: "get",
  path: "/users/referral",
  auth: "user",
  summary:
    "The caller's referral code, the users who gave it, newest first, and what referrals earned in points and tokens",
  description: "New users give the code as `referral_code` when they register.",
  request: { query: pageQuery },
  responses: { 200: T.referralView },
  errors: {},
  async handler({ context, session, query: { limit, cursor } }) {
    const now = await expectedNow(context);
    const [referrals, tokens] = await context.db.read(async (store) => [
      await users.referrals(store, session.user, { limit, before: cursor }),
      await ofUser(store, session.user.id, now),
    ]);
    return { status: 200, body: presentReferrals(referrals, tokens, context.settings.points.referralBonus) };
  },
});

/** The user whom a path names. */
const idOf = (caller: users.User, { id }: z.output<typeof T.userParams>) => (id === "me" ? caller.id : id);

export const show = defineRoute({
  method: "get",
  path: "/users/:id",
  auth: "user",
  summary: "A user: the caller, or for administrators any user, with referrals and wallets",
  description: "`me` stands for the caller. Other users are 404, except for administrators.",
  request: { params: T.userParams },
  responses: { 200: T.shownView },
  errors: {},
  async handler({ context, session: { user: caller }, params }) {
    const shown = await context.db.read(async (store) => {
      const user = await users.get(store, caller, idOf(caller, params));
      return caller.role === "admin" ? presentForAdmin(user, await walletsOf(store, user.id)) : presentOwnUser(user);
    });
    return { status: 200, body: shown };
  },
});

export const update = defineRoute({
  method: "patch",
  path: "/users/:id",
  auth: "user",
  keyless: true,
  summary: "Changes names, e-mail address, password or which mails the user gets; administrators change roles",
  description: "Another password, or a first one, ends the user's other sessions.",
  request: { params: T.userParams, body: T.updateBody },
  responses: { 200: T.ownView },
  errors: {
    401: ["invalid_credentials"],
    403: ["forbidden"],
    409: ["email_not_verified"],
    429: ["too_many_attempts", "too_many_mails"],
    503: ["busy"],
  },
  async handler({ context, session, client, params, body }) {
    const id = idOf(session.user, params);
    if (body.password !== undefined) {
      if (id !== session.user.id) throw forbidden("Only the user can change the password.");
      await changePassword(context, session, { current: body.current_password, password: body.password }, client());
      return {
        status: 200,
        body: presentOwnUser(await context.db.read((store) => users.get(store, session.user, id))),
      };
    }
    const change = {
      firstName: body.first_name,
      lastName: body.last_name,
      email: body.email,
      role: body.role,
      currentPassword: body.current_password,
      mailPreferences: body.mail_preferences,
    };
    const user = await updateUser(context, session.user, id, change, client());
    return { status: 200, body: presentOwnUser(user) };
  },
});

export const remove = defineRoute({
  method: "delete",
  path: "/users/:id",
  auth: "user",
  summary: "Deletes a user's personal data; the rows in ledgers stay, without it",
  description: "It can't be undone. Users name themselves with `me`; administrators may name anybody.",
  request: { params: T.userParams },
  responses: { 204: nothing },
  errors: {},
  handler: ({ context, session, params, commit }) =>
    commit(async (store) => {
      await users.remove(store, session.user, idOf(session.user, params), context.clock.now());
      return { status: 204, body: null };
    }),
});
