import { expectedNow } from "@merit/core/ledger/chain/clock.ts";
import * as referrals from "@merit/core/programmes/referral-programs/service.ts";
import { listOf, presentIdPage } from "../../http/list.ts";
import { ownerOf } from "../../http/owner.ts";
import { defineRoute } from "../../http/route.ts";
import { presentWithSteps } from "./presenter.ts";
import * as T from "./schema.ts";

export const list = defineRoute({
  method: "get",
  path: "/referrals",
  auth: ["user", "merchant"],
  summary: "Referrals with a proven wallet of the user, or newcomers of the merchant's programme, newest first",
  description: "A newcomer is on the list once it has done what the programme rewards.",
  request: { query: T.listQuery },
  responses: { 200: listOf(T.referralView) },
  errors: {},
  async handler({ context, merchant, session, query: { cursor, ...query } }) {
    const owner = ownerOf({ merchant, session });
    const page = await context.db.read((store) => referrals.list(store, owner, { ...query, before: cursor }));
    const now = await expectedNow(context);
    return { status: 200, body: presentIdPage(page, (row) => presentWithSteps(row, now)) };
  },
});

export const show = defineRoute({
  method: "get",
  path: "/referrals/:id",
  auth: ["user", "merchant"],
  summary: "One of these referrals",
  description: "Others than in GET /referrals are 404. `next_steps` says what can be done now.",
  request: { params: T.referralParams },
  responses: { 200: T.referralView },
  errors: {},
  async handler({ context, merchant, session, params }) {
    const owner = ownerOf({ merchant, session });
    const referral = await context.db.read((store) => referrals.get(store, owner, params.id));
    return { status: 200, body: presentWithSteps(referral, await expectedNow(context)) };
  },
});

export const revoke = defineRoute({
  method: "post",
  path: "/referrals/:id/revoke",
  location: "/referrals/:id",
  auth: "merchant",
  scope: "campaigns",
  summary: "Takes both bonuses of a newcomer back, before anybody can claim them; a repeat changes nothing",
  description: "The answer is 202 until the ledger has done it. A newcomer who was revoked never qualifies again.",
  request: { params: T.referralParams, body: T.revokeBody },
  responses: { 200: T.referralView, 202: T.referralView },
  errors: { 409: ["referral_not_revocable"] },
  async handler({ context, merchant, params, body, commit }) {
    const ledgerTime = await expectedNow(context);
    return commit(async (store) => {
      const wanted = { reason: body?.reason, now: context.clock.now(), ledgerTime };
      const referral = await referrals.revoke(store, merchant.id, params.id, wanted);
      return { status: referral.next_status === null ? 200 : 202, body: presentWithSteps(referral, ledgerTime) };
    });
  },
});
