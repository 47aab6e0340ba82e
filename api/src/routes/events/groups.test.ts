import * as extension from "@merit/core/campaigns/extension.ts";
import * as campaigns from "@merit/core/campaigns/service.ts";
import * as steps from "@merit/core/campaigns/steps.ts";
import * as jobs from "@merit/core/jobs/jobs.ts";
import { record } from "@merit/core/redemptions/on-chain.ts";
import { newWallet } from "@merit/core/testing/chain.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPerson } from "../../testing/parties.ts";
import { startService, type TestService } from "../../testing/service.ts";
import { eventView } from "./schema.ts";

// That each change of an object is an event, with the object as the API shows it.

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service[Symbol.asyncDispose]());

const now = new Date();
const commit: TestService["world"]["context"]["db"]["commit"] = (unit) => service.world.context.db.commit(unit);

/** Types of an object's events, oldest first; each event shows what the API's view takes. */
async function typesOf(key: string, object: string, id: number | string): Promise<string[]> {
  const { body } = await service.call(`GET /api/events?object=${object}&object_id=${id}&limit=100`, { key });
  for (const event of body.data) eventView.parse(event);
  return body.data.map(({ type }: { type: string }) => type.slice(object.length + 1)).reverse();
}

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

it("campaigns", async () => {
  const { key, id: merchantId } = await service.merchant(null);
  const body = { name: "Spring", budget: "5", starts_at: inDays(0), ends_at: inDays(2) };
  const { id } = (await service.call("POST /api/campaigns", { key, body })).body;
  await commit((store) => campaigns.activate(store, id, { contractCampaignId: 900, txHash: "a".repeat(64), now }));
  for (const step of ["pause", "resume"] as const) {
    await service.call(`POST /api/campaigns/${id}/${step}`, { key });
    await commit((store) => steps.finish(store, id, step, { txHash: "b".repeat(64), now }));
    await commit((store) =>
      jobs.removeFree(store, { queue: "transaction-submission", key: `campaign-step:${id}`, now }),
    );
    // A second report of the same step changes nothing.
    await commit((store) => steps.finish(store, id, step, { txHash: "b".repeat(64), now }));
  }
  await service.call(`POST /api/campaigns/${id}/extend`, { key, body: { budget: "6" } });
  await commit(async (store) => {
    const campaign = await campaigns.get(store, merchantId, id);
    const target = { budget: 60_000_000n, ends_at: campaign.ends_at };
    return extension.finish(store, campaign, target, { txHash: "c".repeat(64), now });
  });
  await commit((store) => jobs.removeFree(store, { queue: "transaction-submission", key: `campaign-step:${id}`, now }));
  await service.call(`POST /api/campaigns/${id}/end`, { key });
  await commit((store) => steps.finish(store, id, "end", { txHash: "d".repeat(64), now }));
  await commit((store) => jobs.removeFree(store, { queue: "transaction-submission", key: `campaign-step:${id}`, now }));
  await service.call(`POST /api/campaigns/${id}/settle`, { key });
  await commit((store) => steps.finish(store, id, "settle", { txHash: "e".repeat(64), remainder: 60_000_000n, now }));
  const expected = ["created", "activated", "paused", "resumed", "extended", "ended", "settled"];
  expect(await typesOf(key, "campaign", id)).toEqual(expected);
});

it("campaigns that fail, and drafts that are dropped", async () => {
  const { key } = await service.merchant(null);
  const body = { name: "Spring", budget: "5", starts_at: inDays(0), ends_at: inDays(2) };
  const { id } = (await service.call("POST /api/campaigns", { key, body })).body;
  await commit((store) => campaigns.fail(store, id, { reason: "the balance is too small", now }));
  expect(await typesOf(key, "campaign", id)).toEqual(["created", "failed"]);
  const draft = (await service.call("POST /api/campaigns", { key, body: { ...body, draft: true } })).body;
  await service.call(`POST /api/campaigns/${draft.id}/drop`, { key });
  expect(await typesOf(key, "campaign", draft.id)).toEqual(["created", "failed"]);
});

it("API keys, without the keys themselves", async () => {
  const { key } = await service.merchant(null);
  const made = (await service.call("POST /api/merchants/me/keys", { key, body: { name: "Till", scopes: ["read"] } }))
    .body;
  await service.call(`DELETE /api/merchants/me/keys/${made.id}`, { key });
  await service.call(`DELETE /api/merchants/me/keys/${made.id}`, { key });
  expect(await typesOf(key, "api_key", made.id)).toEqual(["created", "revoked"]);
  const all = JSON.stringify((await service.call("GET /api/events?limit=100", { key })).body);
  expect(all).not.toContain(made.api_key);
});

it("points and redemptions, for the merchant and the user", async () => {
  const { key, id: merchantId } = await service.merchant(null);
  const person = await createPerson(service);
  const token = await person.token();
  await service.call("POST /api/points/award", { key, body: { user_id: person.id, points: 50 } });
  const item = (await service.call("POST /api/catalogue", { key, body: { name: "Coffee", price: 10 } })).body;
  const redeem = async () =>
    (await service.call("POST /api/redemptions", { token, body: { item_id: item.id, quantity: 1 } })).body.id;
  const [cancelled, refunded] = [await redeem(), await redeem()];
  await service.call(`POST /api/redemptions/${cancelled}/cancel`, { token });
  await service.call(`POST /api/redemptions/${cancelled}/cancel`, { token });
  await service.call(`POST /api/merchants/me/redemptions/${refunded}/fulfil`, { key });
  await service.call(`POST /api/merchants/me/redemptions/${refunded}/refund`, { key });
  expect(await typesOf(key, "redemption", cancelled)).toEqual(["created", "cancelled"]);
  expect(await typesOf(key, "redemption", refunded)).toEqual(["created", "fulfilled", "refunded"]);
  const sums = async (credentials: object) => {
    const { body } = await service.call("GET /api/events?object=points&limit=100", credentials);
    for (const event of body.data) eventView.parse(event);
    return body.data.map(({ type, data }: { type: string; data: { points: number } }) => [type, data.points]).reverse();
  };
  const expected = [
    ["points.credited", 50],
    ["points.debited", -10],
    ["points.debited", -10],
    ["points.credited", 10],
    ["points.credited", 10],
  ];
  expect(await sums({ key })).toEqual(expected);
  // The platform's bonus for the day's login is not the merchant's to see.
  expect(await sums({ token })).toEqual([["points.credited", 10], ...expected]);
  const other = await service.merchant(null);
  expect(other.id).not.toBe(merchantId);
  expect(await sums({ key: other.key })).toEqual([]);
});

it("redemptions on the ledger, once for each of its events", async () => {
  const { key, id: merchant } = await service.merchant(null);
  const wallet = newWallet();
  const data = { wallet, item: "9000", merchant: String(merchant), quantity: 1, amount: "5", price_version: 1 };
  const reference = "ab".repeat(32);
  const event = (type: string, more: object) => ({
    ...{ type, ledger_closed_at: now, tx_hash: "f".repeat(64) },
    data: { wallet, reference, ...more },
  });
  const locked = event("redeem", { ...data, deadline: "1900000000", cancel_until: "1800000000" });
  for (const each of [locked, locked, event("redemption_expired", {}), event("redemption_expired", {})]) {
    await commit((store) => record(store, each));
  }
  const { body } = await service.call("GET /api/merchants/me/redemptions", { key });
  expect(await typesOf(key, "redemption", body.data[0].id)).toEqual(["created", "expired"]);
});
