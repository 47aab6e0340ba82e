import { systemClock } from "@merit/core/base/clock.ts";
import { DAY_MS } from "@merit/core/base/days.ts";
import { formatAmount } from "@merit/core/base/money.ts";
import { RpcUnavailable } from "@merit/core/ledger/chain/errors.ts";
import { fund } from "@merit/core/parties/merchants/fund.ts";
import { recordClaimed } from "@merit/core/payouts/drops/store.ts";
import * as steps from "@merit/core/programmes/campaigns/steps.ts";
import { campaigns } from "@merit/core/store/db/schema/campaigns.ts";
import { newWallet } from "@merit/core/testing/chain.ts";
import { createCampaign } from "@merit/core/testing/world.ts";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { activeDrop } from "../../testing/drops.ts";
import { startService, type TestService } from "../../testing/service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service[Symbol.asyncDispose]());

const register = (body: unknown) => service.call("POST /api/merchants/register", { body });

describe("POST /merchants/register", () => {
  it("answers with the API key, which then works", async () => {
    const { status, body } = await register({ name: " Café Zürich ", email: "Cafe@Example.com" });
    expect(status).toBe(201);
    expect(Object.keys(body)).toEqual(["id", "name", "email", "api_key", "created_at"]);
    expect(body).toMatchObject({ name: "Café Zürich", email: "cafe@example.com" });
    expect(new Date(body.created_at).toISOString()).toBe(body.created_at);
    const me = await service.call("GET /api/merchants/me", { key: body.api_key });
    const { api_key: _, ...merchant } = body;
    expect(me).toMatchObject({ status: 200, body: merchant });
    expect(JSON.stringify(me.body)).not.toContain(body.api_key);
    expect(service.world.logs.join()).not.toContain(body.api_key);
  });

  it("refuses an address that is registered", async () => {
    await register({ name: "A", email: "twice@example.com" });
    expect((await register({ name: "B", email: "TWICE@example.com" })).body).toMatchObject({
      status: 409,
      code: "email_taken",
    });
  });

  it("names every bad field", async () => {
    const { body } = await register({ name: "", email: "nobody", role: "admin" });
    expect(body).toMatchObject({ status: 422, code: "validation_failed" });
    expect(body.errors).toEqual([
      { field: "name", message: "must not be empty" },
      { field: "email", message: "must be an e-mail address such as shop@example.com" },
      { field: "role", message: "is not a field of this call: remove it" },
    ]);
    expect((await register({})).body.errors).toEqual([
      { field: "name", message: "is required" },
      { field: "email", message: "is required" },
    ]);
    expect((await register({ name: 7, email: "a@example.com" })).body.errors).toEqual([
      { field: "name", message: "must be a string" },
    ]);
  });
});

describe("a merchant's balance", () => {
  /** The ledger's answers: 900 free, 1,000 a day, and 12.5 of that used; `more` by the function of the pool. */
  function onLedger(more: Record<string, unknown> = {}) {
    const { chain } = service.world.context;
    const answers: Record<string, unknown> = {
      balance: 900_0000000n,
      limit: { limit: 1000_0000000n, remaining: 987_5000000n },
      ...more,
    };
    const view = vi.spyOn(chain.contracts.pool, "view");
    view.mockImplementation(async (name) => ({ value: answers[name], ledger: 1 }) as never);
    const pool = vi.spyOn(chain, "pool");
    pool.mockResolvedValue({ held: 0n, balances: new Map(), reserved: 87_5000000n, ledger: 1 });
    onTestFinished(() => {
      view.mockRestore();
      pool.mockRestore();
    });
    return { view, pool };
  }

  it("shows what is free, reserved in its own campaigns, and left of the day, and how to deposit", async () => {
    const { id, key } = await service.merchant(null);
    const campaign = await createCampaign(service.world.context, id);
    await createCampaign(service.world.context, (await service.merchant(null)).id);
    const { pool } = onLedger();
    const { manifest } = service.world.context.chain;
    expect(await service.call("GET /api/merchants/me/balance", { key })).toMatchObject({
      status: 200,
      body: {
        ...{ free: "900", incoming: "0", reserved: "87.5", daily_limit: "1000", daily_limit_left: "987.5" },
        deposit: { contract: manifest.contracts.pool.id, merchant: id, asset: `MERIT:${manifest.asset.issuer}` },
      },
    });
    const { id: contract } = manifest.contracts.campaign;
    expect(pool).toHaveBeenCalledWith({ reserves: [{ contract, id: campaign.contract_campaign_id }] });
  });

  it("shows its owner, and a first owner that waits with its times", async () => {
    const { key } = await service.merchant(null);
    const [owner, to] = [newWallet(), newWallet()];
    const read = async () => (await service.call("GET /api/merchants/me/balance", { key })).body;
    onLedger();
    expect(await read()).toMatchObject({ owner: null, pending_owner: null });
    onLedger({ pending_owner: { to, eta: 1_800_000_000n, expires_at: 1_801_209_600n } });
    expect((await read()).pending_owner).toEqual({
      wallet_address: to,
      from: "2027-01-15T08:00:00.000Z",
      until: "2027-01-29T08:00:00.000Z",
    });
    onLedger({ owner });
    expect(await read()).toMatchObject({ owner, pending_owner: null });
  });

  it("shows what is left in campaigns and drops that are over, and the steps that return it", async () => {
    const { id, key } = await service.merchant(null);
    const { context } = service.world;
    const running = await createCampaign(context, id);
    const ended = await createCampaign(context, id);
    await context.db.commit(
      async (store) => void (await store.update(campaigns).set({ status: "ended" }).where(eq(campaigns.id, ended.id))),
    );
    const wallets = [newWallet(), newWallet()];
    const times = { opens_at: new Date(Date.now() - 2 * DAY_MS), expires_at: new Date(Date.now() - DAY_MS) };
    const drop = await activeDrop(service, id, wallets, times);
    await activeDrop(service, id, wallets);
    await context.db.commit((store) => recordClaimed(store, { drop_id: drop.id, leaf: 0 }, null));
    onLedger();
    const read = async () => (await service.call("GET /api/merchants/me/balance", { key })).body.takeable;
    const left = formatAmount(ended.budget);
    expect(await read()).toEqual([
      { kind: "campaign", id: ended.id, name: ended.name, left, steps: ["settle"] },
      { kind: "drop", id: drop.id, name: drop.name, left: "2.5", steps: ["sweep"] },
    ]);
    await context.db.commit((store) => steps.request(store, id, ended.id, "settle", { now: new Date() }));
    context.clock = { now: () => new Date(running.ends_at) };
    onTestFinished(() => {
      context.clock = systemClock;
    });
    expect((await read())[0]).toMatchObject({ id: running.id, steps: ["end", "settle"] });
  });

  it("counts grants that are on their way", async () => {
    const { id, key } = await service.merchant(null);
    await service.world.context.db.commit((store) =>
      fund(service.world.context, store, {
        merchantId: id,
        amount: 20_000_0000000n,
        key: crypto.randomUUID(),
        actor: "cli",
      }),
    );
    onLedger();
    const { body } = await service.call("GET /api/merchants/me/balance", { key });
    expect(body).toMatchObject({ free: "900", incoming: "20000" });
    const terms = { name: "Spring", starts_at: "2026-01-01T00:00:00Z", ends_at: "2099-01-01T00:00:00Z" };
    const create = (budget: string) => service.call("POST /api/campaigns", { key, body: { ...terms, budget } });
    expect(await create("20900.0000001")).toMatchObject({ status: 409 });
    expect(await create("20900")).toMatchObject({ status: 201 });
  });

  it("can't be shown while the ledger can't be read", async () => {
    const { key } = await service.merchant(null);
    onLedger().view.mockRejectedValue(new RpcUnavailable("simulateTransaction", new Error("connection refused")));
    expect(await service.call("GET /api/merchants/me/balance", { key })).toMatchObject({
      status: 503,
      body: { code: "rpc_unavailable" },
    });
  });

  it("refuses a campaign above it at once, with both numbers; a draft is refused when it is funded", async () => {
    const { key } = await service.merchant(null);
    const { view } = onLedger();
    const terms = { name: "Spring", starts_at: "2026-01-01T00:00:00Z", ends_at: "2099-01-01T00:00:00Z" };
    const create = (change: object) => service.call("POST /api/campaigns", { key, body: { ...terms, ...change } });
    const short = {
      status: 409,
      body: { code: "balance_short", detail: expect.stringMatching(/ is 900, .* 900.0000001/) },
    };
    expect(await create({ budget: "900.0000001" })).toMatchObject(short);
    expect(await create({ budget: "900" })).toMatchObject({ status: 201 });

    const { body: draft } = await create({ budget: "900.0000001", draft: true });
    const fund = () => service.call(`POST /api/campaigns/${draft.id}/steps`, { key, body: { step: "fund" } });
    expect(await fund()).toMatchObject(short);
    view.mockRejectedValue(new RpcUnavailable("simulateTransaction", new Error("connection refused")));
    expect(await fund()).toMatchObject({ status: 202 });
    // Funded already: nothing is left to refuse.
    expect(await fund()).toMatchObject({ status: 202 });
  });
});
