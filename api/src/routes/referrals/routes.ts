import * as referrals from "@merit/core/programmes/referral-programs/service.ts";
import { listOf, presentIdPage } from "../../http/list.ts";
import { defineRoute } from "../../http/route.ts";
import { presentWithSteps } from "./presenter.ts";
import * as T from "./schema.ts";

export const list = defineRoute({
  method: "get",
  path: "/referrals",
  auth: "user",
  summary: "Referrals with a proven wallet of the user as newcomer or referrer, newest first",
  request: { query: T.listQuery },
  responses: { 200: listOf(T.referralView) },
  errors: {},
  async handler({ context, session, query: { cursor, ...query } }) {
    const owner = { user_id: session.user.id };
    const page = await context.db.read((store) => referrals.list(store, owner, { ...query, before: cursor }));
    const now = context.clock.now();
    return { status: 200, body: presentIdPage(page, (row) => presentWithSteps(row, now)) };
  },
});

export const show = defineRoute({
  method: "get",
  path: "/referrals/:id",
  auth: "user",
  summary: "One of the user's referrals",
  request: { params: T.referralParams },
  responses: { 200: T.referralView },
  errors: {},
  async handler({ context, session, params }) {
    const owner = { user_id: session.user.id };
    const referral = await context.db.read((store) => referrals.get(store, owner, params.id));
    return { status: 200, body: presentWithSteps(referral, context.clock.now()) };
  },
});

export const listOwn = defineRoute({
  method: "get",
  path: "/merchants/me/referrals",
  auth: "merchant",
  summary: "Newcomers of the merchant's referral programme, newest first",
  request: { query: T.listQuery },
  responses: { 200: listOf(T.referralView) },
  errors: {},
  async handler({ context, merchant, query: { cursor, ...query } }) {
    const owner = { merchant_id: merchant.id };
    const page = await context.db.read((store) => referrals.list(store, owner, { ...query, before: cursor }));
    const now = context.clock.now();
    return { status: 200, body: presentIdPage(page, (row) => presentWithSteps(row, now)) };
  },
});

export const showOwn = defineRoute({
  method: "get",
  path: "/merchants/me/referrals/:id",
  auth: "merchant",
  summary: "One of the newcomers of the merchant's referral programme",
  request: { params: T.referralParams },
  responses: { 200: T.referralView },
  errors: {},
  async handler({ context, merchant, params }) {
    const owner = { merchant_id: merchant.id };
    const referral = await context.db.read((store) => referrals.get(store, owner, params.id));
    return { status: 200, body: presentWithSteps(referral, context.clock.now()) };
  },
});

export const revoke = defineRoute({
  method: "post",
  path: "/merchants/me/referrals/:id/revoke",
  location: "/merchants/me/referrals/:id",
  auth: "merchant",
  scope: "campaigns",
  summary: "Takes both bonuses of a newcomer back, before anybody can claim them; a repeat changes nothing",
  description: "The answer is 202 until the ledger has done it. A newcomer who was revoked never qualifies again.",
  request: { params: T.referralParams, body: T.revokeBody },
  responses: { 200: T.referralView, 202: T.referralView },
  errors: { 409: ["referral_not_revocable"] },
  handler: ({ context, merchant, params, body, commit }) =>
    commit(async (store) => {
      const now = context.clock.now();
      const referral = await referrals.revoke(store, merchant.id, params.id, { reason: body?.reason, now });
      return { status: referral.next_status === null ? 200 : 202, body: presentWithSteps(referral, now) };
    }),
});
