import { systemClock } from "@merit/core/base/clock.ts";
import { MAX_STROOPS } from "@merit/core/base/money.ts";
import { accept } from "@merit/core/payouts/rewards/accept.ts";
import { confirm, fail, hold } from "@merit/core/payouts/rewards/settle.ts";
import { newWallet } from "@merit/core/testing/chain.ts";
import { createCampaign } from "@merit/core/testing/world.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startService, type TestService } from "../../testing/service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service[Symbol.asyncDispose]());

const [walletA, walletB] = [newWallet(), newWallet()];
type Party = Awaited<ReturnType<TestService["merchant"]>>;

/** A reward that came to `end`; its id. */
async function reward(
  { id, campaignId }: Pick<Party, "id" | "campaignId">,
  end: "confirmed" | "failed" | "pending" | "held",
  { wallet = walletA, amount = 1_0000000n } = {},
): Promise<number> {
  const { context } = service.world;
  const { issuance } = await accept(context, id, {
    idempotency_key: crypto.randomUUID(),
    campaign_id: campaignId,
    wallet_address: wallet,
    amount,
    user_id: null,
  });
  const now = new Date();
  await context.db.commit(async (store) => {
    if (end === "confirmed")
      await confirm(store, [{ id: issuance.id, txHash: "c".repeat(64) }], { settings: context.settings, now });
    if (end === "held") await hold(store, issuance.id, { reason: "no trustline yet", now });
    if (end === "failed") await fail(store, issuance.id, { reason: "no trustline", now });
  });
  return issuance.id;
}

const list = (key: string, query = "") => service.call(`GET /api/transactions${query}`, { key });
const ids = (data: { issuance_id: number }[]) => data.map(({ issuance_id }) => issuance_id);

describe("GET /transactions", () => {
  it("lists what was paid, with its campaign, and nothing of other merchants", async () => {
    const [owner, stranger] = [await service.merchant({ name: "Spring" }), await service.merchant()];
    await reward(owner, "pending");
    await reward(owner, "failed");
    await reward(stranger, "confirmed");
    const id = await reward(owner, "confirmed", { amount: 2_5000000n });
    const { status, body } = await list(owner.key);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      data: [
        {
          id: `reward-${id}`,
          type: "reward",
          issuance_id: id,
          drop_id: null,
          campaign_id: owner.campaignId,
          campaign_name: "Spring",
          wallet_address: walletA,
          amount: "2.5",
          tx_hash: "c".repeat(64),
        },
      ],
      has_more: false,
      next_cursor: null,
    });
  });

  it("shows each row by its id, to its merchant alone", async () => {
    const [owner, stranger] = [await service.merchant(), await service.merchant()];
    const [id, unpaid] = [await reward(owner, "confirmed"), await reward(owner, "pending")];
    const show = (key: string, name: string) => service.call(`GET /api/transactions/${name}`, { key });
    const [row] = (await list(owner.key)).body.data;
    expect(await show(owner.key, row.id)).toMatchObject({ status: 200, body: row });
    for (const [key, name] of [
      [stranger.key, `reward-${id}`],
      [owner.key, `reward-${unpaid}`],
      [owner.key, `drop-${id}-0`],
    ] as const)
      expect((await show(key, name)).body).toMatchObject({ status: 404, code: "not_found" });
    const { body } = await show(owner.key, String(id));
    expect(body.detail).toMatch("must be a transaction's id, such as reward-17 or drop-3-42");
  });

  it("gives the same rows by page and by cursor", async () => {
    const owner = await service.merchant();
    const all: number[] = [];
    for (let n = 0; n < 5; n += 1) all.unshift(await reward(owner, "confirmed"));
    const first = (await list(owner.key, "?limit=2")).body;
    expect([ids(first.data), first.has_more]).toEqual([all.slice(0, 2), true]);
    const second = (await list(owner.key, `?limit=2&cursor=${first.next_cursor}`)).body;
    expect((await list(owner.key, "?limit=2&page=2")).body).toEqual(second);
    expect(ids(second.data)).toEqual(all.slice(2, 4));
    const last = (await list(owner.key, "?limit=2&page=3")).body;
    expect([ids(last.data), last.has_more, last.next_cursor]).toEqual([all.slice(4), false, null]);
    expect((await list(owner.key, "?limit=2&page=4")).body.data).toEqual([]);
  });

  it("narrows to a campaign and to a wallet", async () => {
    const owner = await service.merchant();
    const other = await createCampaign(service.world.context, owner.id);
    const a = await reward(owner, "confirmed");
    const b = await reward({ id: owner.id, campaignId: other.id }, "confirmed", { wallet: walletB });
    expect(ids((await list(owner.key, `?campaign_id=${owner.campaignId}`)).body.data)).toEqual([a]);
    expect(ids((await list(owner.key, `?wallet_address=${walletB}`)).body.data)).toEqual([b]);
  });

  it("narrows to a period", async () => {
    const owner = await service.merchant();
    const all: number[] = [];
    for (const day of [1, 2, 3]) {
      service.world.context.clock = { now: () => new Date(Date.UTC(2026, 0, day)) };
      all.unshift(await reward(owner, "confirmed"));
    }
    service.world.context.clock = systemClock;
    const first = (await list(owner.key, "?from=2026-01-02T00:00:00Z&limit=1")).body;
    expect(ids(first.data)).toEqual(all.slice(0, 1));
    const second = `?from=2026-01-02T00:00:00Z&limit=1&cursor=${first.next_cursor}`;
    expect(ids((await list(owner.key, second)).body.data)).toEqual(all.slice(1, 2));
    const campaign = `?campaign_id=${owner.campaignId}&to=2026-01-03T00:00:00Z`;
    expect(ids((await list(owner.key, campaign)).body.data)).toEqual(all.slice(1));
    expect((await list(owner.key, "?from=yesterday")).body).toMatchObject({ status: 422, errors: [{ field: "from" }] });
  });

  it.each(["page=0", "page=1001", "page=x", "campaign_id=x", "wallet_address=x", "page=1&cursor=YmVmb3JlOjU7"])(
    "refuses ?%s",
    async (query) => {
      const { key } = await service.merchant();
      const { body } = await list(key, `?${query}`);
      expect(body).toMatchObject({ status: 422, errors: [{ field: query.split("=", 1)[0] }] });
    },
  );

  it("doesn't find another merchant's campaign", async () => {
    const [a, b] = [await service.merchant(), await service.merchant()];
    expect((await list(a.key, `?campaign_id=${b.campaignId}`)).status).toBe(404);
    const totals = `GET /api/transactions/merchant-totals?campaign_id=${b.campaignId}`;
    expect((await service.call(totals, { key: a.key })).status).toBe(404);
  });
});

describe("GET /transactions/merchant-totals", () => {
  const totals = async (key: string, query = "") =>
    (await service.call(`GET /api/transactions/merchant-totals${query}`, { key })).body;

  it("sums up rewards by their outcome", async () => {
    const owner = await service.merchant();
    expect(await totals(owner.key)).toEqual({
      merchant_id: owner.id,
      campaign_id: null,
      rewards: 0,
      transactions: 0,
      amount: "0",
      wallets: 0,
      pending: { count: 0, amount: "0" },
      held: { count: 0, amount: "0" },
      failed: { count: 0, amount: "0" },
    });
    const other = await createCampaign(service.world.context, owner.id);
    await reward(owner, "confirmed");
    await reward(owner, "confirmed", { amount: 2n });
    await reward(owner, "pending", { wallet: walletB });
    await reward(owner, "held", { amount: 4_0000000n });
    await reward({ id: owner.id, campaignId: other.id }, "confirmed", { wallet: walletB, amount: 3_0000000n });
    await reward({ id: owner.id, campaignId: other.id }, "failed");
    expect(await totals(owner.key)).toMatchObject({
      rewards: 3,
      // All of them have the same transaction here.
      transactions: 1,
      amount: "4.0000002",
      wallets: 2,
      pending: { count: 2, amount: "5" },
      held: { count: 1, amount: "4" },
      failed: { count: 1, amount: "1" },
    });
    expect(await totals(owner.key, `?campaign_id=${other.id}`)).toMatchObject({ rewards: 1, amount: "3" });
  });

  it("sums beyond the largest amount", async () => {
    const owner = await service.merchant(null);
    for (let n = 0; n < 3; n += 1) {
      const campaign = await createCampaign(service.world.context, owner.id, { budget: MAX_STROOPS });
      // Below the daily limit of the pool.
      await reward({ id: owner.id, campaignId: campaign.id }, "confirmed", { amount: MAX_STROOPS / 2n });
    }
    expect((await totals(owner.key)).amount).toBe("1383505805528.2163709");
  });
});
