import { largestReward } from "@merit/core/payouts/rewards/accept.ts";
import * as rewards from "@merit/core/payouts/rewards/redeem-voucher.ts";
import { presentBatch, presentVoucher } from "@merit/core/payouts/vouchers/presenter.ts";
import * as vouchers from "@merit/core/payouts/vouchers/service.ts";
import { idCursor, listOf, pageQuery, presentIdPage, presentPage } from "../../http/list.ts";
import { defineRoute } from "../../http/route.ts";
import { answerWithCodes, presentHeld } from "./presenter.ts";
import * as T from "./schema.ts";

const NOT_PAYING = ["campaign_pending", "campaign_not_active", "campaign_expired"];

export const create = defineRoute({
  method: "post",
  path: "/campaigns/:id/vouchers",
  location: "/voucher-batches/:id",
  auth: "merchant",
  scope: "issue",
  quota: "issue",
  countsEach: "count",
  summary: "Makes vouchers, and reserves what they pay in the campaign's budget",
  description: "Only this answer has their codes; a repeat has none. If they are lost, cancel the batch.",
  request: { params: T.campaignParams, body: T.createBody },
  responses: { 201: T.madeView },
  errors: { 409: [...NOT_PAYING, "budget_exhausted", "above_daily_limit"] },
  async handler({ context, merchant, params, body, commit }) {
    const batch = { ...body, largest: await largestReward(context, merchant.id, [body]) };
    return commit(async (store) =>
      answerWithCodes(context, await vouchers.create(context, store, merchant.id, params.id, batch)),
    );
  },
});

export const list = defineRoute({
  method: "get",
  path: "/campaigns/:id/vouchers",
  auth: "merchant",
  summary: "A campaign's vouchers without their codes, newest first",
  description: "`redeemed` vouchers show to whom. Codes are only in the answer that made them.",
  request: { params: T.campaignParams, query: T.listQuery },
  responses: { 200: listOf(T.voucherView) },
  errors: {},
  async handler({ context, merchant, params, query: { cursor, ...query } }) {
    const page = await context.db.read((store) =>
      vouchers.list(store, merchant.id, params.id, { ...query, before: cursor }),
    );
    return { status: 200, body: presentIdPage(page, presentVoucher) };
  },
});

export const listBatches = defineRoute({
  method: "get",
  path: "/campaigns/:id/voucher-batches",
  auth: "merchant",
  summary: "A campaign's batches of vouchers, newest first",
  description: "Each batch counts its vouchers by status.",
  request: { params: T.campaignParams, query: pageQuery },
  responses: { 200: listOf(T.batchView) },
  errors: {},
  async handler({ context, merchant, params, query: { limit, cursor } }) {
    const page = await context.db.read((store) =>
      vouchers.listBatches(store, merchant.id, params.id, { limit, before: cursor }),
    );
    const present = ({ batch, counts }: vouchers.CountedBatch) => presentBatch(batch, counts);
    return { status: 200, body: presentPage(page, present, ({ batch }) => idCursor(batch.id)) };
  },
});

export const show = defineRoute({
  method: "get",
  path: "/vouchers/:id",
  auth: "merchant",
  summary: "One voucher without its code, with its payment",
  description: "Whoever has the code uses POST /vouchers/check instead.",
  request: { params: T.voucherParams },
  responses: { 200: T.voucherView },
  errors: {},
  async handler({ context, merchant, params }) {
    const voucher = await context.db.read((store) => vouchers.get(store, merchant.id, params.id));
    return { status: 200, body: presentVoucher(voucher) };
  },
});

export const showBatch = defineRoute({
  method: "get",
  path: "/voucher-batches/:id",
  auth: "merchant",
  summary: "One batch of vouchers",
  description: "Counts its vouchers by status. POST /vouchers/cancel ends those that are open.",
  request: { params: T.batchParams },
  responses: { 200: T.batchView },
  errors: {},
  async handler({ context, merchant, params }) {
    const { batch, counts } = await context.db.read((store) => vouchers.getBatch(store, merchant.id, params.id));
    return { status: 200, body: presentBatch(batch, counts) };
  },
});

export const cancel = defineRoute({
  method: "post",
  path: "/vouchers/cancel",
  auth: "merchant",
  scope: "issue",
  summary: "Cancels one open voucher, or all open ones of a batch; what they have reserved is free again",
  description: "The answer is the batch, with what is left of it. A repeat changes nothing.",
  request: { body: T.cancelBody },
  responses: { 200: T.batchView },
  errors: { 404: ["not_found"], 409: ["voucher_not_open"] },
  handler: ({ context, merchant, body, commit }) =>
    commit(async (store) => {
      const now = context.clock.now();
      const { batch, counts } =
        "batch_id" in body
          ? await vouchers.cancelBatch(store, merchant.id, body.batch_id, now)
          : await vouchers
              .cancel(store, merchant.id, body.voucher_id, now)
              .then(({ batch_id }) => vouchers.getBatch(store, merchant.id, batch_id));
      return { status: 200, body: presentBatch(batch, counts) };
    }),
});

export const check = defineRoute({
  method: "post",
  path: "/vouchers/check",
  auth: "none",
  keyless: true,
  summary: "What a code pays, and how far its payment is",
  description: "The code is in the body, because logs of proxies have paths.",
  request: { body: T.checkBody },
  responses: { 200: T.holderView },
  errors: { 404: ["voucher_unknown"] },
  async handler({ context, body }) {
    const held = await context.db.read((store) => rewards.check(store, body.code, context.clock.now()));
    return { status: 200, body: presentHeld(context, held) };
  },
});

export const redeem = defineRoute({
  method: "post",
  path: "/vouchers/redeem",
  auth: "none",
  keyless: true,
  accepted: "The same code at POST /vouchers/check shows it.",
  summary: "Pays a code to a wallet, once",
  description:
    "A wallet without a trustline is paid once it has one. The answer is 200 if it was redeemed to this wallet before.",
  request: { body: T.redeemBody },
  responses: { 202: T.holderView, 200: T.holderView },
  errors: {
    404: ["voucher_unknown"],
    409: ["voucher_redeemed", "voucher_cancelled", "voucher_expired", ...NOT_PAYING, "campaign_not_started"],
    503: ["reconciling"],
  },
  async handler({ context, body }) {
    const { created } = await rewards.redeem(context, body);
    const held = await context.db.read((store) => rewards.check(store, body.code, context.clock.now()));
    return { status: created ? 202 : 200, body: presentHeld(context, held) };
  },
});
