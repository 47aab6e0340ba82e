import { newWallet, openLine } from "@merit/core/testing/chain.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startService, type TestService } from "../../testing/service.ts";

// The ledger's own answers are tested on a real one: test/chain/dry-run.test.ts.

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service[Symbol.asyncDispose]());
beforeEach(() => {
  service.world.chain.down = false;
});

const dryRun = (key: string, id: number, rewards: unknown) =>
  service.call(`POST /api/campaigns/${id}/dry-run`, { key, body: { rewards } });
const wallet = newWallet();

describe("POST /campaigns/<id>/dry-run", () => {
  it("tells which wallets can't be paid and why, and stores nothing", async () => {
    const { key, campaignId } = await service.merchant();
    const { issuer } = service.world.chain.chain.manifest.asset;
    const frozen = newWallet();
    service.world.chain.lines.set(frozen, { ...openLine, authorized: false });
    const rewards = [wallet, frozen, issuer].map((wallet_address) => ({ wallet_address, amount: "2.5" }));
    const { status, body } = await dryRun(key, campaignId, [...rewards, { wallet_address: wallet, amount: "99" }]);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      campaign_id: campaignId,
      payable: { count: 0, amount: "0" },
      failing: { count: 4, amount: "106.5" },
      fees: { transactions: 0, xlm: "0" },
    });
    const reasons = body.rewards.map(({ reason }: { reason: string }) => reason);
    expect(reasons).toEqual([
      expect.stringMatching(/no trustline/),
      expect.stringMatching(/frozen/),
      expect.stringMatching(/belongs to the rewards system/),
      expect.stringMatching(/has only 92.5 left/),
    ]);
    expect((await service.call("GET /api/rewards/issuances", { key })).body.data).toEqual([]);
    const { body: campaign } = await service.call(`GET /api/campaigns/me/${campaignId}`, { key });
    expect(campaign.reserved).toBe("0");
  });

  it.each([
    ["one that is pending", { activate: false }, "waits", /not confirmed on the ledger/],
    ["one that is over", { starts_at: new Date("2020-01-01"), ends_at: new Date("2020-02-01") }, "fails", /ended at/],
    [
      "one that has not started",
      { starts_at: new Date("2098-01-01"), ends_at: new Date("2099-01-01") },
      "waits",
      /starts at 2098/,
    ],
  ] as const)("says what a reward of %s comes to", async (_, change, outcome, reason) => {
    const { key, campaignId } = await service.merchant(change);
    service.world.chain.lines.set(wallet, openLine);
    const { body } = await dryRun(key, campaignId, [{ wallet_address: wallet, amount: "1" }]);
    expect(body.rewards).toEqual([
      { wallet_address: wallet, amount: "1", outcome, reason: expect.stringMatching(reason) },
    ]);
    service.world.chain.lines.delete(wallet);
  });

  it("tells of a draft which rewards would be paid once it is open", async () => {
    const { key } = await service.merchant();
    const { chain } = service.world;
    chain.lines.set(wallet, openLine);
    const body = {
      name: "Spring",
      budget: "10",
      ends_at: "2098-01-01T00:00:00Z",
      draft: true,
      on_missing_trustline: "hold",
    };
    const { id } = (await service.call("POST /api/campaigns", { key, body })).body;
    const rewards = [
      { wallet_address: wallet, amount: "6" },
      { wallet_address: wallet, amount: "5" },
      { wallet_address: newWallet(), amount: "1" },
    ];
    const forecasts = async () => (await dryRun(key, id, rewards)).body.rewards;
    expect(await forecasts()).toMatchObject([
      { outcome: "waits", reason: expect.stringMatching(/is a draft/) },
      { outcome: "fails", reason: expect.stringMatching(/has only 4 left/) },
      { outcome: "waits", reason: expect.stringMatching(/no trustline/) },
    ]);
    chain.closeTime = new Date("2099-01-01");
    expect((await forecasts())[0]).toMatchObject({ outcome: "fails", reason: expect.stringMatching(/ended at 2098/) });
    delete chain.closeTime;
    chain.lines.delete(wallet);
  });

  it("fails what is above the pool's daily limit, and would be refused", async () => {
    const { key, campaignId } = await service.merchant();
    const { chain } = service.world;
    const limit = chain.dailyLimit;
    chain.dailyLimit = 2_0000000n;
    const { body } = await dryRun(key, campaignId, [{ wallet_address: wallet, amount: "2.5" }]);
    chain.dailyLimit = limit;
    const reason = expect.stringMatching(/^The amount, 2\.5, is above the pool's daily withdrawal limit of 2;/);
    expect(body.rewards).toMatchObject([{ outcome: "fails", reason }]);
  });

  it("takes 1,000 rewards and no more", async () => {
    const { key, campaignId } = await service.merchant();
    const list = (length: number) => Array.from({ length }, () => ({ wallet_address: newWallet(), amount: "0.01" }));
    expect((await dryRun(key, campaignId, list(1000))).body.failing.count).toBe(1000);
    expect((await dryRun(key, campaignId, list(1001))).body).toMatchObject({
      status: 422,
      errors: [{ field: "rewards" }],
    });
  });

  it("names each wrong reward", async () => {
    const { key, campaignId } = await service.merchant();
    const good = { wallet_address: wallet, amount: "1" };
    const { body } = await dryRun(key, campaignId, [good, { wallet_address: "x", amount: "0" }]);
    expect(body.errors.map(({ field }: { field: string }) => field)).toEqual([
      "rewards.1.wallet_address",
      "rewards.1.amount",
    ]);
    expect((await dryRun(key, campaignId, [])).body).toMatchObject({ errors: [{ field: "rewards" }] });
  });

  it("answers 503 while the ledger can't be read", async () => {
    const { key, campaignId } = await service.merchant();
    service.world.chain.down = true;
    const { body } = await dryRun(key, campaignId, [{ wallet_address: wallet, amount: "1" }]);
    expect(body).toMatchObject({ status: 503, code: "rpc_unavailable" });
  });
});
