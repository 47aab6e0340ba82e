import { idempotencyRecords } from "@merit/core/store/db/schema/idempotency.ts";
import { prune } from "@merit/core/store/idempotency/store.ts";
import { newWallet } from "@merit/core/testing/chain.ts";
import { afterEach, beforeEach, expect, it } from "vitest";
import { startService, type TestService } from "../testing/service.ts";

let service: TestService;
beforeEach(async () => {
  service = await startService();
});
afterEach(() => service[Symbol.asyncDispose]());

const campaign = { name: "Spring", budget: "10", starts_at: "2026-01-01T00:00:00Z", ends_at: "2099-01-01T00:00:00Z" };
const create = (key: string, idempotencyKey: string, body: object = campaign) =>
  service.call("POST /api/campaigns", { key, body, headers: { "idempotency-key": idempotencyKey } });
const count = async (key: string) => (await service.call("GET /api/campaigns", { key })).body.data.length;

it("a repeat gets the first answer and does nothing, in whatever order its fields come", async () => {
  const { key } = await service.merchant(null);
  const first = await create(key, "k1");
  const again = await create(key, "k1", Object.fromEntries(Object.entries(campaign).toReversed()));
  expect(first.status).toBe(201);
  expect(first.headers.get("idempotency-replayed")).toBeNull();
  expect(again.status).toBe(201);
  expect(again.headers.get("idempotency-replayed")).toBe("true");
  expect(again.body).toEqual(first.body);
  expect(await count(key)).toBe(1);
});

it("repeats at the same moment create one record", async () => {
  const { key } = await service.merchant(null);
  const replies = await Promise.all(Array.from({ length: 10 }, () => create(key, "k1")));
  expect(new Set(replies.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
  expect(await count(key)).toBe(1);
});

it("refuses the key for another body or another call", async () => {
  const { key } = await service.merchant(null);
  await create(key, "k1");
  const otherBody = await create(key, "k1", { ...campaign, budget: "11" });
  expect(otherBody.body).toMatchObject({ status: 422, code: "idempotency_key_reused" });
  const otherCall = await service.call("POST /api/rewards/issuances/1/redrive", {
    key,
    headers: { "idempotency-key": "k1" },
  });
  expect(otherCall.body).toMatchObject({ status: 422, code: "idempotency_key_reused" });
  expect(await count(key)).toBe(1);
});

it("a reward can use a key that a call of another kind has used", async () => {
  const { key, campaignId } = await service.merchant();
  await create(key, "k1");
  const body = { idempotency_key: "k1", campaign_id: campaignId, wallet_address: newWallet(), amount: "1" };
  const headers = { "idempotency-key": "k1" };
  expect((await service.call("POST /api/rewards/issue", { key, body, headers })).status).toBe(202);
});

it("two merchants can use the same key", async () => {
  const [a, b] = [await service.merchant(null), await service.merchant(null)];
  const [first, second] = [await create(a.key, "k1"), await create(b.key, "k1")];
  expect(second.status).toBe(201);
  expect(second.body.id).not.toBe(first.body.id);
});

it("a refused request doesn't use up its key", async () => {
  const { key } = await service.merchant(null);
  const over = { ...campaign, ends_at: "2026-01-02T00:00:00Z" };
  expect((await create(key, "k1", over)).status).toBe(422);
  expect((await create(key, "k1")).status).toBe(201);
});

it.each(["has space", "ü", "x".repeat(256)])("names the header if it is not a valid key: %j", async (header) => {
  const { key } = await service.merchant(null);
  const reply = await create(key, encodeURIComponent(header) === header ? header : header.replace("ü", "\u00fc"));
  expect(reply.body).toMatchObject({ status: 422, errors: [{ field: "Idempotency-Key" }] });
});

it("anonymous callers never share a key, whatever they send", async () => {
  const register = (email: string) =>
    service.call("POST /api/merchants/register", {
      body: { name: "Shop", email },
      headers: { "idempotency-key": "1" },
    });
  const [first, second] = [await register("a@example.com"), await register("b@example.com")];
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(second.body.id).not.toBe(first.body.id);
  expect((await register("b@example.com")).body.id).toBe(second.body.id);
});

it("the kept answer to a registration holds no API key", async () => {
  const register = () =>
    service.call("POST /api/merchants/register", {
      body: { name: "Shop", email: "shop@example.com" },
      headers: { "idempotency-key": "r1" },
    });
  const [first, again] = [await register(), await register()];
  expect(first.body.api_key).toMatch(/^mk_test_/);
  expect(again.body).toEqual({ ...first.body, api_key: null });
  const records = await service.world.context.db.read(async (store) => store.select().from(idempotencyRecords));
  expect(records).toHaveLength(1);
  expect(JSON.stringify(records)).not.toContain(first.body.api_key);
});

it("answers are kept for their time, and then deleted", async () => {
  const { key } = await service.merchant(null);
  const before = new Date(Date.now() - 1000);
  await create(key, "k1");
  const { db } = service.world.context;
  await db.commit((store) => prune(store, before));
  expect((await create(key, "k1")).headers.get("idempotency-replayed")).toBe("true");
  await db.commit((store) => prune(store, new Date(Date.now() + 1000)));
  expect((await create(key, "k1")).headers.get("idempotency-replayed")).toBeNull();
  expect(await count(key)).toBe(2);
});

it("a request without a password that can be chosen is no repeat of one that had it", async () => {
  const register = (body: object) =>
    service.call("POST /api/auth/register", { body, headers: { "idempotency-key": "1" } });
  const body = { email: "ada@example.com", password: "correct horse battery" };
  expect((await register(body)).status).toBe(201);
  expect((await register(body)).headers.get("idempotency-replayed")).toBe("true");
  const { password: _, ...bare } = body;
  for (const other of [bare, { ...body, password: "x".repeat(129) }, { ...body, password: "short" }]) {
    expect((await register(other)).body).toMatchObject({ status: 422, errors: [{ field: "password" }] });
  }
});
