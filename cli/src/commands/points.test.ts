import { describe, expect, it } from "vitest";
import { merit, problem } from "../testing/cli.ts";
import { scriptedApi } from "../testing/scripted-api.ts";

const { api, folder } = scriptedApi();
const wallet = "GARQVJB47XR46JVTDZXLMX3NOJR5247V7T4ZDWQSNIK3ZZJUUWRL4D5N";
const row = {
  id: 41,
  user_id: 7,
  merchant_id: 1,
  kind: "award",
  points: 50,
  cause: "award:1:a",
  reason: "Sorry",
  available_at: "2027-01-01T00:00:00.000Z",
  expires_at: null,
  created_at: "2027-01-01T00:00:00.000Z",
};
const rule = {
  id: 3,
  campaign_id: 2,
  kind: "spend",
  event: null,
  points: 1,
  per: "10",
  currency: "EUR",
  multiply: true,
  daily_cap: null,
  user_cap: null,
  budget: 500,
  granted: 12,
  hold_days: 14,
  expire_days: null,
  created_at: row.created_at,
  updated_at: row.created_at,
  ended_at: null,
};
const event = {
  id: 9,
  reference: "order-1",
  user_id: 7,
  event: "purchase",
  amount: "12.5",
  currency: "EUR",
  points: 1,
  grants: [{ rule_id: 3, points: 1, capped: true, cancelled: false }],
  created_at: row.created_at,
  cancelled_at: null,
};

const points = (...args: string[]) =>
  merit(["points", ...args], { env: { MERIT_URL: api.url, MERIT_API_KEY: "key", XDG_CONFIG_HOME: folder } });
const sent = () => api.requests[0]?.body;

describe("award", () => {
  it("needs exactly one user, and makes each call a separate award unless it has a reference", async () => {
    api.on("POST /points/award", { status: 201, body: row });
    const args = ["award", "--wallet", wallet, "--points", "50"];
    const { code, out } = await points(...args, "--reason", "Sorry", "--expires-at", "2027-02-01");
    expect(code).toBe(0);
    expect(out).toMatch(/^Points +50$/m);
    expect(sent()).toEqual({
      wallet_address: wallet,
      points: 50,
      reason: "Sorry",
      reference: expect.stringMatching(/^[0-9a-f-]{36}$/),
      // Valid on that day.
      expires_at: "2027-02-02T00:00:00.000Z",
    });
    await points("award", "--user", "7", "--points", "50", "--reference", "a");
    expect(api.requests[1]?.body).toEqual({ user_id: 7, points: 50, reference: "a" });
  });

  it("says when a reference was used before, and what is wrong", async () => {
    api.on("POST /points/award", { status: 200, body: row });
    const args = ["award", "--user", "7", "--points", "50", "--reference", "a"];
    expect((await points(...args)).err).toMatch(/used before/);
    api.on("POST /points/award", problem(409, "reference_reused", "It stands for something else."));
    expect(await points(...args)).toMatchObject({ code: 1, err: expect.stringContaining("something else") });
    expect(await points("award", "--points", "1")).toMatchObject({ code: 2, err: expect.stringContaining("--wallet") });
    expect((await points("award", "--user", "7", "--points", "1.5")).code).toBe(2);
  });
});

it("show and history print tables, or JSON", async () => {
  const balances = [
    { merchant_id: null, points: 10 },
    { merchant_id: 1, points: 50 },
  ];
  api.on(`GET /users/${wallet}/points`, { body: { wallet_address: wallet, points: 60, balances } });
  expect((await points("show", wallet)).out).toMatch(/^the platform +10\n1 +50$/m);
  api.on("GET /points/history", { body: { data: [row], has_more: false, next_cursor: null } });
  expect((await points("history")).out).toMatch(/^41 +7 +award +50 +award:1:a /m);
  expect(JSON.parse((await points("history", "--json")).out).data).toEqual([row]);
});

it("event reports a purchase, cancel-event takes it back", async () => {
  api.on("POST /points/events", { status: 201, body: event });
  const args = ["event", "--user", "7", "--reference", "order-1"];
  const { out } = await points(...args, "--amount", "12.5", "--currency", "EUR");
  expect(out).toMatch(/^Rule 3 +1 \(reduced by its limits\)$/m);
  expect(sent()).toEqual({ user_id: 7, reference: "order-1", amount: "12.5", currency: "EUR" });
  expect((await points(...args, "--amount", "1")).code).toBe(2);
  const cancelled = { ...event, points: 0, cancelled_at: row.created_at };
  api.on("POST /points/events/9/cancel", { body: { ...cancelled, grants: [{ ...event.grants[0], cancelled: true }] } });
  expect((await points("cancel-event", "9")).out).toMatch(/taken back/);
});

describe("rule", () => {
  it("add sends the options of its kind, and refuses others", async () => {
    api.on("POST /campaigns/2/rules", { status: 201, body: rule });
    const add = (...args: string[]) => points("rule", "add", "--campaign", "2", "--points", "1", ...args);
    const { out } = await add("--for", "spend", "--per", "10", "--currency", "EUR", "--hold-days", "14");
    expect(out).toMatch(/^Points +1 per 10 EUR$/m);
    expect(sent()).toEqual({ kind: "spend", per: "10", currency: "EUR", points: 1, multiply: true, hold_days: 14 });
    await add("--for", "event", "--event", "review", "--no-multiply", "--daily-cap", "40");
    const review = { kind: "event", event: "review", points: 1, multiply: false, hold_days: 0, daily_cap: 40 };
    expect(api.requests[1]?.body).toEqual(review);
    for (const wrong of [["event"], ["spend", "--per", "1"], ["reward", "--event", "x"], ["visit"]]) {
      expect((await add("--for", ...wrong)).code).toBe(2);
    }
    expect(api.requests).toHaveLength(2);
  });

  it("list, update and end show rules", async () => {
    api.on("GET /campaigns/2/rules", { body: { data: [rule], has_more: true, next_cursor: "c" } });
    const { out, err } = await points("rule", "list", "--campaign", "2");
    expect(out).toMatch(/^ *3 +1 per 10 EUR +12 +500 /m);
    expect(err).toMatch(/--cursor c/);
    api.on("PATCH /points/rules/3", ({ body }) => {
      const { ended, ...change } = body as { ended?: true };
      return { body: { ...rule, ...change, ended_at: ended ? row.created_at : null } };
    });
    expect((await points("rule", "update", "3", "--budget", "600")).out).toMatch(/^Budget +600$/m);
    expect((await points("rule", "update", "3")).code).toBe(2);
    expect((await points("rule", "end", "3")).out).toMatch(/^Ended +2027/m);
  });
});
