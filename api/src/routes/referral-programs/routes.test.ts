import * as programs from "@merit/core/programmes/referral-programs/service.ts";
import * as rows from "@merit/core/programmes/referral-programs/store.ts";
import { jobs } from "@merit/core/store/db/schema/jobs.ts";
import { newWallet } from "@merit/core/testing/chain.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startService, type TestService } from "../../testing/service.ts";

const DAY_MS = 86_400_000;

let service: TestService;
let merchant: Awaited<ReturnType<TestService["merchant"]>>;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service[Symbol.asyncDispose]());
beforeEach(async () => {
  merchant = await service.merchant(null);
});

const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();
const sponsor = newWallet();
const terms = (change: object = {}) => ({
  ...{ sponsor, bonus_referrer: "5", bonus_newcomer: "2.5", budget: "100" },
  ...{ starts_at: "2026-01-01T00:00:00Z", ends_at: inDays(30), qualifies_on: "first_reward" },
  ...change,
});
const send = (body: object) => service.call("POST /api/referral-programs", { key: merchant.key, body });
const own = async () => (await service.call("GET /api/referral-programs/me", { key: merchant.key })).body;
const program = (id = merchant.id) => service.call(`GET /api/referral-programs/${id}`);

/** The ledger takes the change that is on its way. */
async function land(): Promise<void> {
  const { db } = service.world.context;
  await db.commit(async (store) => {
    const change = await rows.changeOf(store, merchant.id);
    if (change) await programs.confirm(store, change, { txHash: "a".repeat(64), now: new Date() });
  });
}

describe("a merchant's referral programme", () => {
  it("is on its way until the ledger has it, and then anybody's to see, with its funds", async () => {
    const asked = await send(terms());
    expect(asked).toMatchObject({
      status: 202,
      body: {
        program: null,
        change: { status: "pending", sponsor, bonus_referrer: "5", referrer_cap: "100", clawback_seconds: 1_209_600 },
      },
    });
    expect(await own()).toEqual(asked.body);
    expect((await program()).status).toBe(404);
    await land();
    const { program: shown, change } = await own();
    expect(change).toBeNull();
    expect(shown).toMatchObject({
      ...{ merchant_id: merchant.id, status: "running", qualifies_on: "first_reward", min_spend: null },
      ...{ funds: { free: "0", pending: "0", paid: "0" }, next_steps: ["fund", "leave"] },
    });
    expect((await program()).body).toEqual({ program: shown, change: null });
    service.world.chain.down = true;
    expect((await program()).body.code).toBe("rpc_unavailable");
    const reply = await service.call("GET /api/referral-programs/me", { key: merchant.key });
    expect(reply.body.code).toBe("rpc_unavailable");
    service.world.chain.down = false;
  });

  it("shows what is on its way to its merchant's key, under its id and as me, and to nobody else", async () => {
    const { body: asked } = await send(terms());
    const { key } = merchant;
    const stranger = await service.merchant(null);
    const { accessToken: token } = await service.user();
    const of = (id: number | string, credentials: object) =>
      service.call(`GET /api/referral-programs/${id}`, credentials);
    for (const id of [merchant.id, "me"]) expect((await of(id, { key })).body).toEqual(asked);
    const strangers = [{}, { token }, { key: stranger.key }, { key: "mk_test_none" }];
    for (const others of strangers) expect((await of(merchant.id, others)).status).toBe(404);
    await land();
    await send(terms({ budget: "200" }));
    expect((await of(merchant.id, { key })).body.change).toMatchObject({ budget: "200" });
    for (const others of strangers)
      expect((await of(merchant.id, others)).body).toMatchObject({ program: { budget: "100" }, change: null });
    expect((await of("me", { key: stranger.key })).body).toEqual({ program: null, change: null });
    for (const others of [{}, { token }])
      expect((await of("me", others)).body).toMatchObject({ status: 401, code: "missing_api_key" });
    expect((await of("me", { key: "mk_test_none" })).body).toMatchObject({ status: 401, code: "invalid_api_key" });
    const scopes = { key, body: { name: "Till", scopes: ["issue"] } };
    const { api_key } = (await service.call("POST /api/merchants/me/keys", scopes)).body;
    expect((await of("me", { key: api_key })).body).toMatchObject({ status: 403, code: "insufficient_scope" });
  });

  it("takes one change at a time: a repeat changes nothing, other terms wait for their turn", async () => {
    const body = terms();
    const [first, again] = [await send(body), await send(body)];
    expect([first.status, again.status]).toEqual([202, 202]);
    expect(again.body).toEqual(first.body);
    expect((await send(terms({ budget: "200" }))).body).toMatchObject({ status: 409, code: "referral_program_busy" });
    const queued = await service.world.context.db.read(async (store) => store.select().from(jobs));
    expect(queued.filter(({ key }) => key === `referral-program:${merchant.id}`)).toHaveLength(1);
  });

  it("sends the ledger nothing for what newcomers qualify for", async () => {
    const body = terms();
    await send(body);
    await land();
    const reply = await send({ ...body, qualifies_on: "spend", min_spend: "20", currency: "EUR" });
    expect(reply).toMatchObject({ status: 200, body: { change: null, program: { min_spend: "20", currency: "EUR" } } });
  });

  it("keeps its start when a change doesn't name one, and shows why the ledger refused it", async () => {
    await send(terms());
    await land();
    const { starts_at: _, ...rest } = terms({ budget: "200" });
    expect((await send(rest)).body.change).toMatchObject({ starts_at: "2026-01-01T00:00:00.000Z", budget: "200" });
    await service.world.context.db.commit((store) =>
      rows.noteChange(store, merchant.id, { status: "failed", error_message: "No.", updated_at: new Date() }),
    );
    expect(await own()).toMatchObject({
      program: { budget: "100" },
      change: { status: "failed", error_message: "No." },
    });
    expect((await send(rest)).body.change).toMatchObject({ status: "pending", error_message: null });
  });

  it.each([
    ["sponsor", { sponsor: "S" }, /account/],
    ["bonus_newcomer", { bonus_referrer: null, bonus_newcomer: null }, /must be given/],
    ["budget", { budget: "7" }, /cover both bonuses/],
    ["referrer_cap", { referrer_cap: "4" }, /at least bonus_referrer/],
    ["ends_at", { ends_at: "2025-12-31T00:00:00Z" }, /after starts_at/],
    ["ends_at", { starts_at: "2019-01-01T00:00:00Z", ends_at: "2020-12-31T00:00:00Z" }, /must be in the future/],
    ["ends_at", { starts_at: undefined, ends_at: "2020-12-31T00:00:00Z" }, /must be in the future/],
    ["ends_at", { ends_at: inDays(1100) }, /three years/],
    ["clawback_days", { clawback_days: 91 }, /at most 90/],
    ["qualifies_on", { qualifies_on: "like" }, /first_reward or spend/],
    ["min_spend", { qualifies_on: "spend", currency: "EUR" }, /is required/],
    ["currency", { currency: "EUR" }, /remove it/],
  ])("names a wrong %s", async (field, change, message) => {
    const { body } = await send(terms(change));
    expect(body).toMatchObject({ status: 422, errors: [{ field, message: expect.stringMatching(message) }] });
  });

  it("is in the list of its status", async () => {
    await send(terms());
    await land();
    const running = merchant.id;
    merchant = await service.merchant(null);
    await send(terms({ starts_at: inDays(1) }));
    await land();
    const list = async (query: string) => (await service.call(`GET /api/referral-programs${query}`)).body;
    const ids = (page: { data: { merchant_id: number }[] }) => page.data.map(({ merchant_id }) => merchant_id);
    expect(ids(await list("?status=scheduled"))).toEqual([merchant.id]);
    expect(ids(await list("?status=running"))).toContain(running);
    expect(ids(await list("?status=over"))).toEqual([]);
    const page = await list("?limit=1");
    expect(ids(page)).toEqual([merchant.id]);
    expect(ids(await list(`?limit=1&cursor=${page.next_cursor}`))).toEqual([running]);
    expect((await list("?status=lost")).status).toBe(422);
  });

  it("can't end before the start that it keeps", async () => {
    await send(terms({ starts_at: inDays(20) }));
    await land();
    const { body } = await send(terms({ starts_at: undefined, ends_at: inDays(10) }));
    expect(body).toMatchObject({
      status: 422,
      errors: [{ field: "ends_at", message: expect.stringMatching(/must be after 20/) }],
    });
  });
});
