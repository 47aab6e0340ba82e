import { shut } from "@merit/core/payouts/rewards/epoch.ts";
import { newWallet, openLine } from "@merit/core/testing/chain.ts";
import { Account, Keypair, MuxedAccount, StrKey } from "@stellar/stellar-sdk";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startService, type TestService } from "../../testing/service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service[Symbol.asyncDispose]());

const wallet = newWallet();
const reward = (campaignId: number, change: object = {}) => ({
  idempotency_key: "order-1",
  campaign_id: campaignId,
  wallet_address: wallet,
  amount: "2.5",
  ...change,
});
const issue = (key: string, body: unknown, headers: Record<string, string> = {}) =>
  service.call("POST /api/rewards/issue", { key, body, headers });

describe("POST /rewards/issue", () => {
  it("accepts once and answers repeats with what was accepted", async () => {
    const { key, campaignId } = await service.merchant();
    const first = await issue(key, reward(campaignId));
    expect(first.status).toBe(202);
    expect(first.body).toEqual({
      ...{ id: expect.any(Number), status: "pending", idempotency_key: "order-1", tx_hash: null },
    });

    const again = await issue(key, reward(campaignId, { amount: "2.50" }));
    expect(again).toMatchObject({ status: 200, body: { ...first.body, mismatch: false } });
    expect(again.headers.get("idempotency-mismatch")).toBeNull();

    const other = await issue(key, reward(campaignId, { amount: "3" }));
    expect(other).toMatchObject({ status: 200, body: { ...first.body, mismatch: true } });
    expect(other.headers.get("idempotency-mismatch")).toBe("true");
    const { body } = await service.call(`GET /api/campaigns/me/${campaignId}`, { key });
    expect(body.reserved).toBe("2.5");
  });

  it("concurrent repeats are one issuance: one 202, the rest 200", async () => {
    const { key, campaignId } = await service.merchant();
    const replies = await Promise.all(Array.from({ length: 20 }, () => issue(key, reward(campaignId))));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([...Array(19).fill(200), 202]);
    expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1);
  });

  it("accepts contract wallets", async () => {
    const { key, campaignId } = await service.merchant();
    const contract = StrKey.encodeContract(Keypair.random().rawPublicKey());
    expect((await issue(key, reward(campaignId, { wallet_address: contract }))).status).toBe(202);
  });

  it("stops exactly at the budget, also for concurrent calls", async () => {
    const { key, campaignId } = await service.merchant({ budget: 10_0000000n });
    const ask = (index: number) => issue(key, reward(campaignId, { idempotency_key: `k${index}`, amount: "3" }));
    const replies = await Promise.all(Array.from({ length: 8 }, (_, index) => ask(index)));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([202, 202, 202, 409, 409, 409, 409, 409]);
    expect(replies.find(({ status }) => status === 409)?.body).toMatchObject({ code: "budget_exhausted" });
    expect((await issue(key, reward(campaignId, { idempotency_key: "rest", amount: "1" }))).status).toBe(202);
    expect((await issue(key, reward(campaignId, { idempotency_key: "dust", amount: "0.0000001" }))).status).toBe(409);
  });

  it("an unknown campaign and another merchant's are both 404", async () => {
    const [a, b] = [await service.merchant(), await service.merchant()];
    expect((await issue(a.key, reward(b.campaignId))).body).toMatchObject({ status: 404, code: "not_found" });
    expect((await issue(a.key, reward(999_999))).status).toBe(404);
  });

  it("refuses less than MIN_REWARD, but not a repeat from before it was set", async () => {
    await using strict = await startService({ MIN_REWARD: "0.5" });
    const { key, campaignId } = await strict.merchant();
    const ask = (idempotency_key: string, amount: string) =>
      strict.call("POST /api/rewards/issue", { key, body: reward(campaignId, { idempotency_key, amount }) });
    const { body } = await ask("small", "0.4999999");
    expect(body).toMatchObject({
      status: 422,
      errors: [{ field: "amount", message: "must be at least 0.5, the minimum reward" }],
    });
    expect((await ask("enough", "0.5")).status).toBe(202);
    strict.world.context.settings.minReward = 10_000_000n;
    expect((await ask("enough", "0.5")).status).toBe(200);
    const rewards = [
      reward(campaignId, { idempotency_key: "a", amount: "0.9" }),
      reward(campaignId, { idempotency_key: "b" }),
    ];
    const batch = await strict.call("POST /api/rewards/issue/batch", { key, body: { rewards } });
    expect(batch.body.data).toMatchObject([
      { status_code: 422, error: { detail: "amount must be at least 1, the minimum reward" } },
      { status_code: 202 },
    ]);
    const small = { rewards: [{ wallet_address: wallet, amount: "0.9" }] };
    const { body: run } = await strict.call(`POST /api/campaigns/${campaignId}/dry-run`, { key, body: small });
    expect(run.rewards).toMatchObject([{ outcome: "fails", reason: expect.stringMatching(/minimum reward is 1;/) }]);
    const drop = { name: "Dust", shares: [{ wallet_address: wallet, amount: "0.9" }] };
    const ends_at = new Date(Date.now() + 86_400_000).toISOString();
    expect((await strict.call("POST /api/drops", { key, body: { ...drop, ends_at } })).body).toMatchObject({
      status: 422,
      errors: [{ field: "shares.0.amount" }],
    });
  });

  it("refuses what is above the pool's daily limit, with both numbers, but not a repeat or while the ledger is silent", async () => {
    await using limited = await startService();
    const { key, campaignId } = await limited.merchant();
    const { chain } = limited.world;
    chain.lines.set(wallet, openLine);
    const ask = (path: string, change: object) =>
      limited.call(`POST /api/rewards/${path}`, { key, body: reward(campaignId, change) });
    expect((await ask("issue", { idempotency_key: "before", amount: "20" })).status).toBe(202);

    chain.dailyLimit = 2_0000000n;
    const other = await limited.merchant();
    const issueOf = (change: object) =>
      limited.call("POST /api/rewards/issue", { key: other.key, body: reward(other.campaignId, change) });
    const { body } = await issueOf({ amount: "2.5" });
    expect(body).toMatchObject({ status: 409, code: "above_daily_limit" });
    expect(body.detail).toMatch(/2\.5, is above .* daily withdrawal limit .* 2, so it could never be paid/);
    expect((await issueOf({ amount: "2" })).status).toBe(202);
    const rewards = ["2.5", "1"].map((amount) => reward(other.campaignId, { idempotency_key: amount, amount }));
    const batch = await limited.call("POST /api/rewards/issue/batch", { key: other.key, body: { rewards } });
    expect(batch.body.data).toMatchObject([
      { status_code: 409, error: { code: "above_daily_limit", detail: body.detail } },
      { status_code: 202 },
    ]);
    const distributed = { ...reward(other.campaignId), idempotency_key: "d" };
    expect(
      (await limited.call("POST /api/rewards/distribute", { key: other.key, body: distributed })).body,
    ).toMatchObject({ status: 409, code: "above_daily_limit" });
    const { body: campaign } = await limited.call(`GET /api/campaigns/me/${other.campaignId}`, {
      key: other.key,
    });
    expect(campaign.reserved).toBe("3");
    expect((await ask("issue", { idempotency_key: "before", amount: "20" })).status).toBe(200);

    chain.down = true;
    const third = await limited.merchant();
    const asked = { key: third.key, body: reward(third.campaignId) };
    expect((await limited.call("POST /api/rewards/issue", asked)).status).toBe(202);
  });

  it("answers 503 while the database is older than the ledger", async () => {
    await using restored = await startService();
    const { key, campaignId } = await restored.merchant();
    await restored.world.context.db.commit((store) => shut(store, "rebuilding", "restored", new Date()));
    const reply = await restored.call("POST /api/rewards/issue", { key, body: reward(campaignId) });
    expect(reply.body).toMatchObject({ status: 503, code: "reconciling" });
    expect(reply.headers.get("retry-after")).toBe("60");
  });

  it("the header Idempotency-Key may repeat the key but not contradict it", async () => {
    const { key, campaignId } = await service.merchant();
    expect((await issue(key, reward(campaignId), { "idempotency-key": "order-1" })).status).toBe(202);
    const { body } = await issue(key, reward(campaignId), { "idempotency-key": "order-2" });
    expect(body).toMatchObject({
      status: 422,
      errors: [{ field: "idempotency_key", message: expect.stringContaining("differs from the header") }],
    });
  });

  it("takes its key from the header alone, as the same key as in the body; one of the two is required", async () => {
    const { key, campaignId } = await service.merchant();
    const { idempotency_key: own, ...body } = reward(campaignId);
    const first = await issue(key, body, { "idempotency-key": own });
    expect(first).toMatchObject({ status: 202, body: { idempotency_key: own } });
    expect(await issue(key, reward(campaignId))).toMatchObject({ status: 200, body: { id: first.body.id } });
    expect((await issue(key, body)).body).toMatchObject({ status: 422, errors: [{ field: "idempotency_key" }] });
    expect((await issue(key, body, { "idempotency-key": "rebuilt:1" })).body.errors[0].field).toBe("Idempotency-Key");
  });

  it.each(["cust-\ud801", "\udc00", "\ud801\ud802"])(
    "refuses a key that can't be stored as it is: %j",
    async (idempotency_key) => {
      const { key, campaignId } = await service.merchant();
      const { body } = await issue(key, reward(campaignId, { idempotency_key }));
      expect(body).toMatchObject({ status: 422, errors: [{ field: "idempotency_key" }] });
      expect((await issue(key, reward(campaignId, { idempotency_key: "cust-\u{1f600}" }))).status).toBe(202);
    },
  );

  it("names every bad field", async () => {
    const { key } = await service.merchant();
    const { body } = await issue(key, { idempotency_key: "", campaign_id: "1", amount: "1e3", memo: "x" });
    expect(body.errors.map(({ field }: { field: string }) => field)).toEqual([
      "idempotency_key",
      "campaign_id",
      "wallet_address",
      "amount",
      "memo",
    ]);
    expect(body.errors).toContainEqual({ field: "wallet_address", message: "is required" });
  });
});

describe("wallet_address", () => {
  const secret = Keypair.random().secret();
  const muxed = new MuxedAccount(new Account(wallet, "0"), "7").accountId();

  it.each([
    ["a secret key", secret, /secret key: never send one/],
    ["a secret key with a typing error", `${secret.slice(0, -1)}${secret.endsWith("A") ? "B" : "A"}`, /secret key/],
    ["a muxed address", muxed, /muxed/],
    ["a wrong checksum", `${wallet.slice(0, -1)}${wallet.endsWith("A") ? "B" : "A"}`, /checksum/],
    ["lower case", wallet.toLowerCase(), /checksum/],
    ["nothing", "", /checksum/],
    ["a number", 7, "must be a string"],
  ])("refuses %s and never repeats it", async (_, address, message) => {
    const { key, campaignId } = await service.merchant();
    const { status, body } = await issue(key, reward(campaignId, { wallet_address: address }));
    expect(status).toBe(422);
    expect(body.errors).toHaveLength(1);
    expect(body.errors[0]).toMatchObject({ field: "wallet_address", message: expect.stringMatching(message) });
    if (typeof address === "string" && address) {
      expect(JSON.stringify(body)).not.toContain(address);
      expect(service.world.logs.join()).not.toContain(address);
    }
  });
});
