import * as events from "@merit/core/programmes/points/events.ts";
import * as rules from "@merit/core/programmes/points/rules.ts";
import { listOf, pageQuery, presentIdPage } from "../../http/list.ts";
import { defineRoute } from "../../http/route.ts";
import { presentEvent, presentRule } from "./rules-presenter.ts";
import * as T from "./rules-schema.ts";

export const createRule = defineRoute({
  method: "post",
  path: "/campaigns/:id/rules",
  location: "/campaigns/:campaign_id/rules",
  auth: "merchant",
  scope: "campaigns",
  summary: "Adds a rule that gives points: for an event, for money spent, or for each confirmed reward",
  description: "It counts from now on, while its campaign is active. What happened before earns nothing.",
  request: { params: T.idParams, body: T.createRuleBody },
  responses: { 201: T.ruleView },
  errors: { 409: ["too_many_rules"] },
  handler: ({ context, merchant, params, body, commit }) =>
    commit(async (store) => {
      const place = { merchantId: merchant.id, campaignId: params.id, now: context.clock.now() };
      const rule = await rules.create(store, place, { event: null, per: null, currency: null, ...body });
      return { status: 201, body: presentRule(rule) };
    }),
});

export const listRules = defineRoute({
  method: "get",
  path: "/campaigns/:id/rules",
  auth: "merchant",
  summary: "A campaign's rules, newest first, with those that have ended",
  description: "`granted` says how many points each has given so far.",
  request: { params: T.idParams, query: pageQuery },
  responses: { 200: listOf(T.ruleView) },
  errors: {},
  async handler({ context, merchant, params, query: { limit, cursor } }) {
    const page = await context.db.read((store) => rules.list(store, merchant.id, params.id, { limit, before: cursor }));
    return { status: 200, body: presentIdPage(page, presentRule) };
  },
});

export const updateRule = defineRoute({
  method: "patch",
  path: "/points/rules/:id",
  auth: "merchant",
  scope: "campaigns",
  summary: "Changes a rule's points and limits, or ends it for good; what earns the points can't change",
  description: "Points that were given stay. The budget can't go below what was given.",
  request: { params: T.idParams, body: T.updateRuleBody },
  responses: { 200: T.ruleView },
  errors: { 409: ["rule_ended"] },
  handler: ({ context, merchant, params, body, commit }) =>
    commit(async (store) => {
      const { ended, ...change } = body;
      const now = context.clock.now();
      if (!ended) {
        return { status: 200, body: presentRule(await rules.update(store, merchant.id, params.id, change, now)) };
      }
      if (Object.keys(change).length > 0) await rules.update(store, merchant.id, params.id, change, now);
      return { status: 200, body: presentRule(await rules.end(store, merchant.id, params.id, now)) };
    }),
});

export const reportEvent = defineRoute({
  method: "post",
  path: "/points/events",
  auth: "merchant",
  scope: "issue",
  summary: "Reports an event or a purchase of a user; the rules of open campaigns give points, once per reference",
  description: "The answer says what each rule gave. Only rules of active campaigns count, within their time.",
  request: { body: T.eventBody },
  responses: { 201: T.eventView, 200: T.eventView },
  errors: { 409: ["reference_reused"] },
  handler: ({ context: { clock, settings }, merchant, body, commit }) =>
    commit(async (store) => {
      const input = { ...body, amount: body.amount ?? null, currency: body.currency ?? null };
      const options = { tiers: settings.points.tiers, now: clock.now() };
      const { event, created } = await events.report(store, merchant.id, input, options);
      return { status: created ? 201 : 200, body: presentEvent(event) };
    }),
});

export const cancelEvent = defineRoute({
  method: "post",
  path: "/points/events/:id/cancel",
  auth: "merchant",
  scope: "issue",
  summary: "Takes back an event's points that are still pending, such as those of returned goods",
  description: "Points that could already be spent stay. A repeat changes nothing.",
  request: { params: T.idParams },
  responses: { 200: T.eventView },
  errors: {},
  handler: ({ context, merchant, params, commit }) =>
    commit(async (store) => {
      const event = await events.cancel(store, merchant.id, params.id, context.clock.now());
      return { status: 200, body: presentEvent(event) };
    }),
});
