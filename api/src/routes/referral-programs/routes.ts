import { presentAsked, presentProgram } from "@merit/core/programmes/referral-programs/presenter.ts";
import * as programs from "@merit/core/programmes/referral-programs/service.ts";
import { listOf, presentIdPage } from "../../http/list.ts";
import { idOf, ME_REFUSALS } from "../../http/me.ts";
import { defineRoute } from "../../http/route.ts";
import { presentShown } from "./presenter.ts";
import * as T from "./schema.ts";

export const list = defineRoute({
  method: "get",
  path: "/referral-programs",
  auth: "none",
  summary: "Referral programmes of all merchants, newest first",
  description: "Needs no credentials. GET /referral-programs/:merchant_id has the funds of one.",
  request: { query: T.listQuery },
  responses: { 200: listOf(T.programView) },
  errors: {},
  async handler({ context, query: { cursor, ...query } }) {
    const now = context.clock.now();
    const page = await context.db.read((store) => programs.programs(store, { ...query, before: cursor, now }));
    return { status: 200, body: presentIdPage(page, (program) => presentProgram(program, now)) };
  },
});

export const show = defineRoute({
  method: "get",
  path: "/referral-programs/:merchant_id",
  auth: ["merchant", "none"],
  summary:
    "A merchant's referral programme, with its funds on the ledger; its own key also sees terms that are on their way",
  description: "Needs no credentials. With an API key, `me` stands for its merchant.",
  request: { params: T.programParams },
  responses: { 200: T.shownProgramView },
  errors: { ...ME_REFUSALS, 503: ["rpc_unavailable"] },
  async handler({ context, merchant, params }) {
    const merchantId = idOf(params.merchant_id, merchant);
    const shown = await context.db.read(async (store) =>
      merchantId === merchant?.id
        ? programs.own(store, merchantId)
        : { program: await programs.program(store, merchantId), change: undefined },
    );
    const funds = shown.program ? await programs.fundsOf(context, merchantId) : null;
    return { status: 200, body: presentShown(shown, funds, context.clock.now()) };
  },
});

export const set = defineRoute({
  method: "post",
  path: "/referral-programs",
  location: "/referral-programs/me",
  auth: "merchant",
  scope: "campaigns",
  summary:
    "Creates the merchant's referral programme on the ledger, or changes its terms for newcomers that qualify later",
  description:
    "Send all terms. The answer is 202 until the ledger has them. While the sponsor's funds are in the programme, the sponsor can't be replaced, the end can't be postponed, bonuses and cap can't rise, and the clawback window can't become shorter. A change of `qualifies_on` alone needs no transaction: the answer is 200.",
  request: { body: T.programBody },
  responses: { 200: T.askedView, 202: T.askedView },
  errors: { 409: ["referral_program_busy"] },
  async handler({ context, merchant, body: { clawback_days, ...body }, commit }) {
    const wanted = {
      ...body,
      bonus_referrer: body.bonus_referrer ?? 0n,
      bonus_newcomer: body.bonus_newcomer ?? 0n,
      referrer_cap: body.referrer_cap ?? body.budget,
      clawback_seconds: clawback_days * 86_400,
      min_spend: body.min_spend ?? null,
      currency: body.currency ?? null,
    };
    const now = context.clock.now();
    return commit(async (store) => {
      const asked = await programs.set(store, merchant.id, wanted, now);
      return { status: asked.change === undefined ? 200 : 202, body: presentAsked(asked, now) };
    });
  },
});
