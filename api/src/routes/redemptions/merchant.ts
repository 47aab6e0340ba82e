import * as redemptions from "@merit/core/redemptions/service.ts";
import { idCursor, listOf, presentPage } from "../../http/list.ts";
import { defineRoute } from "../../http/route.ts";
import * as E from "./examples.ts";
import { presentRedemption } from "./presenter.ts";
import * as T from "./schema.ts";

// What merchants do with what was redeemed from their catalogue.

export const listOwn = defineRoute({
  method: "get",
  path: "/merchants/me/redemptions",
  auth: "merchant",
  summary: "What was redeemed from the merchant's catalogue, newest first",
  request: { query: T.listQuery },
  responses: { 200: listOf(T.redemptionView) },
  errors: {},
  example: E.list,
  async handler({ context, merchant, query: { cursor, ...query } }) {
    const owner = { merchant_id: merchant.id };
    const page = await context.db.read((store) => redemptions.list(store, owner, { ...query, before: cursor }));
    return { status: 200, body: presentPage(page, presentRedemption, ({ id }) => idCursor(id)) };
  },
});

export const showOwn = defineRoute({
  method: "get",
  path: "/merchants/me/redemptions/:id",
  auth: "merchant",
  summary: "One of the redemptions from the merchant's catalogue",
  request: { params: T.redemptionParams },
  responses: { 200: T.redemptionView },
  errors: {},
  example: E.show,
  async handler({ context, merchant, params }) {
    const owner = { merchant_id: merchant.id };
    const redemption = await context.db.read((store) => redemptions.get(store, owner, params.id));
    return { status: 200, body: presentRedemption(redemption) };
  },
});

export const fulfil = defineRoute({
  method: "post",
  path: "/merchants/me/redemptions/:id/fulfil",
  auth: "merchant",
  scope: "catalogue",
  summary: "Notes that a pending redemption was handed over; again, nothing happens",
  request: { params: T.redemptionParams },
  responses: { 200: T.redemptionView },
  errors: { 409: ["redemption_step_not_allowed", "redemption_on_ledger"] },
  example: E.fulfil,
  handler: ({ context, merchant, params, commit }) =>
    commit(async (store) => {
      const owner = { merchant_id: merchant.id };
      const redemption = await redemptions.take(store, owner, params.id, "fulfil", { now: context.clock.now() });
      return { status: 200, body: presentRedemption(redemption) };
    }),
});

export const refund = defineRoute({
  method: "post",
  path: "/merchants/me/redemptions/:id/refund",
  auth: "merchant",
  scope: "catalogue",
  summary: "Gives the points of a pending or fulfilled redemption back; again, nothing happens",
  request: { params: T.redemptionParams, body: T.refundBody },
  responses: { 200: T.redemptionView },
  errors: { 409: ["redemption_step_not_allowed", "redemption_on_ledger"] },
  example: E.refund,
  handler: ({ context, merchant, params, body, commit }) =>
    commit(async (store) => {
      const owner = { merchant_id: merchant.id };
      const details = { now: context.clock.now(), ...body };
      const redemption = await redemptions.take(store, owner, params.id, "refund", details);
      return { status: 200, body: presentRedemption(redemption) };
    }),
});
