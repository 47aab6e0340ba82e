import * as redemptions from "@merit/core/programmes/redemptions/service.ts";
import { listOf, presentIdPage } from "../../http/list.ts";
import { defineRoute } from "../../http/route.ts";
import { presentFor } from "./presenter.ts";
import * as T from "./schema.ts";

// Redemptions for users.

export const redeem = defineRoute({
  method: "post",
  path: "/redemptions",
  location: "/redemptions/:id",
  auth: "user",
  summary: "Redeems an item for points: they are deducted and the stock is taken at once, and a mail follows",
  description:
    "The merchant's points are used first, then the platform's if the item accepts them. Send an `Idempotency-Key`: a repeat without one redeems again.",
  request: { body: T.redeemBody },
  responses: { 201: T.redemptionView },
  errors: {
    404: ["not_found"],
    409: ["item_not_available", "price_above_max", "out_of_stock", "insufficient_points"],
  },
  async handler({ context, session, body, commit }) {
    const present = presentFor("user", context.clock.now());
    return commit(async (store) => ({
      status: 201,
      body: present(await redemptions.redeem(context, store, session.user, body)),
    }));
  },
});

export const list = defineRoute({
  method: "get",
  path: "/redemptions",
  auth: "user",
  summary: "The user's redemptions, newest first, including those that their wallets made on the ledger",
  request: { query: T.listQuery },
  responses: { 200: listOf(T.redemptionView) },
  errors: {},
  async handler({ context, session, query: { cursor, ...query } }) {
    const owner = { user_id: session.user.id };
    const page = await context.db.read((store) => redemptions.list(store, owner, { ...query, before: cursor }));
    return { status: 200, body: presentIdPage(page, presentFor("user", context.clock.now())) };
  },
});

export const show = defineRoute({
  method: "get",
  path: "/redemptions/:id",
  auth: "user",
  summary: "One of the user's redemptions",
  request: { params: T.redemptionParams },
  responses: { 200: T.redemptionView },
  errors: {},
  async handler({ context, session, params }) {
    const owner = { user_id: session.user.id };
    const redemption = await context.db.read((store) => redemptions.get(store, owner, params.id));
    const owed = await redemptions.owed(context, redemption);
    return { status: 200, body: presentFor("user", context.clock.now(), owed)(redemption) };
  },
});

export const cancel = defineRoute({
  method: "post",
  path: "/redemptions/:id/cancel",
  auth: "user",
  summary: "Cancels a redemption that is still pending and returns its points; a repeat changes nothing",
  request: { params: T.redemptionParams },
  responses: { 200: T.redemptionView },
  errors: { 409: ["redemption_step_not_allowed", "redemption_on_ledger"] },
  handler: ({ context, session, params, commit }) =>
    commit(async (store) => {
      const owner = { user_id: session.user.id };
      const redemption = await redemptions.take(store, owner, params.id, "cancel", { now: context.clock.now() });
      return { status: 200, body: presentFor("user", context.clock.now())(redemption) };
    }),
});
