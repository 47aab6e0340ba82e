import type { Context, UnitContext } from "@merit/core/context/context.ts";
import { presentDelivery, presentWebhook } from "@merit/core/operations/webhooks/presenter.ts";
import * as webhooks from "@merit/core/operations/webhooks/service.ts";
import type { Store } from "@merit/core/store/db/store.ts";
import { nothing } from "../../http/fields.ts";
import { listOf, pageQuery, presentIdPage } from "../../http/list.ts";
import { defineRoute } from "../../http/route.ts";
import * as T from "./schema.ts";

/** A repeat under the same Idempotency-Key doesn't get the secret. */
function answerWithSecret({ auth }: Context, status: number, { webhook, secret }: webhooks.WithSecret) {
  const view = presentWebhook(auth.keys, webhook);
  return { status, body: { ...view, secret }, repeat: { ...view, secret: null } };
}

export const create = defineRoute({
  method: "post",
  path: "/webhooks",
  location: "/webhooks/:id",
  auth: "merchant",
  summary: "Adds an endpoint to which events are sent",
  description:
    "Requests are signed as the Standard Webhooks specification says: the libraries of standardwebhooks.com check them. The secret is in this answer and nowhere else.",
  request: { body: T.createBody },
  responses: { 201: T.secretView },
  errors: { 409: ["too_many_webhooks"] },
  handler: ({ context, merchant, body, commit }) =>
    commit(async (store) => answerWithSecret(context, 201, await webhooks.create(context, store, merchant.id, body))),
});

export const list = defineRoute({
  method: "get",
  path: "/webhooks",
  auth: "merchant",
  summary: "The merchant's webhooks, newest first",
  description: "Disabled ones are among them, deleted ones are not. Secrets are never shown again.",
  request: { query: pageQuery },
  responses: { 200: listOf(T.webhookView) },
  errors: {},
  async handler({ context, merchant, query: { limit, cursor } }) {
    const page = await context.db.read((store) => webhooks.list(store, merchant.id, { limit, before: cursor }));
    return { status: 200, body: presentIdPage(page, (webhook) => presentWebhook(context.auth.keys, webhook)) };
  },
});

export const show = defineRoute({
  method: "get",
  path: "/webhooks/:id",
  auth: "merchant",
  summary: "One webhook",
  description: "`failing_since` and `disabled_reason` say how it does. The secret is not shown.",
  request: { params: T.webhookParams },
  responses: { 200: T.webhookView },
  errors: {},
  async handler({ context, merchant, params }) {
    const webhook = await context.db.read((store) => webhooks.get(store, merchant.id, params.id));
    return { status: 200, body: presentWebhook(context.auth.keys, webhook) };
  },
});

export const update = defineRoute({
  method: "patch",
  path: "/webhooks/:id",
  auth: "merchant",
  summary: "Changes a webhook, or enables or disables it",
  description: "One that is enabled again gets the events from then on; the step `replay` sends earlier ones.",
  request: { params: T.webhookParams, body: T.updateBody },
  responses: { 200: T.webhookView },
  errors: {},
  handler: ({ context, merchant, params, body, commit }) =>
    commit(async (store) => {
      const webhook = await webhooks.update(context, store, merchant.id, params.id, body);
      return { status: 200, body: presentWebhook(context.auth.keys, webhook) };
    }),
});

export const remove = defineRoute({
  method: "delete",
  path: "/webhooks/:id",
  auth: "merchant",
  summary: "Deletes a webhook: nothing more is sent to it",
  description: "Deliveries that were still due are dropped; their events stay in GET /events.",
  request: { params: T.webhookParams },
  responses: { 204: nothing },
  errors: {},
  handler: ({ context, merchant, params, commit }) =>
    commit(async (store) => {
      await webhooks.remove(context, store, merchant.id, params.id);
      return { status: 204, body: null };
    }),
});

export const deliveries = defineRoute({
  method: "get",
  path: "/webhooks/:id/deliveries",
  auth: "merchant",
  summary: "Events for this webhook, whether they were delivered, and the requests with their answers, newest first",
  description: "The step `replay` of POST /webhooks/:id/steps sends one again.",
  request: { params: T.webhookParams, query: T.deliveriesQuery },
  responses: { 200: listOf(T.deliveryView) },
  errors: {},
  async handler({ context, merchant, params, query: { cursor, ...filter } }) {
    const request = { ...filter, before: cursor };
    const page = await context.db.read((store) => webhooks.deliveries(store, merchant.id, params.id, request));
    return { status: 200, body: presentIdPage(page, presentDelivery) };
  },
});

/** Sends events. @returns how many */
async function send(
  context: UnitContext,
  store: Store,
  { merchantId, id }: { merchantId: number; id: number },
  body: Exclude<T.Step, { step: "rotate" }>,
): Promise<number> {
  if (body.step === "test") {
    await webhooks.test(context, store, merchantId, id);
    return 1;
  }
  const { delivery_id: deliveryId, from, to } = body;
  if (deliveryId !== undefined) return webhooks.replay(context, store, merchantId, { id, deliveryId });
  // The schema makes sure of them.
  return webhooks.replayPeriod(context, store, merchantId, id, { from: from as Date, to: to as Date });
}

export const step = defineRoute({
  method: "post",
  path: "/webhooks/:id/steps",
  location: "/webhooks/:id/deliveries",
  auth: "merchant",
  summary: "Sends a webhook a test, a delivery or a period again, or replaces its secret",
  description:
    "`test` sends a `webhook.test` event to this webhook alone. `replay` sends a delivery again, or the events of a period, at most 1,000, with the same event ids. After `rotate`, the old secret also signs for 24 hours, or for `overlap_hours`. A further `rotate` in that time ends the secret that it replaces at once, and the old one not later than before.",
  request: { params: T.webhookParams, body: T.stepBody },
  responses: { 200: T.stepView, 202: T.stepView },
  errors: { 409: ["webhook_disabled", "too_many_events"] },
  handler: ({ context, merchant, params: { id }, body, commit }) =>
    commit(async (store) => {
      if (body.step === "rotate") {
        const rotated = await webhooks.rotate(context, store, merchant.id, id, body.overlap_hours);
        const view = { ...presentWebhook(context.auth.keys, rotated.webhook), secret: null, queued: null };
        return { status: 200, body: { ...view, secret: rotated.secret }, repeat: view };
      }
      const queued = await send(context, store, { merchantId: merchant.id, id }, body);
      const webhook = await webhooks.get(store, merchant.id, id);
      return { status: 202, body: { ...presentWebhook(context.auth.keys, webhook), secret: null, queued } };
    }),
});
