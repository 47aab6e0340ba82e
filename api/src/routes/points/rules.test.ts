import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startService, type TestService, type TestUser } from "../../testing/service.ts";

let service: TestService;
let shop: Awaited<ReturnType<TestService["merchant"]>>;
let user: TestUser;
beforeEach(async () => {
  service = await startService({ DAILY_BONUS_POINTS: "0" });
  shop = await service.merchant();
  user = await service.user();
});
afterEach(() => service[Symbol.asyncDispose]());

const review = { kind: "event", event: "review", points: 20 };
const spend = { kind: "spend", points: 3, per: "2", currency: "EUR" };
const addRule = (body: object, { key = shop.key, id = shop.campaignId, headers = {} } = {}) =>
  service.call(`POST /api/campaigns/${id}/rules`, { key, body, headers });
let orders = 0;
const report = (body: object, { key = shop.key, headers = {} } = {}) => {
  orders += 1;
  return service.call("POST /api/points/events", {
    key,
    body: { user_id: user.id, reference: `order-${orders}`, ...body },
    headers,
  });
};
const points = async (token = user.accessToken) => (await service.call("GET /api/points", { token })).body;

describe("rules of a campaign", () => {
  const rules = async (query = "", id = shop.campaignId) =>
    (await service.call(`GET /api/campaigns/${id}/rules${query}`, { key: shop.key })).body;

  it("are at most fifty at a time", async () => {
    for (let count = 0; count < 50; count += 1) expect((await addRule(review)).status).toBe(201);
    expect((await addRule(review)).body).toMatchObject({ status: 409, code: "too_many_rules" });
    const { data } = await rules("?limit=1");
    await service.call(`PATCH /api/points/rules/${data[0].id}`, { key: shop.key, body: { ended: true } });
    expect((await addRule(review)).status).toBe(201);
  });

  it("are created, listed, changed and ended", async () => {
    const { status, body: rule } = await addRule({ ...review, daily_cap: 40 });
    expect(status).toBe(201);
    expect(rule).toMatchObject({
      campaign_id: shop.campaignId,
      kind: "event",
      event: "review",
      points: 20,
      per: null,
      multiply: true,
      daily_cap: 40,
      user_cap: null,
      budget: null,
      granted: 0,
      hold_days: 0,
      expire_days: null,
      ended_at: null,
    });
    await addRule(spend);
    const page = await rules("?limit=1");
    const next = await rules(`?limit=1&cursor=${page.next_cursor}`);
    expect([...page.data, ...next.data]).toMatchObject([{ kind: "spend", per: "2", currency: "EUR" }, rule]);
    const patch = (body: object) => service.call(`PATCH /api/points/rules/${rule.id}`, { key: shop.key, body });
    expect((await patch({ points: 25, daily_cap: null, multiply: false })).body).toMatchObject({
      points: 25,
      daily_cap: null,
      multiply: false,
      event: "review",
    });
    await report({ event: "review" });
    expect((await patch({ budget: 24 })).body).toMatchObject({ status: 422, errors: [{ field: "budget" }] });
    expect((await patch({ budget: 25 })).body).toMatchObject({ budget: 25, granted: 25 });
    expect((await patch({ ended: false })).body).toMatchObject({ points: 25, ended_at: null });
    const ended = (await patch({ points: 26, ended: true })).body;
    expect(ended).toMatchObject({ points: 26, ended_at: expect.any(String) });
    expect((await patch({ ended: true })).body).toEqual(ended);
    expect((await patch({ points: 1 })).body).toMatchObject({ status: 409, code: "rule_ended" });
    expect((await report({ event: "review" })).body.grants).toEqual([]);
  });

  it("are created once per Idempotency-Key", async () => {
    const headers = { "idempotency-key": "r1" };
    const [first, again] = await Promise.all([addRule(review, { headers }), addRule(review, { headers })]);
    expect(again.body).toEqual(first.body);
    expect((await rules()).data).toHaveLength(1);
  });

  it.each([
    ["kind", { ...review, kind: "visit" }, /event, spend or reward/],
    ["event", { kind: "event", points: 1 }, /is required/],
    ["event", { ...review, event: "Sign up" }, /lower case/],
    ["event", { ...spend, event: "review" }, /remove it/],
    ["per", { ...spend, per: "0" }, /greater than 0/],
    ["currency", { ...spend, currency: "euro" }, /currency code/],
    ["points", { ...review, points: -1 }, /whole number from 1/],
    ["budget", { ...review, budget: 0 }, /whole number from 1/],
    ["hold_days", { ...review, hold_days: 9999 }, /at most 3653/],
    ["expire_days", { ...review, expire_days: 0 }, /whole number of days/],
  ])("name %s", async (field, body, message) => {
    const reply = await addRule(body);
    expect(reply.body).toMatchObject({ status: 422, errors: [{ field }] });
    expect(reply.body.errors[0].message).toMatch(message);
  });

  it("are only for the merchant's own campaigns", async () => {
    const stranger = await service.merchant();
    expect((await addRule(review, { key: stranger.key })).body).toMatchObject({ status: 404, code: "not_found" });
    await addRule(review, { key: stranger.key, id: stranger.campaignId });
    expect((await report({ event: "review" })).body.grants).toEqual([]);
  });
});

describe("POST /points/events", () => {
  it("gives points for an event and for what is spent, by every rule that fits", async () => {
    const byEvent = (await addRule(review)).body.id;
    const bySpend = (await addRule(spend)).body.id;
    await addRule({ ...spend, currency: "USD" });
    await addRule({ kind: "reward", points: 99 });
    expect((await report({ event: "review" })).body).toMatchObject({
      event: "review",
      points: 20,
      grants: [{ rule_id: byEvent, points: 20, capped: false, cancelled: false }],
    });
    const { status, body } = await report({ amount: "3.3333333", currency: "EUR" });
    expect(status).toBe(201);
    // 3 points per 2.00, of 3.33: 4.99, rounded down.
    expect(body).toMatchObject({
      user_id: user.id,
      event: "purchase",
      amount: "3.3333333",
      currency: "EUR",
      points: 4,
      grants: [{ rule_id: bySpend, points: 4 }],
      cancelled_at: null,
    });
    expect((await report({ event: "signup" })).body).toMatchObject({ points: 0, grants: [] });
    expect((await points()).available).toBe(24);
  });

  it("counts a reference once, also for concurrent calls, and refuses it for something else", async () => {
    await addRule(review);
    const body = { event: "review", reference: "r-1" };
    const replies = await Promise.all([report(body), report(body), report(body)]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 200, 201]);
    for (const reply of replies) expect(reply.body).toEqual(replies[0]?.body);
    for (const change of [
      { event: "signup" },
      { amount: "1", currency: "EUR" },
      { user_id: (await service.user()).id },
    ]) {
      expect((await report({ ...body, ...change })).body).toMatchObject({ status: 409, code: "reference_reused" });
    }
    expect((await points()).available).toBe(20);
    const cafe = await service.merchant();
    await addRule(review, { key: cafe.key, id: cafe.campaignId });
    expect((await report(body, { key: cafe.key })).status).toBe(201);
    expect((await points()).available).toBe(40);
  });

  it("gives the same answer under the same Idempotency-Key", async () => {
    await addRule(review);
    const body = { event: "review", reference: "r-1" };
    const headers = { "idempotency-key": "e1" };
    const [first, again] = await Promise.all([report(body, { headers }), report(body, { headers })]);
    expect([first.status, again.status, again.body]).toEqual([201, 201, first.body]);
  });

  it("keeps to a user's caps and to the budget, also for concurrent calls", async () => {
    await addRule({ ...review, daily_cap: 50, budget: 90 });
    const reportAtOnce = async (times: number, change = {}) => {
      const replies = await Promise.all(Array.from({ length: times }, () => report({ event: "review", ...change })));
      return replies.map(({ body }) => body).sort((a, b) => b.points - a.points);
    };
    const sent = await reportAtOnce(4);
    expect(sent.map(({ points }) => points)).toEqual([20, 20, 10, 0]);
    expect(sent[2].grants).toMatchObject([{ points: 10, capped: true }]);
    expect(sent[3].grants).toMatchObject([{ points: 0, capped: true }]);
    const other = await service.user();
    const more = await reportAtOnce(3, { user_id: other.id });
    expect(more.map(({ points }) => points)).toEqual([20, 20, 0]);
    expect((await points(other.accessToken)).available).toBe(40);
  });

  it("multiplies by the tier with this merchant, and caps what comes out", async () => {
    const cafe = await service.merchant();
    const toSilver = { user_id: user.id, points: 1000 };
    await service.call("POST /api/points/award", { key: cafe.key, body: toSilver });
    await addRule({ ...review, points: 21, user_cap: 40 });
    expect((await report({ event: "review" })).body.points).toBe(21);
    await service.call("POST /api/points/award", { key: shop.key, body: { ...toSilver, points: 979 } });
    // Silver: 26.25, of which the cap leaves 19.
    expect((await report({ event: "review" })).body.grants).toMatchObject([{ points: 19, capped: true }]);
  });

  it("gives nothing outside the campaign's window, or while it is paused", async () => {
    const over = { starts_at: new Date(Date.now() - 7_200_000), ends_at: new Date(Date.now() - 3_600_000) };
    const early = { starts_at: new Date(Date.now() + 3_600_000), ends_at: new Date(Date.now() + 7_200_000) };
    for (const change of [over, early, { activate: false }]) {
      const closed = await service.merchant(change);
      await addRule(review, { key: closed.key, id: closed.campaignId });
      expect((await report({ event: "review" }, { key: closed.key })).body).toMatchObject({ points: 0, grants: [] });
    }
  });

  it.each([
    ["reference", { reference: "" }, /empty/],
    ["user_id", { user_id: 999_999 }, /the id of a user/],
    ["event", { event: "A b" }, /lower case/],
    ["currency", { amount: "1" }, /together with amount/],
    ["amount", { amount: "1.123456789", currency: "EUR" }, /decimals/],
  ])("names %s", async (field, body, message) => {
    const reply = await report(body);
    expect(reply.body).toMatchObject({ status: 422, errors: [{ field }] });
    expect(reply.body.errors[0].message).toMatch(message);
  });
});

describe("POST /points/events/<id>/cancel", () => {
  const cancel = (id: number, { key = shop.key, headers = {} } = {}) =>
    service.call(`POST /api/points/events/${id}/cancel`, { key, headers });

  it("takes pending points back, once, and makes room under caps and budget again", async () => {
    const held = (await addRule({ ...review, hold_days: 14, expire_days: 30, daily_cap: 20, budget: 20 })).body;
    const { body: event } = await report({ event: "review" });
    expect(await points()).toMatchObject({ available: 0, pending: 20, accounts: [{ lifetime: 0 }] });
    expect((await report({ event: "review" })).body.points).toBe(0);
    const [first, again] = await Promise.all([cancel(event.id), cancel(event.id)]);
    expect(first.body).toMatchObject({ points: 0, grants: [{ rule_id: held.id, points: 20, cancelled: true }] });
    expect(again.body).toEqual(first.body);
    expect(await points()).toMatchObject({ available: 0, pending: 0 });
    expect((await report({ event: "review" })).body.points).toBe(20);
    const { data } = (await service.call("GET /api/points/history", { token: user.accessToken })).body;
    expect(data.map((row: { kind: string; points: number }) => [row.kind, row.points])).toEqual([
      ["earning", 20],
      ["cancellation", -20],
      ["earning", 20],
    ]);
  });

  it("doesn't take back points that can already be spent", async () => {
    await addRule(review);
    const { body: event } = await report({ event: "review" });
    expect((await cancel(event.id)).body).toMatchObject({ points: 20, grants: [{ cancelled: false }] });
    expect((await points()).available).toBe(20);
  });

  it("doesn't find another merchant's", async () => {
    const { body: event } = await report({ event: "review" });
    const stranger = await service.merchant();
    expect((await cancel(event.id, { key: stranger.key })).body).toMatchObject({ status: 404, code: "not_found" });
    expect((await cancel(999_999)).status).toBe(404);
  });
});
