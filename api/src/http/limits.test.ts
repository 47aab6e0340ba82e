import { accept } from "@merit/core/payouts/rewards/accept.ts";
import { issuances } from "@merit/core/store/db/schema/issuances.ts";
import { newWallet } from "@merit/core/testing/chain.ts";
import { describe, expect, it } from "vitest";
import { startService, type TestService } from "../testing/service.ts";

/** A service in which no caller of the test is exempt. */
const counted = (env: Record<string, string>) => startService({ RATE_LIMIT_WHITELIST: "192.0.2.1", ...env });
const from = (address: string) => ({ headers: { "x-forwarded-for": address } });
const statuses = async (count: number, call: () => Promise<{ status: number }>) => {
  const seen: number[] = [];
  for (let index = 0; index < count; index += 1) seen.push((await call()).status);
  return seen;
};
const list = (service: TestService, options = {}) => service.call("GET /api/campaigns/1", options);
const issue = (service: TestService, { key, campaignId }: { key: string; campaignId: number }, number: number) =>
  service.call("POST /api/rewards/issue", {
    key,
    body: { idempotency_key: `${number}`, campaign_id: campaignId, wallet_address: newWallet(), amount: "1" },
  });

describe("an address without a credential", () => {
  it("learns its remaining quota, and is refused when it is used up", async () => {
    await using service = await counted({ RATE_LIMIT_ADDRESS: "2" });
    const first = await list(service);
    expect(first.headers.get("ratelimit-policy")).toBe('"address";q=2;w=60');
    expect(first.headers.get("ratelimit")).toMatch(/^"address";r=1;t=6[01]$/);
    await list(service);
    const refused = await list(service);
    expect(refused.body).toMatchObject({ status: 429, code: "too_many_requests" });
    expect(refused.headers.get("ratelimit")).toMatch(/^"address";r=0;t=\d+$/);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    const metrics = await service.world.context.metrics.registry.metrics();
    expect(metrics).toContain('merit_http_rate_limited_total{policy="address"} 1');
  });

  it("can try a limited number of keys, while a valid key from there still works", async () => {
    await using service = await counted({ RATE_LIMIT_ADDRESS: "2" });
    const { key } = await service.merchant(null);
    const wrong = () => service.call("GET /api/campaigns", { key: "mk_test_wrong" });
    expect(await statuses(3, wrong)).toEqual([401, 401, 429]);
    expect(await statuses(3, () => service.call("GET /api/campaigns"))).toEqual([429, 429, 429]);
    expect(await statuses(3, () => service.call("GET /api/campaigns", { key }))).toEqual([200, 200, 200]);
  });

  it("counts unknown paths, and counts health checks separately", async () => {
    await using service = await counted({ RATE_LIMIT_ADDRESS: "2" });
    expect(await statuses(3, () => service.call("GET /api/nothing"))).toEqual([404, 404, 429]);
    expect(await statuses(3, () => service.call("GET /health"))).toEqual([200, 200, 429]);
  });

  it("is the address that a trusted proxy names; no other proxy is believed", async () => {
    await using proxied = await counted({ RATE_LIMIT_ADDRESS: "1", TRUSTED_PROXIES: "127.0.0.1" });
    expect((await list(proxied, from("203.0.113.1"))).status).toBe(404);
    expect((await list(proxied, from("203.0.113.2"))).status).toBe(404);
    expect((await list(proxied, from("192.0.2.99, 203.0.113.1"))).status).toBe(429);
    await using direct = await counted({ RATE_LIMIT_ADDRESS: "1" });
    expect((await list(direct, from("203.0.113.1"))).status).toBe(404);
    expect((await list(direct, from("203.0.113.2"))).status).toBe(429);
  });
});

describe("unproven merchants", () => {
  it("share one quota, which a merchant leaves once a reward of it was paid; a call that it refuses counts for nobody", async () => {
    await using service = await counted({ RATE_LIMIT_UNPROVEN: "2", RATE_LIMIT_CREDENTIAL: "4" });
    const [a, b] = [await service.merchant(null), await service.merchant()];
    const read =
      ({ key }: { key: string }) =>
      () =>
        service.call("GET /api/campaigns", { key });
    expect(await statuses(2, read(a))).toEqual([200, 200]);
    expect(await statuses(3, read(b))).toEqual([429, 429, 429]);
    const { db } = service.world.context;
    const reward = { campaign_id: b.campaignId, amount: 1n, user_id: null, idempotency_key: "1" };
    await accept(service.world.context, b.id, { ...reward, wallet_address: newWallet() });
    await db.commit(async (store) => void (await store.update(issuances).set({ status: "confirmed" })));
    expect(await statuses(5, read(b))).toEqual([200, 200, 200, 200, 429]);
    expect(await statuses(1, read(a))).toEqual([429]);
  });
});

describe("a call that needs no credential", () => {
  it("counts as one of an unproven merchant that sends its key", async () => {
    await using service = await counted({ RATE_LIMIT_UNPROVEN: "2" });
    const { key } = await service.merchant(null);
    expect(await statuses(3, () => list(service, { key }))).toEqual([200, 200, 429]);
  });

  it.each(["register", "login"])("counts for its address at POST /auth/%s, whatever is sent with it", async (name) => {
    // The user's registration is the first of them.
    await using service = await counted({ RATE_LIMIT_ADDRESS: "4" });
    const [{ key }, { accessToken: token, email, password }] = [await service.merchant(), await service.user()];
    const call = (credential: object) =>
      service.call(`POST /api/auth/${name}`, { ...credential, body: { email, password } });
    const answer = name === "register" ? 409 : 200;
    expect(await statuses(2, () => call({ key }))).toEqual([answer, answer]);
    expect(await statuses(2, () => call({ token }))).toEqual([answer, 429]);
    expect(await statuses(1, () => service.call("GET /api/campaigns", { key }))).toEqual([200]);
  });
});

describe("a user", () => {
  it("has a quota of its own, beside that of its address and of other users", async () => {
    await using service = await counted({ RATE_LIMIT_CREDENTIAL: "2" });
    const [a, b] = [await service.user(), await service.user()];
    const read =
      ({ accessToken: token }: typeof a) =>
      () =>
        service.call("GET /api/auth/sessions", { token });
    expect(await statuses(3, read(a))).toEqual([200, 200, 429]);
    expect(await statuses(1, read(b))).toEqual([200]);
    expect(await statuses(1, () => list(service))).toEqual([404]);
  });

  it("can try a limited number of tokens, also on routes that need none", async () => {
    await using service = await counted({ RATE_LIMIT_ADDRESS: "2" });
    const wrong = { token: "not-a-token" };
    expect(await statuses(1, () => service.call("GET /api/auth/sessions", wrong))).toEqual([401]);
    const logout = () => service.call("POST /api/auth/logout", { ...wrong, body: { refreshToken: "nothing" } });
    expect(await statuses(2, logout)).toEqual([204, 429]);
  });
});

describe("a merchant", () => {
  it("has rewards of its own, which other merchants and other calls don't use up", async () => {
    await using service = await counted({ RATE_LIMIT_ISSUE: "2", RATE_LIMIT_CREDENTIAL: "3" });
    const [a, b] = [await service.merchant(), await service.merchant()];
    let number = 0;
    const pay = (merchant: typeof a) => () => issue(service, merchant, ++number);
    expect(await statuses(3, pay(a))).toEqual([202, 202, 429]);
    expect(await statuses(3, pay(b))).toEqual([202, 202, 429]);
    const read = () => service.call("GET /api/merchants/me", { key: a.key });
    expect(await statuses(4, read)).toEqual([200, 200, 200, 429]);
  });

  it("may create few drops, since they take long to create", async () => {
    await using service = await counted({ RATE_LIMIT_DROP: "1" });
    const { key } = await service.merchant(null);
    const ends_at = new Date(Date.now() + 3_600_000).toISOString();
    const body = { name: "A", ends_at, shares: [{ wallet_address: newWallet(), amount: "1" }] };
    expect(await statuses(2, () => service.call("POST /api/drops", { key, body }))).toEqual([201, 429]);
  });

  it("has a body of many kilobytes counted as several calls, since it takes as long to check", async () => {
    await using service = await counted({ RATE_LIMIT_CREDENTIAL: "10" });
    const { key } = await service.merchant();
    const body = { rewards: [], padding: "x".repeat(300_000) };
    const send = () => service.call("POST /api/rewards/issue/batch", { key, body });
    expect(await statuses(3, send)).toEqual([422, 422, 429]);
    const read = () => service.call("GET /api/merchants/me", { key });
    // Each was 1 + 4 calls.
    expect(await statuses(1, read)).toEqual([429]);
  });

  it("can send a large body with the smallest quota", async () => {
    await using service = await counted({ RATE_LIMIT_CREDENTIAL: "1" });
    const { key } = await service.merchant();
    const body = { rewards: [], padding: "x".repeat(300_000) };
    expect(await statuses(1, () => service.call("POST /api/rewards/issue/batch", { key, body }))).toEqual([422]);
  });

  it("has its limit ten times at one address, however many merchants somebody registers there", async () => {
    await using service = await counted({ RATE_LIMIT_DROP: "1", TRUSTED_PROXIES: "127.0.0.1" });
    const create = async (address: string) => {
      const { key } = await service.merchant(null);
      // Refused for what it asks, and counted all the same.
      return service.call("POST /api/drops", { key, body: {}, ...from(address) });
    };
    expect(await statuses(11, () => create("203.0.113.1"))).toEqual([...Array(10).fill(422), 429]);
    expect(await statuses(1, () => create("203.0.113.2"))).toEqual([422]);
  });

  it("loses nothing of its own to a call that its address is refused", async () => {
    await using service = await counted({ RATE_LIMIT_DROP: "1", TRUSTED_PROXIES: "127.0.0.1" });
    const merchants = await Promise.all(Array.from({ length: 11 }, () => service.merchant(null)));
    const last = merchants.at(-1)?.key ?? "";
    const create = (key: string, address: string) =>
      service.call("POST /api/drops", { key, body: {}, ...from(address) });
    for (const { key } of merchants.slice(0, 10)) await create(key, "203.0.113.1");
    expect((await create(last, "203.0.113.1")).status).toBe(429);
    expect((await create(last, "203.0.113.2")).status).toBe(422);
  });

  it("never exceeds its limit with concurrent calls", async () => {
    await using service = await counted({ RATE_LIMIT_ISSUE: "5" });
    const merchant = await service.merchant();
    const replies = await Promise.all(Array.from({ length: 20 }, (_, number) => issue(service, merchant, number)));
    expect(replies.filter(({ status }) => status === 202)).toHaveLength(5);
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(15);
  });

  it("is counted as a merchant also on routes that need no credential", async () => {
    await using service = await counted({ RATE_LIMIT_ADDRESS: "1" });
    const { id, key } = await service.merchant(null);
    expect(await statuses(3, () => service.call(`GET /api/campaigns/${id}`, { key }))).toEqual([200, 200, 200]);
    expect(await statuses(2, () => list(service, { key: "mk_test_wrong" }))).toEqual([200, 429]);
  });
});

describe("RATE_LIMIT_WHITELIST", () => {
  it("exempts addresses and ranges", async () => {
    await using service = await startService({
      RATE_LIMIT_ADDRESS: "1",
      RATE_LIMIT_WHITELIST: "192.0.2.0/24",
      TRUSTED_PROXIES: "127.0.0.1",
    });
    const exempt = await list(service, from("192.0.2.77"));
    expect(exempt.headers.get("ratelimit")).toBeNull();
    expect(await statuses(2, () => list(service, from("192.0.2.77")))).toEqual([404, 404]);
    expect(await statuses(2, () => list(service, from("192.0.3.77")))).toEqual([404, 429]);
  });

  it("is this machine on the local network", async () => {
    await using service = await startService({ RATE_LIMIT_ADDRESS: "1" });
    expect(await statuses(3, () => list(service))).toEqual([404, 404, 404]);
  });
});
