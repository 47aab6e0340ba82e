import { shut } from "@merit/core/payouts/rewards/epoch.ts";
import { fail } from "@merit/core/payouts/rewards/settle.ts";
import { newCode } from "@merit/core/payouts/vouchers/codes.ts";
import { campaigns } from "@merit/core/store/db/schema/campaigns.ts";
import { newWallet } from "@merit/core/testing/chain.ts";
import { createCampaign } from "@merit/core/testing/world.ts";
import { TransactionBuilder } from "@stellar/stellar-sdk";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startService, type TestService } from "../../testing/service.ts";

let service: TestService;
let key: string;
let campaignId: number;
beforeAll(async () => {
  service = await startService({ PUBLIC_URL: "https://rewards.example", LOG_LEVEL: "debug" });
  const merchant = await service.merchant(null);
  key = merchant.key;
  campaignId = (await createCampaign(service.world.context, merchant.id)).id;
});
afterAll(() => service[Symbol.asyncDispose]());

const make = (body: object = {}, headers: Record<string, string> = {}) =>
  service.call(`POST /api/campaigns/${campaignId}/vouchers`, {
    key,
    headers,
    body: { count: 1, amount: "5", ...body },
  });
const makeCode = async (body: object = {}): Promise<{ id: number; code: string }> =>
  (await make(body)).body.vouchers[0];
/** Codes of another merchant's campaign. */
async function makeFor(
  { key, campaignId }: { key: string; campaignId: number },
  count = 1,
): Promise<{ id: number; code: string }[]> {
  const body = { count, amount: "1" };
  return (await service.call(`POST /api/campaigns/${campaignId}/vouchers`, { key, body })).body.vouchers;
}
const changeCampaign = (id: number, change: Partial<typeof campaigns.$inferInsert>) =>
  service.world.context.db.commit(async (store) => {
    await store.update(campaigns).set(change).where(eq(campaigns.id, id));
  });
const check = (code: string) => service.call("POST /api/vouchers/check", { body: { code } });
const redeem = (code: string, wallet_address = newWallet()) =>
  service.call("POST /api/vouchers/redeem", { body: { code, wallet_address } });

describe("POST /campaigns/<id>/vouchers", () => {
  it("shows the codes once, each with the page that redeems it", async () => {
    const headers = { "idempotency-key": crypto.randomUUID() };
    const { status, body } = await make({ count: 2 }, headers);
    expect(status).toBe(201);
    expect(body).toMatchObject({ count: 2, open: 2, amount: "5", reserved: "10", campaign_id: campaignId });
    for (const { code, url } of body.vouchers) {
      expect(url).toBe(`https://rewards.example/app/v/${code.replaceAll("-", "")}`);
    }
    const { vouchers, ...batch } = body;
    expect((await make({ count: 2 }, headers)).body).toEqual({ ...batch, vouchers: null });
    const shown = [
      await service.call(`GET /api/campaigns/${campaignId}/vouchers?batch_id=${body.id}`, { key }),
      await service.call(`GET /api/campaigns/${campaignId}/voucher-batches`, { key }),
      await service.call(`GET /api/voucher-batches/${body.id}`, { key }),
      await service.call("GET /api/events?object=voucher_batch", { key }),
    ];
    for (const { body } of shown) {
      for (const { code } of vouchers) expect(JSON.stringify(body)).not.toContain(code);
    }
    expect(shown[0]?.body.data.map(({ id }: { id: number }) => id)).toEqual([vouchers[1].id, vouchers[0].id]);
  });

  it.each([
    ["count", { count: 0 }, /from 1 to 1000/],
    ["count", { count: 1001 }, /from 1 to 1000/],
    ["amount", { amount: "0" }, /greater than 0/],
    ["expires_at", { expires_at: "2020-01-01T00:00:00Z" }, /in the future/],
    ["expires_at", { expires_at: "2099-01-01T00:00:00Z" }, /the campaign's end/],
  ])("refuses a wrong %s", async (field, wrong, message) => {
    const { status, body } = await make(wrong);
    expect(status).toBe(422);
    expect(body.errors).toMatchObject([{ field, message: expect.stringMatching(message) }]);
  });
});

describe("a campaign that can't have vouchers now", () => {
  it.each([
    ["campaign_pending", { status: "pending" as const }],
    ["campaign_not_active", { status: "ended" as const }],
    ["campaign_expired", { ends_at: new Date(Date.now() - 1_000) }],
  ])("answers %s", async (code, change) => {
    const other = await service.merchant();
    await changeCampaign(other.campaignId, change);
    const body = { count: 1, amount: "1" };
    const reply = await service.call(`POST /api/campaigns/${other.campaignId}/vouchers`, { key: other.key, body });
    expect(reply.body).toMatchObject({ status: 409, code });
  });

  it("refuses an amount that is above the pool's daily limit", async () => {
    const { chain } = service.world;
    const limit = chain.dailyLimit;
    chain.dailyLimit = 4_0000000n;
    const other = await service.merchant();
    const ask = (amount: string) =>
      service.call(`POST /api/campaigns/${other.campaignId}/vouchers`, { key: other.key, body: { count: 2, amount } });
    expect((await ask("4.1")).body).toMatchObject({ status: 409, code: "above_daily_limit" });
    expect((await ask("4")).status).toBe(201);
    chain.dailyLimit = limit;
  });

  it("answers budget_exhausted where the codes together would take more than is left", async () => {
    const other = await service.merchant();
    const body = { count: 21, amount: "5" };
    const reply = await service.call(`POST /api/campaigns/${other.campaignId}/vouchers`, { key: other.key, body });
    expect(reply.body).toMatchObject({ status: 409, code: "budget_exhausted" });
  });
});

describe("the quota of rewards", () => {
  it("counts each voucher: who could make 1,000 in one call could fill the disk", async () => {
    await using limited = await startService({ RATE_LIMIT_WHITELIST: "192.0.2.1", RATE_LIMIT_ISSUE: "6" });
    const other = await limited.merchant();
    const create = (count: number) =>
      limited.call(`POST /api/campaigns/${other.campaignId}/vouchers`, {
        key: other.key,
        body: { count, amount: "1" },
      });
    expect((await create(7)).body.errors).toEqual([
      { field: "count", message: "must be at most 6: each one counts towards the limit per minute" },
    ]);
    expect((await create(4)).status).toBe(201);
    expect((await create(3)).body).toMatchObject({ status: 429, code: "too_many_requests" });
    expect((await create(2)).status).toBe(201);
  });
});

const cancel = (key: string, body: object) => service.call("POST /api/vouchers/cancel", { key, body });

describe("cancelling", () => {
  it("ends the open codes of a batch, and leaves redeemed ones", async () => {
    const other = await service.merchant();
    const codes = await makeFor(other, 3);
    await redeem(codes[0]?.code ?? "");
    const batch = (await service.call(`GET /api/vouchers/${codes[0]?.id}`, { key: other.key })).body.batch_id;
    const cancelled = await cancel(other.key, { batch_id: batch });
    expect(cancelled.body).toMatchObject({ open: 0, redeemed: 1, cancelled: 2, reserved: "0" });
    expect((await redeem(codes[1]?.code ?? "")).body).toMatchObject({ code: "voucher_cancelled" });
    const { body } = await cancel(other.key, { voucher_id: codes[0]?.id });
    expect(body).toMatchObject({ status: 409, code: "voucher_not_open" });
  });

  it("is the merchant's alone, and of one voucher or one batch", async () => {
    const [owner, stranger] = [await service.merchant(), await service.merchant()];
    const voucher_id = (await makeFor(owner, 2))[0]?.id ?? 0;
    const { batch_id } = (await service.call(`GET /api/vouchers/${voucher_id}`, { key: owner.key })).body;
    const { accessToken: token } = await service.user();
    for (const body of [{ voucher_id }, { batch_id }]) {
      expect((await cancel(stranger.key, body)).body).toMatchObject({ status: 404, code: "not_found" });
      for (const others of [{}, { token }]) {
        const reply = await service.call("POST /api/vouchers/cancel", { ...others, body });
        expect(reply.body).toMatchObject({ status: 401, code: "missing_api_key" });
      }
    }
    for (const body of [{}, { voucher_id, batch_id }])
      expect((await cancel(owner.key, body)).body).toMatchObject({ status: 422, errors: [{ field: "voucher_id" }] });
    expect((await cancel(owner.key, { voucher_id })).body).toMatchObject({ id: batch_id, open: 1, cancelled: 1 });
  });
});

describe("POST /vouchers/redeem", () => {
  it("accepts the reward for whoever has the code; check tells how far it is, without the wallet", async () => {
    const { id, code } = await makeCode();
    expect((await check(code)).body).toMatchObject({
      status: "open",
      redeemable: true,
      reason: null,
      amount: "5",
      asset: { code: "MERIT" },
      campaign_name: "Welcome",
      payment: null,
    });
    const wallet = newWallet();
    const first = await redeem(code.toLowerCase().replaceAll("-", " "), wallet);
    expect(first.status).toBe(202);
    expect(first.body).toMatchObject({
      status: "redeemed",
      redeemable: false,
      payment: { status: "pending", held: false },
    });
    expect(JSON.stringify((await check(code)).body)).not.toContain(wallet);
    expect(await redeem(code, wallet)).toMatchObject({ status: 200, body: first.body });
    expect((await redeem(code)).body).toMatchObject({ status: 409, code: "voucher_redeemed" });
    const own = await service.call(`GET /api/vouchers/${id}`, { key });
    expect(own.body).toMatchObject({ status: "redeemed", issuance_status: "pending", wallet_address: wallet });
    const issuance = await service.call(`GET /api/rewards/issuances/${own.body.issuance_id}`, { key });
    expect(issuance.body).toMatchObject({ voucher_id: id, amount: "5" });
  });

  it("lets a code be redeemed again after its payment failed", async () => {
    const { id, code } = await makeCode();
    await redeem(code);
    const { issuance_id } = (await service.call(`GET /api/vouchers/${id}`, { key })).body;
    const { db } = service.world.context;
    await db.commit((store) => fail(store, issuance_id, { reason: "The wallet is frozen.", now: new Date() }));
    expect((await check(code)).body).toMatchObject({
      status: "open",
      redeemable: true,
      payment: { status: "failed", error_message: "The wallet is frozen." },
    });
    expect((await redeem(code)).status).toBe(202);
  });

  it("refuses unknown, mistyped, cancelled codes and codes of a paused campaign", async () => {
    expect((await redeem(newCode())).body).toMatchObject({ status: 404, code: "voucher_unknown" });
    const { id, code } = await makeCode();
    const mistyped = `${code.slice(0, -1)}${code.endsWith("7") ? "8" : "7"}`;
    expect((await redeem(mistyped)).body.errors).toMatchObject([{ field: "code" }]);
    const paused = await createCampaign(
      service.world.context,
      (await service.call("GET /api/merchants/me", { key })).body.id,
    );
    const made = await service.call(`POST /api/campaigns/${paused.id}/vouchers`, {
      key,
      body: { count: 1, amount: "1" },
    });
    await changeCampaign(paused.id, { status: "paused" });
    expect((await redeem(made.body.vouchers[0].code)).body).toMatchObject({ status: 409, code: "campaign_not_active" });
    await cancel(key, { voucher_id: id });
    expect((await redeem(code)).body).toMatchObject({ status: 409, code: "voucher_cancelled" });
    expect((await cancel(key, { voucher_id: id })).body.cancelled).toBeGreaterThan(0);
    expect((await service.call(`GET /api/vouchers/${id}`, { key })).body.status).toBe("cancelled");
  });

  it.each([
    ["campaign_pending", { status: "pending" as const }],
    ["campaign_expired", { ends_at: new Date(Date.now() - 1_000) }],
    ["campaign_not_started", { starts_at: new Date(Date.now() + 3_600_000) }],
  ])("answers %s where the campaign doesn't pay now", async (code, change) => {
    const other = await service.merchant();
    const codes = await makeFor(other);
    await changeCampaign(other.campaignId, change);
    expect((await redeem(codes[0]?.code ?? "")).body).toMatchObject({ status: 409, code });
  });

  it("refuses a code past its time, before and after the record says so", async () => {
    await using late = await startService();
    const other = await late.merchant();
    const expires_at = new Date(Date.now() + 1_800_000);
    const made = await late.call(`POST /api/campaigns/${other.campaignId}/vouchers`, {
      key: other.key,
      body: { count: 1, amount: "1", expires_at },
    });
    const body = { code: made.body.vouchers[0].code, wallet_address: newWallet() };
    const status = async () => (await late.call("POST /api/vouchers/check", { body: { code: body.code } })).body.status;
    expect(await status()).not.toBe("expired");
    late.world.context.clock = { now: () => expires_at };
    expect(await status()).toBe("expired");
    expect((await late.call("POST /api/vouchers/redeem", { body })).body).toMatchObject({
      status: 409,
      code: "voucher_expired",
    });
  });

  it("answers 503 while the database is older than the ledger", async () => {
    await using restored = await startService();
    const other = await restored.merchant();
    const made = await restored.call(`POST /api/campaigns/${other.campaignId}/vouchers`, {
      key: other.key,
      body: { count: 1, amount: "1" },
    });
    await restored.world.context.db.commit((store) => shut(store, "rebuilding", "restored", new Date()));
    const body = { code: made.body.vouchers[0].code, wallet_address: newWallet() };
    expect((await restored.call("POST /api/vouchers/redeem", { body })).body).toMatchObject({
      status: 503,
      code: "reconciling",
    });
  });

  it("writes no code to the log, wherever it was sent", async () => {
    const { code } = await makeCode();
    await redeem(code);
    await check(newCode());
    const plain = code.replaceAll("-", "");
    await service.call(`GET /app/v/${plain}`);
    await service.call(`GET /api/vouchers/${plain}`, { key });
    const logs = service.world.logs.join("");
    expect(logs).toContain("/vouchers/redeem");
    expect(logs).not.toContain(code);
    expect(logs).not.toContain(plain);
  });

  it("offers a SEP-7 link that adds the trustline for whatever account opens it", async () => {
    const { trustline_uri } = (await check((await makeCode()).code)).body;
    expect(trustline_uri).toMatch(/^web\+stellar:tx\?xdr=[^+]+$/);
    const query = new URLSearchParams(trustline_uri.slice("web+stellar:tx?".length));
    const { passphrase, manifest } = service.world.context.chain;
    expect(query.get("network_passphrase")).toBe(passphrase);
    expect(query.get("replace")).toMatch(/^sourceAccount:X,seqNum:Y;X:/);
    const { operations } = TransactionBuilder.fromXDR(query.get("xdr") as string, passphrase);
    expect(operations).toMatchObject([{ type: "changeTrust", line: { code: manifest.asset.code } }]);
  });
});

it("merchants can't use the keys of vouchers' rewards", async () => {
  const reward = { idempotency_key: "voucher:1", campaign_id: campaignId, wallet_address: newWallet(), amount: "1" };
  const { status, body } = await service.call("POST /api/rewards/issue", { key, body: reward });
  expect(status).toBe(422);
  expect(body.errors).toMatchObject([{ field: "idempotency_key" }]);
});
