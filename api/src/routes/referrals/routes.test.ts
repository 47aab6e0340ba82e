import * as rows from "@merit/core/programmes/referral-programs/store.ts";
import { jobs } from "@merit/core/store/db/schema/jobs.ts";
import { newWallet } from "@merit/core/testing/chain.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { provenWallet } from "../../testing/drops.ts";
import { startService, type TestService, type TestUser } from "../../testing/service.ts";

const DAY_MS = 86_400_000;
const NEWCOMER = 25_000_000n;
const REFERRER = 50_000_000n;

let service: TestService;
let merchant: Awaited<ReturnType<TestService["merchant"]>>;
let user: TestUser;
let own: string;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service[Symbol.asyncDispose]());
beforeEach(async () => {
  merchant = await service.merchant(null);
  user = await service.user();
  own = (await provenWallet(service, user.id)).publicKey();
});

/** A newcomer's bonuses, as the indexer records them; claimable in `days`. */
async function qualified(sides: { newcomer?: string; referrer?: string }, days = 14): Promise<number> {
  const { newcomer = newWallet(), referrer = newWallet() } = sides;
  const at = (day: number) => new Date(Date.now() + day * DAY_MS);
  return service.world.context.db.commit(async (store) => {
    await rows.saveQualified(store, {
      ...{ merchant_id: merchant.id, newcomer, referrer, bonus_newcomer: NEWCOMER, bonus_referrer: REFERRER },
      ...{ claimable_at: at(days), expires_at: at(days + 180), tx_hash: "a".repeat(64), at: new Date() },
    });
    const [row] = await rows.listOf(store, { merchant_id: merchant.id }, { newcomer, limit: 1 });
    return row?.id ?? 0;
  });
}
const paid = (newcomer: string) =>
  service.world.context.db.commit((store) => {
    const end = { merchant_id: merchant.id, newcomer, to: "paid" as const, tx_hash: "b".repeat(64), at: new Date() };
    return rows.endBonuses(store, end, ["newcomer"]);
  });
const asUser = (path: string, { accessToken: token } = user) => service.call(`GET /api${path}`, { token });
const asMerchant = (path: string, key = merchant.key) => service.call(`GET /api${path}`, { key });
const revoke = (id: number, body?: object) =>
  service.call(`POST /api/referrals/${id}/revoke`, { key: merchant.key, ...(body && { body }) });
const idsOf = ({ body }: { body: { data: { id: number }[] } }) => body.data.map(({ id }) => id);

describe("referrals", () => {
  it("are both sides' and the merchant's to see, and nobody else's", async () => {
    const [brought, came] = [await qualified({ referrer: own }), await qualified({ newcomer: own })];
    await qualified({});
    expect(idsOf(await asUser("/referrals"))).toEqual([came, brought]);
    expect(idsOf(await asUser(`/referrals?referrer=${own}`))).toEqual([brought]);
    expect(idsOf(await asUser("/referrals?status=revoked"))).toEqual([]);
    const page = await asUser("/referrals?limit=1");
    expect(idsOf(await asUser(`/referrals?limit=1&cursor=${page.body.next_cursor}`))).toEqual([brought]);
    expect((await asUser(`/referrals/${came}`)).body).toMatchObject({
      ...{ id: came, merchant_id: merchant.id, newcomer: own, status: "qualified", next_steps: ["revoke"] },
      ...{ for_newcomer: { amount: "2.5", status: "pending", tx_hash: null }, for_referrer: { amount: "5" } },
    });
    expect((await asUser(`/referrals/${came}`, await service.user())).status).toBe(404);
    expect(idsOf(await asMerchant("/referrals"))).toHaveLength(3);
    expect(idsOf(await asMerchant(`/referrals?newcomer=${own}`))).toEqual([came]);
    expect((await asMerchant(`/referrals/${brought}`)).body).toMatchObject({ id: brought, referrer: own });
    const stranger = await service.merchant(null);
    expect((await asMerchant(`/referrals/${brought}`, stranger.key)).status).toBe(404);
    expect(idsOf(await asMerchant("/referrals", stranger.key))).toEqual([]);
    for (const path of ["/referrals", `/referrals/${brought}`])
      expect((await service.call(`GET /api${path}`)).body).toMatchObject({ status: 401, code: "missing_credentials" });
    expect((await asUser("/referrals?status=lost")).status).toBe(422);
  });

  it("say what is possible next", async () => {
    const steps = async (days: number) => (await asMerchant(`/referrals/${await qualified({}, days)}`)).body.next_steps;
    expect([await steps(1), await steps(-1), await steps(-181)]).toEqual([["revoke"], ["claim"], ["expire"]]);
    // The ledger's clock decides, which tests can move.
    const id = await qualified({}, 1);
    service.world.chain.closeTime = new Date(Date.now() + 2 * DAY_MS);
    expect((await asMerchant(`/referrals/${id}`)).body.next_steps).toEqual(["claim"]);
    expect((await revoke(id)).body.code).toBe("referral_not_revocable");
    delete service.world.chain.closeTime;
  });
});

describe("revoke", () => {
  it("goes to the ledger once, however often it is requested", async () => {
    const id = await qualified({});
    const replies = await Promise.all([1, 2].map(() => revoke(id, { reason: "The order was returned." })));
    for (const reply of replies) {
      expect(reply).toMatchObject({
        ...{ status: 202, body: { status: "qualified", next_status: "revoked", next_steps: [] } },
      });
    }
    const queued = await service.world.context.db.read(async (store) => store.select().from(jobs));
    expect(queued.filter(({ key }) => key === `referral-revoke:${id}`)).toMatchObject([
      { payload: { kind: "referral", referral_id: id, step: "revoke" } },
    ]);
    await service.world.context.db.commit(async (store) => {
      const { newcomer } = (await rows.byId(store, id)) as rows.Referral;
      const end = {
        merchant_id: merchant.id,
        newcomer,
        to: "revoked" as const,
        tx_hash: "c".repeat(64),
        at: new Date(),
      };
      await rows.endBonuses(store, end, ["newcomer", "referrer"]);
    });
    expect(await revoke(id)).toMatchObject({
      status: 200,
      body: {
        status: "revoked",
        next_status: null,
        reason: "The order was returned.",
        for_newcomer: { status: "revoked" },
      },
    });
  });

  it("is the merchant's alone", async () => {
    const id = await qualified({ newcomer: own });
    const stranger = await service.merchant(null);
    const call = (credentials: object) => service.call(`POST /api/referrals/${id}/revoke`, credentials);
    expect((await call({ key: stranger.key })).status).toBe(404);
    for (const others of [{}, { token: user.accessToken }])
      expect((await call(others)).body).toMatchObject({ status: 401, code: "missing_api_key" });
  });

  it("is refused once the bonuses can be claimed", async () => {
    const { body } = await revoke(await qualified({}, -1));
    expect(body).toMatchObject({ status: 409, code: "referral_not_revocable" });
  });
});

describe("GET /users/referral", () => {
  it("shows the tokens of the caller's wallets beside the points", async () => {
    const { db } = service.world.context;
    await db.commit((store) => rows.saveWallet(store, own, { enrolled_at: new Date() }));
    const newcomer = newWallet();
    await qualified({ referrer: own });
    await qualified({ referrer: own, newcomer }, -1);
    await qualified({ newcomer: own }, -1);
    await paid(own);
    const { body } = await asUser("/users/referral");
    expect(body).toMatchObject({
      earned_points: 0,
      tokens: {
        ...{ pending: "5", claimable: "5", paid: "2.5" },
        wallets: [{ wallet_address: own, enrolled: true, referrer: null }],
      },
    });
    service.world.chain.closeTime = new Date(Date.now() + 15 * DAY_MS);
    const { tokens } = (await asUser("/users/referral")).body;
    expect(tokens).toMatchObject({ pending: "0", claimable: "10" });
    delete service.world.chain.closeTime;
    expect((await asUser("/users/referral", await service.user())).body.tokens).toEqual({
      ...{ pending: "0", claimable: "0", paid: "0", wallets: [] },
    });
  });
});
