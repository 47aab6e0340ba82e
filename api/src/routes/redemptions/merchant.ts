import * as redemptions from "@merit/core/programmes/redemptions/service.ts";
import { listOf, presentIdPage } from "../../http/list.ts";
import { type Answer, type Call, defineRoute } from "../../http/route.ts";
import { presentFor } from "./presenter.ts";
import * as T from "./schema.ts";

// Redemptions for the merchants whose items were redeemed.

export const listOwn = defineRoute({
  method: "get",
  path: "/merchants/me/redemptions",
  auth: "merchant",
  summary: "Redemptions from the merchant's catalogue, newest first",
  request: { query: T.listQuery },
  responses: { 200: listOf(T.redemptionView) },
  errors: {},
  async handler({ context, merchant, query: { cursor, ...query } }) {
    const owner = { merchant_id: merchant.id };
    const page = await context.db.read((store) => redemptions.list(store, owner, { ...query, before: cursor }));
    return { status: 200, body: presentIdPage(page, presentFor("merchant", context.clock.now())) };
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
  async handler({ context, merchant, params }) {
    const owner = { merchant_id: merchant.id };
    const redemption = await context.db.read((store) => redemptions.get(store, owner, params.id));
    return { status: 200, body: presentFor("merchant", context.clock.now())(redemption) };
  },
});

export const fulfil = defineRoute({
  method: "post",
  path: "/merchants/me/redemptions/:id/fulfil",
  location: "/merchants/me/redemptions/:id",
  auth: "merchant",
  scope: "catalogue",
  summary: "Fulfils a pending redemption; a repeat changes nothing",
  description:
    "For points, this marks the redemption as handed over. A redemption for tokens is fulfilled on the ledger, which burns the tokens: 202 until that is confirmed. Hand over only then: until `cancel_until` the wallet could still cancel and keep both.",
  request: { params: T.redemptionParams },
  responses: { 200: T.redemptionView, 202: T.redemptionView },
  errors: { 409: ["redemption_step_not_allowed", "redemption_busy"] },
  handler: (call) => take(call, "fulfil", {}),
});

export const refund = defineRoute({
  method: "post",
  path: "/merchants/me/redemptions/:id/refund",
  location: "/merchants/me/redemptions/:id",
  auth: "merchant",
  scope: "catalogue",
  summary: "Refunds the points of a pending or fulfilled redemption; a repeat changes nothing",
  description:
    "A redemption for tokens that is still locked is cancelled on the ledger, also after its deadline, which returns the tokens: 202 until that is confirmed.",
  request: { params: T.redemptionParams, body: T.refundBody },
  responses: { 200: T.redemptionView, 202: T.redemptionView },
  errors: { 409: ["redemption_step_not_allowed", "redemption_busy"] },
  handler: (call) => take(call, "refund", call.body ?? {}),
});

type StepCall = Pick<
  Call<"merchant", unknown, { id: number }, undefined>,
  "context" | "merchant" | "params" | "commit"
>;

/** 202 where the ledger has to take the step. */
async function take(
  { context, merchant, params, commit }: StepCall,
  step: "fulfil" | "refund",
  details: { reason?: string | undefined; restock?: boolean },
): Promise<Answer> {
  const options = { now: context.clock.now(), ...details };
  return commit(async (store) => {
    const redemption = await redemptions.take(store, { merchant_id: merchant.id }, params.id, step, options);
    return {
      status: redemption.next_status === null ? 200 : 202,
      body: presentFor("merchant", context.clock.now())(redemption),
    };
  });
}
