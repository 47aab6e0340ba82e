import { fromSeconds, toSeconds } from "@merit/core/base/days.ts";
import { notFound } from "@merit/core/base/errors.ts";
import { requireBalance } from "@merit/core/parties/merchants/balance.ts";
import * as merchants from "@merit/core/parties/merchants/service.ts";
import { dryRun as simulateRewards } from "@merit/core/payouts/batches/dry-run.ts";
import * as drafts from "@merit/core/programmes/campaigns/drafts.ts";
import * as extension from "@merit/core/programmes/campaigns/extension.ts";
import { requireFunds, requireMoreFunds } from "@merit/core/programmes/campaigns/funding.ts";
import { presentCampaign, presentOwnCampaign } from "@merit/core/programmes/campaigns/presenter.ts";
import * as campaigns from "@merit/core/programmes/campaigns/service.ts";
import * as steps from "@merit/core/programmes/campaigns/steps.ts";
import type { Campaign } from "@merit/core/programmes/campaigns/store.ts";
import type { Store } from "@merit/core/store/db/store.ts";
import type { z } from "zod";
import { listOf, presentIdPage } from "../../http/list.ts";
import { idOf, ME_REFUSALS } from "../../http/me.ts";
import { type Call, defineRoute } from "../../http/route.ts";
import { presentDryRun } from "./presenter.ts";
import * as T from "./schema.ts";

export const create = defineRoute({
  method: "post",
  path: "/campaigns",
  location: "/campaigns/:merchant_id/:id",
  auth: "merchant",
  scope: "campaigns",
  summary: "Creates a campaign; it is pending until its transaction is confirmed, then active",
  description:
    "`draft: true` reserves no budget: PATCH /campaigns/:merchant_id/:id changes its terms, and the steps `fund` and `drop` open and discard it.",
  request: { body: T.createBody },
  responses: { 201: T.ownCampaignView },
  errors: { 409: ["balance_short"], 429: ["too_many_waiting"] },
  async handler({ context, merchant, body: { draft, ...terms }, commit }) {
    if (!draft) await requireBalance(context, merchant.id, terms.budget);
    return commit(async (store) => {
      const now = context.clock.now();
      // Cut to whole seconds, as the ledger counts them.
      const input = { ...terms, starts_at: terms.starts_at ?? fromSeconds(toSeconds(now)) };
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
  description: "Drafts and failed ones are among them. Customers see less: GET /campaigns/:merchant_id.",
  request: { query: T.listQuery },
  responses: { 200: listOf(T.ownCampaignView) },
  errors: {},
  async handler({ context, merchant, query: { cursor, ...query } }) {
    const page = await context.db.read((store) => campaigns.list(store, merchant.id, { ...query, before: cursor }));
    return { status: 200, body: presentIdPage(page, (campaign) => presentOwnCampaign(campaign, context.clock.now())) };
  },
});

export const listOfMerchant = defineRoute({
  method: "get",
  path: "/campaigns/:merchant_id",
  auth: ["admin", "none"],
  summary: "A merchant's campaigns, newest first; administrators also see what its key does, drafts and failed ones",
  description: "Needs no credentials, which is for pages that customers see.",
  request: { params: T.merchantParams, query: T.listQuery },
  responses: { 200: listOf(T.shownCampaign) },
  errors: {},
  async handler({ context, session, params, query: { cursor, ...query } }) {
    const [list, present] = session
      ? ([campaigns.list, presentOwnCampaign] as const)
      : ([campaigns.listPublic, presentCampaign] as const);
    const page = await context.db.read(async (store) => {
      await merchants.get(store, params.merchant_id);
      return list(store, params.merchant_id, { ...query, before: cursor });
    });
    return { status: 200, body: presentIdPage(page, (campaign) => present(campaign, context.clock.now())) };
  },
});

export const show = defineRoute({
  method: "get",
  path: "/campaigns/:merchant_id/:id",
  auth: ["merchant", "admin", "none"],
  summary:
    "One campaign of a merchant; its key and administrators also see what is reserved and on its way, drafts and failed ones",
  description: "Needs no credentials. With an API key, `me` stands for its merchant.",
  request: { params: T.campaignParams },
  responses: { 200: T.shownCampaign },
  errors: ME_REFUSALS,
  async handler({ context, merchant, session, params }) {
    const merchantId = idOf(params.merchant_id, merchant);
    const isOwn = merchantId === merchant?.id || session !== null;
    const get = isOwn ? campaigns.get : campaigns.getPublic;
    const campaign = await context.db.read((store) => get(store, merchantId, params.id));
    const present = isOwn ? presentOwnCampaign : presentCampaign;
    return { status: 200, body: present(campaign, context.clock.now()) };
  },
});

export const update = defineRoute({
  method: "patch",
  path: "/campaigns/:merchant_id/:id",
  auth: "merchant",
  scope: "campaigns",
  summary: "Renames a campaign, or changes a draft's terms; terms on the ledger can only be extended",
  description: "Takes the merchant's own key only; `me` stands for it. To extend one, use POST /campaigns/:id/steps.",
  request: { params: T.campaignParams, body: T.updateBody },
  responses: { 200: T.ownCampaignView },
  errors: { 409: ["campaign_busy"] },
  handler: ({ context, merchant, params, body, commit }) =>
    commit(async (store) => {
      if (idOf(params.merchant_id, merchant) !== merchant.id) throw notFound("campaign", params.id);
      const campaign = await drafts.update(store, merchant.id, params.id, body, context.clock.now());
      return { status: 200, body: presentOwnCampaign(campaign, context.clock.now()) };
    }),
});

export const dryRun = defineRoute({
  method: "post",
  path: "/campaigns/:id/dry-run",
  auth: "merchant",
  scope: "read",
  keyless: true,
  summary: "What rewards would cost and which of them would fail, simulated on the ledger; nothing is issued",
  description:
    "For each reward it says whether it would be paid, wait or fail, and why. A key with the scope `read` may call it.",
  maxBytes: 512 * 1024,
  request: { params: T.ownCampaignParams, body: T.dryRunBody },
  responses: { 200: T.dryRunView },
  errors: { 503: ["rpc_unavailable"] },
  async handler({ context, merchant, params, body }) {
    const run = await simulateRewards(context, merchant.id, params.id, body.rewards);
    return { status: 200, body: presentDryRun(params.id, body.rewards, run) };
  },
});

type Steps = Call<"merchant", z.output<typeof T.stepBody>, z.output<typeof T.ownCampaignParams>, undefined>;

/** Reads the merchant's balance on the ledger, where the step takes from it. @throws Problem 404, 409 `balance_short` */
async function requireFundsFor({ context, merchant, params, body }: Steps): Promise<void> {
  if (body.step === "fund") await requireFunds(context, merchant.id, params.id);
  if (body.step === "extend") await requireMoreFunds(context, merchant.id, params.id, body);
}

function take({ context, merchant, params, body }: Steps, store: Store): Promise<Campaign> {
  const now = context.clock.now();
  if (body.step === "drop") return drafts.drop(store, merchant.id, params.id, now);
  if (body.step !== "extend") return steps.request(store, merchant.id, params.id, body.step, { now });
  const { budget, ends_at } = body;
  return extension.request(store, merchant.id, params.id, { budget, ends_at }, { now });
}

export const step = defineRoute({
  method: "post",
  path: "/campaigns/:id/steps",
  location: "/campaigns/:merchant_id/:id",
  auth: "merchant",
  scope: "campaigns",
  summary: "Takes a campaign a step further: funds, pauses, resumes, extends, ends or settles it, or drops a draft",
  description:
    "`fund` opens a draft, and reserves its budget. Rewards that are issued during `pause` fail. `extend` raises budget, end or both, which never go down. `end` is for good; then `settle` returns the rest of the budget. `drop` discards a draft for good. The answer is 202 until the ledger has taken the step. A repeat does nothing again.",
  request: { params: T.ownCampaignParams, body: T.stepBody },
  responses: { 202: T.ownCampaignView, 200: T.ownCampaignView },
  errors: {
    409: ["campaign_busy", "campaign_step_not_allowed", "campaign_expired", "balance_short", "draft_not_droppable"],
    429: ["too_many_waiting"],
  },
  async handler(call) {
    await requireFundsFor(call);
    return call.commit(async (store) => {
      const campaign = await take(call, store);
      const isDone = campaign.next_status === null && campaign.next_budget === null;
      return { status: isDone ? 200 : 202, body: presentOwnCampaign(campaign, call.context.clock.now()) };
    });
  },
});
