import { readBalance } from "@merit/core/parties/merchants/balance.ts";
import { presentKey } from "@merit/core/parties/merchants/key-presenter.ts";
import * as keys from "@merit/core/parties/merchants/keys.ts";
import * as recovery from "@merit/core/parties/merchants/recovery.ts";
import {
  askToConfirm,
  register as registerMerchant,
  update as updateMerchant,
} from "@merit/core/parties/merchants/service.ts";
import { nothing } from "../../http/fields.ts";
import { listOf, pageQuery, presentIdPage } from "../../http/list.ts";
import { type Answer, defineRoute } from "../../http/route.ts";
import { presentBalance, presentOwnMerchant, presentRegistered } from "./presenter.ts";
import * as T from "./schema.ts";

export const register = defineRoute({
  method: "post",
  path: "/merchants/register",
  location: "/merchants/me",
  auth: "none",
  summary: "Registers a merchant; only this answer contains the API key",
  description: "The key has all scopes. A mail asks to confirm the address. A repeat shows no key: recover it by mail.",
  request: { body: T.registerBody },
  responses: { 201: T.registeredView },
  errors: { 409: ["email_taken"] },
  async handler({ context, body, commit }) {
    const { clock, settings } = context;
    return commit(async (store) => {
      const { merchant, apiKey } = await registerMerchant(store, body, { now: clock.now(), settings });
      await askToConfirm(context, store, merchant);
      return { status: 201, body: presentRegistered(merchant, apiKey), repeat: presentRegistered(merchant, null) };
    });
  },
});

export const recoverKey = defineRoute({
  method: "post",
  path: "/merchants/keys/recover",
  location: "/merchants/me",
  auth: "none",
  keyless: true,
  summary:
    "Mails a merchant that has lost its API keys a token, and creates a key with it; only this answer contains it",
  description:
    "`email` asks for the mail: the answer is the same for any address. The token works once, within an hour. The key has all scopes. The merchant's other keys keep working, unless `end_other_keys` is true.",
  request: { body: T.recoverKeyBody },
  responses: { 201: T.registeredView, 204: nothing },
  errors: { 422: ["invalid_one_time_token"] },
  async handler({ context, body, commit }) {
    if ("email" in body) {
      await recovery.forgotKey(context, body.email);
      return { status: 204, body: null };
    }
    return commit(async (store) => {
      const { merchant, apiKey } = await recovery.recover(context, store, body);
      return { status: 201, body: presentRegistered(merchant, apiKey) };
    });
  },
});

export const me = defineRoute({
  method: "get",
  path: "/merchants/me",
  auth: "merchant",
  summary: "The merchant of the API key",
  description: "Its `id` is the `merchant_id` of other calls.",
  request: {},
  responses: { 200: T.ownView },
  errors: {},
  handler: async ({ merchant }) => ({ status: 200, body: presentOwnMerchant(merchant) }),
});

export const balance = defineRoute({
  method: "get",
  path: "/merchants/me/balance",
  auth: "merchant",
  summary: "The merchant's money in the reward pool, read from the ledger, and how to deposit more",
  description:
    "To deposit, call `deposit(from, merchant, amount)` of the contract `deposit.contract` with `deposit.merchant` and an amount in stroops, signed by `from`.",
  request: {},
  responses: { 200: T.balanceView },
  errors: { 503: ["rpc_unavailable"] },
  async handler({ context, merchant }) {
    return { status: 200, body: presentBalance(context, merchant, await readBalance(context, merchant.id)) };
  },
});

export const updateMe = defineRoute({
  method: "patch",
  path: "/merchants/me",
  auth: "merchant",
  scope: "account",
  summary: "Changes the merchant's name or e-mail address, or which mails it gets",
  description: "A new address counts once it is confirmed with the token of its mail: POST /auth/email/verify.",
  request: { body: T.updateBody },
  responses: { 200: T.ownView },
  errors: { 429: ["too_many_mails"] },
  handler: ({ context, merchant, body: { mail_preferences: mailPreferences, ...body }, commit }) =>
    commit(async (store) => {
      const change = { ...body, ...(mailPreferences && { mailPreferences }) };
      return { status: 200, body: presentOwnMerchant(await updateMerchant(context, store, merchant.id, change)) };
    }),
});

export const listKeys = defineRoute({
  method: "get",
  path: "/merchants/me/keys",
  auth: "merchant",
  summary: "The merchant's API keys without their secrets, newest first",
  description: "Keys that no longer work are among them. `last4` tells you which is which.",
  request: { query: pageQuery },
  responses: { 200: listOf(T.keyView) },
  errors: {},
  async handler({ context, merchant, query: { limit, cursor } }) {
    const page = await context.db.read((store) => keys.list(store, merchant.id, { limit, before: cursor }));
    return { status: 200, body: presentIdPage(page, presentKey) };
  },
});

export const createKey = defineRoute({
  method: "post",
  path: "/merchants/me/keys",
  location: "/merchants/me/keys",
  auth: "merchant",
  scope: "account",
  summary: "Creates an API key, also in place of another one; only this answer contains it",
  description:
    "With `replaces`, the new key has the other one's name and scopes, and the other one works for `overlap_hours` more.",
  request: { body: T.createKeyBody },
  responses: { 201: T.newKeyView },
  errors: { 404: ["not_found"], 409: ["api_key_ending", "too_many_api_keys"] },
  handler: ({ context: { clock, settings }, merchant, body, commit }) =>
    commit(async (store) => {
      const options = { now: clock.now(), network: settings.network };
      if ("replaces" in body) {
        const overlapHours = body.overlap_hours;
        return newKeyAnswer(await keys.rotate(store, merchant.id, body.replaces, { ...options, overlapHours }));
      }
      return newKeyAnswer(await keys.create(store, merchant.id, body, options));
    }),
});

const newKeyAnswer = ({ key, apiKey }: { key: keys.ApiKey; apiKey: string }): Answer => {
  const view = (api_key: string | null) => ({ ...presentKey(key), api_key });
  return { status: 201, body: view(apiKey), repeat: view(null) };
};

export const revokeKey = defineRoute({
  method: "delete",
  path: "/merchants/me/keys/:id",
  auth: "merchant",
  scope: "account",
  summary: "Revokes an API key at once",
  description: "A repeat changes nothing. The last key with the scope `account` can't be revoked.",
  request: { params: T.keyParams },
  responses: { 200: T.keyView },
  errors: { 409: ["last_account_key"] },
  handler: ({ context: { clock }, merchant, params, commit }) =>
    commit(async (store) => ({
      status: 200,
      body: presentKey(await keys.revoke(store, merchant.id, params.id, clock.now())),
    })),
});
