import { missingToken } from "@merit/core/context/auth/problems.ts";
import { missingApiKey } from "@merit/core/parties/merchants/problems.ts";
import * as redemptions from "@merit/core/programmes/redemptions/service.ts";
import { listOf, presentIdPage, readPage } from "../../http/list.ts";
import { ownerOf } from "../../http/owner.ts";
import { defineRoute } from "../../http/route.ts";
import { presentFor } from "./presenter.ts";
import * as T from "./schema.ts";

// Redemptions, for users and for the merchants whose items they redeemed.

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

const readerOf = (merchant: unknown) => (merchant ? "merchant" : "user");

export const list = defineRoute({
  method: "get",
  path: "/redemptions",
  auth: ["user", "merchant"],
  summary: "The user's redemptions, or those from the merchant's catalogue, newest first",
  description: "Those that wallets made on the ledger are among them.",
  request: { query: T.listQuery },
  responses: { 200: listOf(T.redemptionView) },
  errors: {},
  async handler({ context, merchant, session, query }) {
    const owner = ownerOf({ merchant, session });
    const { cursor: before, ...filter } = query;
    const page = await readPage(context.db, owner, "redemptions", query, (store) =>
      redemptions.list(store, owner, { ...filter, before }),
    );
    return { status: 200, body: presentIdPage(page, presentFor(readerOf(merchant), context.clock.now())) };
  },
});

export const show = defineRoute({
  method: "get",
  path: "/redemptions/:id",
  auth: ["user", "merchant"],
  summary: "One of these redemptions",
  description: "Others than in GET /redemptions are 404. `actions` says what the caller can do next.",
  request: { params: T.redemptionParams },
  responses: { 200: T.redemptionView },
  errors: {},
  async handler({ context, merchant, session, params }) {
    const owner = ownerOf({ merchant, session });
    const redemption = await context.db.read((store) => redemptions.get(store, owner, params.id));
    const owed = merchant ? 0n : await redemptions.owed(context, redemption);
    return { status: 200, body: presentFor(readerOf(merchant), context.clock.now(), owed)(redemption) };
  },
});

export const step = defineRoute({
  method: "post",
  path: "/redemptions/:id/steps",
  location: "/redemptions/:id",
  auth: ["user", "merchant"],
  scope: "catalogue",
  summary: "Takes a redemption a step further: its user cancels it, its merchant fulfils or refunds it",
  description:
    "For points, `cancel` ends a pending redemption, `fulfil` marks it as handed over, and `refund` is possible before and after that. For tokens the ledger takes the step, and the answer is 202 until then: `fulfil` burns them, so hand over only when it is done, since until `cancel_until` the wallet could still cancel and keep both; `refund` returns them, also after the deadline. A repeat changes nothing.",
  request: { params: T.redemptionParams, body: T.stepBody },
  responses: { 200: T.redemptionView, 202: T.redemptionView },
  errors: {
    401: ["missing_token", "missing_api_key"],
    409: ["redemption_step_not_allowed", "redemption_busy", "redemption_on_ledger"],
  },
  async handler({ context, merchant, session, params, body: { step, ...details }, commit }) {
    if (step === "cancel" && merchant) throw missingToken();
    if (step !== "cancel" && !merchant) throw missingApiKey();
    const options = { now: context.clock.now(), ...details };
    return commit(async (store) => {
      const redemption = await redemptions.take(store, ownerOf({ merchant, session }), params.id, step, options);
      return {
        status: redemption.next_status === null ? 200 : 202,
        body: presentFor(readerOf(merchant), context.clock.now())(redemption),
      };
    });
  },
});
