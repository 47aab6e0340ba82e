import { requireBalance } from "@merit/core/parties/merchants/balance.ts";
import * as merchants from "@merit/core/parties/merchants/service.ts";
import { dryRun as simulateRewards } from "@merit/core/payouts/batches/dry-run.ts";
import * as drafts from "@merit/core/programmes/campaigns/drafts.ts";
import * as extension from "@merit/core/programmes/campaigns/extension.ts";
import { requireFunds, requireMoreFunds } from "@merit/core/programmes/campaigns/funding.ts";
import { presentCampaign, presentOwnCampaign } from "@merit/core/programmes/campaigns/presenter.ts";
import * as campaigns from "@merit/core/programmes/campaigns/service.ts";
import * as steps from "@merit/core/programmes/campaigns/steps.ts";
import { listOf, pageQuery, presentIdPage } from "../../http/list.ts";
import { defineRoute } from "../../http/route.ts";
import { presentDryRun } from "./presenter.ts";
import * as T from "./schema.ts";

export const create = defineRoute({
  method: "post",
  path: "/campaigns",
  location: "/merchants/me/campaigns/:id",
  auth: "merchant",
  scope: "campaigns",
  summary: "Creates a campaign; it is pending until its transaction is confirmed, then active",
  description:
    "`draft: true` reserves no budget: PATCH /merchants/me/campaigns/:id changes its terms, POST /campaigns/:id/fund opens it, POST /campaigns/:id/drop discards it.",
  request: { body: T.createBody },
  responses: { 201: T.ownCampaignView },
  errors: { 409: ["balance_short"] },
  async handler({ context, merchant, body: { draft, ...terms }, commit }) {
    if (!draft) await requireBalance(context, merchant.id, terms.budget);
    return commit(async (store) => {
      const now = context.clock.now();
      // Cut to whole seconds, as the ledger counts them.
      const input = { ...terms, starts_at: terms.starts_at ?? new Date(Math.floor(now.getTime() / 1000) * 1000) };
      const campaign = draft
        ? await drafts.create(store, merchant.id, input, now)
        : await campaigns.create(store, merchant.id, input, { now });
      return { status: 201, body: presentOwnCampaign(campaign, context.clock.now()) };
    });
  },
});

export const listOwn = defineRoute({
  method: "get",
  path: "/campaigns",
  auth: "merchant",
  summary: "The merchant's campaigns, newest first",
  request: { query: pageQuery },
  responses: { 200: listOf(T.ownCampaignView) },
  errors: {},
  async handler({ context, merchant, query: { limit, cursor } }) {
    const page = await context.db.read((store) => campaigns.list(store, merchant.id, { limit, before: cursor }));
    return { status: 200, body: presentIdPage(page, (campaign) => presentOwnCampaign(campaign, context.clock.now())) };
  },
});

export const listOfMerchant = defineRoute({
  method: "get",
  path: "/campaigns/:merchant_id",
  auth: "none",
  summary: "A merchant's campaigns, newest first, without drafts and failed ones",
  request: { params: T.merchantParams, query: pageQuery },
  responses: { 200: listOf(T.campaignView) },
  errors: {},
  async handler({ context, params, query: { limit, cursor } }) {
    const page = await context.db.read(async (store) => {
      await merchants.get(store, params.merchant_id);
      return campaigns.listPublic(store, params.merchant_id, { limit, before: cursor });
    });
    return { status: 200, body: presentIdPage(page, (campaign) => presentCampaign(campaign, context.clock.now())) };
  },
});

export const show = defineRoute({
  method: "get",
  path: "/campaigns/:merchant_id/:id",
  auth: "none",
  summary: "One campaign of a merchant",
  request: { params: T.campaignParams },
  responses: { 200: T.campaignView },
  errors: {},
  async handler({ context, params }) {
    const campaign = await context.db.read((store) => campaigns.getPublic(store, params.merchant_id, params.id));
    return { status: 200, body: presentCampaign(campaign, context.clock.now()) };
  },
});

export const showOwn = defineRoute({
  method: "get",
  path: "/merchants/me/campaigns/:id",
  auth: "merchant",
  summary: "One of the merchant's own campaigns, with the amount reserved for pending issuances",
  request: { params: T.ownCampaignParams },
  responses: { 200: T.ownCampaignView },
  errors: {},
  async handler({ context, merchant, params }) {
    const campaign = await context.db.read((store) => campaigns.get(store, merchant.id, params.id));
    return { status: 200, body: presentOwnCampaign(campaign, context.clock.now()) };
  },
});

export const update = defineRoute({
  method: "patch",
  path: "/merchants/me/campaigns/:id",
  auth: "merchant",
  scope: "campaigns",
  summary: "Renames a campaign, or changes a draft's terms; terms on the ledger can only be extended",
  request: { params: T.ownCampaignParams, body: T.updateBody },
  responses: { 200: T.ownCampaignView },
  errors: { 409: ["campaign_busy"] },
  handler: ({ context, merchant, params, body, commit }) =>
    commit(async (store) => {
      const campaign = await drafts.update(store, merchant.id, params.id, body, context.clock.now());
      return { status: 200, body: presentOwnCampaign(campaign, context.clock.now()) };
    }),
});

export const drop = defineRoute({
  method: "post",
  path: "/campaigns/:id/drop",
  auth: "merchant",
  scope: "campaigns",
  summary: "Discards a draft for good; its status is then `failed`, with the reason",
  request: { params: T.ownCampaignParams },
  responses: { 200: T.ownCampaignView },
  errors: { 409: ["draft_not_droppable"] },
  handler: ({ context, merchant, params, commit }) =>
    commit(async (store) => {
      const campaign = await drafts.drop(store, merchant.id, params.id, context.clock.now());
      return { status: 200, body: presentOwnCampaign(campaign, context.clock.now()) };
    }),
});

export const extend = defineRoute({
  method: "post",
  path: "/campaigns/:id/extend",
  location: "/merchants/me/campaigns/:id",
  auth: "merchant",
  scope: "campaigns",
  summary: "Raises the budget of an active or paused campaign, moves its end, or both; neither goes down",
  description:
    "The answer is 202 until the ledger has taken the extension, and 200 afterwards. Budget and end are totals, so a repeat adds nothing.",
  request: { params: T.ownCampaignParams, body: T.extendBody },
  responses: { 202: T.ownCampaignView, 200: T.ownCampaignView },
  errors: { 409: ["campaign_busy", "campaign_step_not_allowed", "campaign_expired", "balance_short"] },
  async handler({ context, merchant, params, body, commit }) {
    await requireMoreFunds(context, merchant.id, params.id, body);
    return commit(async (store) => {
      const campaign = await extension.request(store, merchant.id, params.id, body, { now: context.clock.now() });
      return {
        status: campaign.next_budget === null ? 200 : 202,
        body: presentOwnCampaign(campaign, context.clock.now()),
      };
    });
  },
});

export const dryRun = defineRoute({
  method: "post",
  path: "/campaigns/:id/dry-run",
  auth: "merchant",
  scope: "read",
  keyless: true,
  summary: "What rewards would cost and which of them would fail, simulated on the ledger; nothing is issued",
  maxBytes: 512 * 1024,
  request: { params: T.ownCampaignParams, body: T.dryRunBody },
  responses: { 200: T.dryRunView },
  errors: { 503: ["rpc_unavailable"] },
  async handler({ context, merchant, params, body }) {
    const run = await simulateRewards(context, merchant.id, params.id, body.rewards);
    return { status: 200, body: presentDryRun(params.id, body.rewards, run) };
  },
});

const FUND_REFUSALS = ["campaign_expired", "balance_short"];

/** 202 while the ledger has to take the step, 200 if it has. */
const stepRoute = <const Step extends steps.CampaignStep>(step: Step, summary: string) =>
  defineRoute({
    method: "post",
    path: `/campaigns/:id/${step}` as const,
    location: "/merchants/me/campaigns/:id",
    auth: "merchant",
    scope: "campaigns",
    summary,
    request: { params: T.ownCampaignParams },
    responses: { 202: T.ownCampaignView, 200: T.ownCampaignView },
    errors: { 409: ["campaign_busy", "campaign_step_not_allowed", ...(step === "fund" ? FUND_REFUSALS : [])] },
    async handler({ context, merchant, params, commit }) {
      if (step === "fund") await requireFunds(context, merchant.id, params.id);
      return commit(async (store) => {
        const campaign = await steps.request(store, merchant.id, params.id, step, { now: context.clock.now() });
        return {
          status: campaign.next_status === null ? 200 : 202,
          body: presentOwnCampaign(campaign, context.clock.now()),
        };
      });
    },
  });

export const fund = stepRoute(
  "fund",
  "Opens a draft: its budget is reserved on the ledger, and it pays within its window",
);
export const pause = stepRoute("pause", "Pauses an active campaign; rewards that are issued meanwhile fail");
export const resume = stepRoute("resume", "Resumes a paused campaign");
export const end = stepRoute("end", "Ends a campaign for good; the rest of its budget stays reserved");
export const settle = stepRoute("settle", "Returns the rest of an ended campaign's budget to the merchant's balance");
