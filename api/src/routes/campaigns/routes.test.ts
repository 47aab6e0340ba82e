import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startService, type TestService } from "../../testing/service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service[Symbol.asyncDispose]());

const valid = {
  name: "Spring",
  budget: "100.5",
  starts_at: "2026-01-01T01:00:00.999+01:00",
  ends_at: "2099-01-01T00:00:00Z",
};
const held = { on_missing_trustline: "hold" };
const create = (key: string, change: object = {}) =>
  service.call("POST /api/campaigns", { key, body: { ...valid, ...change } });

describe("POST /campaigns", () => {
  it("creates a pending campaign, in UTC and whole seconds", async () => {
    const { id, key } = await service.merchant(null);
    const { status, body } = await create(key, { per_wallet_cap: "5.0" });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      merchant_id: id,
      name: "Spring",
      budget: "100.5",
      spent: "0",
      reserved: "0",
      per_wallet_cap: "5",
      on_missing_trustline: "fail",
      hold_until: null,
      status: "pending",
      starts_at: "2026-01-01T00:00:00.000Z",
      ends_at: "2099-01-01T00:00:00.000Z",
      contract_campaign_id: null,
      tx_hash: null,
    });
  });

  it("without a start, it starts when it is created; a repeat with its key is the same campaign", async () => {
    const { key } = await service.merchant(null);
    const { starts_at: _, ...body } = valid;
    const request = { key, body, headers: { "idempotency-key": "spring" } };
    const before = Math.floor(Date.now() / 1000) * 1000;
    const created = await service.call("POST /api/campaigns", request);
    expect(created.status).toBe(201);
    const start = Date.parse(created.body.starts_at);
    expect(start).toBeGreaterThanOrEqual(before);
    expect(start).toBeLessThanOrEqual(Date.now());
    expect((await service.call("POST /api/campaigns", request)).body).toEqual(created.body);
  });

  it("says of a campaign whose time is over that it is expired, to everyone", async () => {
    const { id, key } = await service.merchant(null);
    const { body } = await create(key);
    expect(body.expired).toBe(false);
    const { context } = service.world;
    const { clock } = context;
    context.clock = { now: () => new Date(valid.ends_at) };
    try {
      for (const path of [`/api/campaigns/${id}/${body.id}`, `/api/campaigns/me/${body.id}`]) {
        expect((await service.call(`GET ${path}`, { key })).body).toMatchObject({ status: "pending", expired: true });
      }
    } finally {
      context.clock = clock;
    }
  });

  it.each([
    ["budget", { budget: "0" }, "must be greater than 0"],
    ["budget", { budget: 100 }, 'must be a decimal string such as "12.5"'],
    ["budget", { budget: "1.00000001" }, "has 8 decimals: at most 7 are allowed"],
    ["budget", { budget: "922337203685.4775808" }, "must be at most 922337203685.4775807"],
    ["per_wallet_cap", { per_wallet_cap: "-1" }, /digits/],
    ["ends_at", { ends_at: "2025-01-01T00:00:00Z" }, "must be later than starts_at"],
    ["ends_at", { starts_at: "2020-01-01T00:00:00Z", ends_at: "2021-01-01T00:00:00Z" }, "must be in the future"],
    ["ends_at", { ends_at: "9999-01-01T00:00:00Z" }, /must not be after .*, in a hundred years/],
    ["on_missing_trustline", { on_missing_trustline: "wait" }, 'must be "fail" or "hold"'],
    ["hold_until", { hold_until: "2098-01-01T00:00:00Z" }, 'needs "on_missing_trustline": "hold"'],
    ["hold_until", { ...held, hold_until: "2099-01-01T00:00:01Z" }, "must not be later than ends_at"],
    ["hold_until", { ...held, hold_until: "2026-01-01T00:00:00Z" }, "must be in the future"],
    ["starts_at", { starts_at: "tomorrow" }, /ISO 8601/],
    ["starts_at", { starts_at: "1969-12-31T23:59:59Z" }, "must not be before 1970"],
    ["name", { name: "x".repeat(201) }, "must have at most 200 characters"],
    ["status", { status: "active" }, /remove it/],
  ])("names %s for %j", async (field, change, message) => {
    const { key } = await service.merchant(null);
    const { body } = await create(key, change);
    expect(body).toMatchObject({ status: 422, code: "validation_failed", errors: [{ field }] });
    expect(body.errors[0].message).toMatch(message);
  });
});

describe("GET /campaigns", () => {
  it("lists the merchant's own, newest first, page by page", async () => {
    const { key } = await service.merchant(null);
    await (await service.merchant(null)).key;
    const ids: number[] = [];
    for (const name of ["a", "b", "c", "d", "e"]) ids.unshift((await create(key, { name })).body.id);
    const seen: number[] = [];
    let path = "/api/campaigns?limit=2";
    for (let pages = 0; pages < 3; pages += 1) {
      const { body } = await service.call(`GET ${path}`, { key });
      seen.push(...body.data.map((campaign: { id: number }) => campaign.id));
      expect(body.has_more).toBe(pages < 2);
      path = `/api/campaigns?limit=2&cursor=${body.next_cursor}`;
      if (pages === 2) expect(body.next_cursor).toBeNull();
    }
    expect(seen).toEqual(ids);
  });

  it("narrows to a status, also for the public, who see no drafts", async () => {
    const { key, id, campaignId } = await service.merchant();
    const draft = (await create(key, { draft: true })).body.id;
    const of = async (status: string, path = "/api/campaigns") =>
      (await service.call(`GET ${path}?status=${status}`, { key })).body;
    expect((await of("draft")).data).toMatchObject([{ id: draft }]);
    expect((await of("active")).data).toMatchObject([{ id: campaignId }]);
    expect((await of("active", `/api/campaigns/${id}`)).data).toMatchObject([{ id: campaignId }]);
    expect((await of("draft", `/api/campaigns/${id}`)).data).toEqual([]);
    const { errors } = await of("lost");
    expect(errors).toEqual([{ field: "status", message: expect.stringContaining("must be one of draft, pending") }]);
  });

  it.each(["limit=0", "limit=101", "limit=x", "limit=1&limit=2", "cursor=???", "cursor=MTI"])(
    "refuses ?%s",
    async (query) => {
      const { key } = await service.merchant(null);
      const field = query.split("=", 1)[0];
      const { body } = await service.call(`GET /api/campaigns?${query}`, { key });
      expect(body).toMatchObject({ status: 422, errors: [{ field }] });
    },
  );
});

describe("public reading", () => {
  it("shows a merchant's campaigns to anyone, without what is the merchant's business", async () => {
    const { id, campaignId } = await service.merchant();
    const list = await service.call(`GET /api/campaigns/${id}`);
    expect(list).toMatchObject({
      status: 200,
      body: { data: [{ id: campaignId, status: "active" }], has_more: false },
    });
    const one = await service.call(`GET /api/campaigns/${id}/${campaignId}`);
    expect(one.body).toEqual(list.body.data[0]);
    expect(Object.keys(one.body)).not.toEqual(expect.arrayContaining(["reserved"]));
    expect(one.body.contract_campaign_id).toBeTypeOf("number");
    expect(one.body.tx_hash).toMatch(/^a{64}$/);
  });

  it("answers 404 for an unknown merchant and for a campaign of another", async () => {
    const [a, b] = [await service.merchant(), await service.merchant()];
    expect((await service.call("GET /api/campaigns/999999")).status).toBe(404);
    expect((await service.call(`GET /api/campaigns/${a.id}/${b.campaignId}`)).status).toBe(404);
  });
});

it("GET /campaigns/<merchant_id>/<id> shows reservations and drafts to the owner, under its id and as me, and to nobody else", async () => {
  const [owner, stranger] = [await service.merchant(), await service.merchant()];
  const { body: draft } = await create(owner.key, { draft: true });
  const { accessToken: token } = await service.user();
  const of = (merchant: number | string, id: number, credentials: object) =>
    service.call(`GET /api/campaigns/${merchant}/${id}`, credentials);
  for (const merchant of [owner.id, "me"]) {
    expect(await of(merchant, owner.campaignId, { key: owner.key })).toMatchObject({
      status: 200,
      body: { reserved: "0", error_message: null },
    });
    expect((await of(merchant, draft.id, { key: owner.key })).body).toEqual(draft);
  }
  const { body: seen } = await of(owner.id, owner.campaignId, {});
  expect(seen).not.toHaveProperty("reserved");
  for (const others of [{ key: stranger.key }, { token }, { key: "mk_test_none" }]) {
    expect((await of(owner.id, owner.campaignId, others)).body).toEqual(seen);
    expect((await of(owner.id, draft.id, others)).status).toBe(404);
  }
  expect((await of("me", owner.campaignId, { key: stranger.key })).status).toBe(404);
  for (const others of [{}, { token }])
    expect((await of("me", owner.campaignId, others)).body).toMatchObject({ status: 401, code: "missing_api_key" });
  expect((await of("me", owner.campaignId, { key: "mk_test_none" })).body.code).toBe("invalid_api_key");
  const { body: issuer } = await service.call("POST /api/merchants/me/keys", {
    key: owner.key,
    body: { name: "Till", scopes: ["issue"] },
  });
  expect((await of("me", owner.campaignId, { key: issuer.api_key })).body.code).toBe("insufficient_scope");
  expect((await of(owner.id, owner.campaignId, { key: issuer.api_key })).body).toEqual(seen);
});
