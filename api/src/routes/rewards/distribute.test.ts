import { topics } from "@merit/core/base/wake.ts";
import { byKey } from "@merit/core/payouts/rewards/accept.ts";
import { distribute as distributeReward } from "@merit/core/payouts/rewards/distribute.ts";
import { shut } from "@merit/core/payouts/rewards/epoch.ts";
import { confirm, fail } from "@merit/core/payouts/rewards/settle.ts";
import { campaigns } from "@merit/core/store/db/schema/campaigns.ts";
import { newWallet, openLine } from "@merit/core/testing/chain.ts";
import { openAt } from "@merit/core/testing/open-at.ts";
import { LIMIT_MS } from "@merit/core/testing/wait.ts";
import { createCampaign } from "@merit/core/testing/world.ts";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Reply, startService, type TestService } from "../../testing/service.ts";

const hash = "c".repeat(64);
const wallet = newWallet();

let service: TestService;
beforeEach(async () => {
  service = await startService({ DISTRIBUTE_TIMEOUT_SECONDS: "120" });
  service.world.chain.lines.set(wallet, openLine);
});
afterEach(() => service[Symbol.asyncDispose]());

interface Merchant {
  id: number;
  key: string;
  campaignId: number;
}

const distribute = (merchant: Merchant, change: object = {}, header: string | null = "d1"): Promise<Reply> =>
  service.call("POST /api/rewards/distribute", {
    key: merchant.key,
    body: { campaign_id: merchant.campaignId, wallet_address: wallet, amount: "2", ...change },
    headers: header === null ? {} : { "idempotency-key": header },
  });

/** Lets the time run out at once, since no worker pays here. */
function waitForNobody(): void {
  const { context } = service.world;
  Object.assign(context, { settings: { ...context.settings, distributeTimeoutMs: 1 } });
}

/** Plays the worker: waits for the accepted reward and settles it. Call it before the request is sent. */
async function settleWhenAccepted(merchant: Merchant, outcome: "confirm" | "fail"): Promise<void> {
  const { db, wake, settings } = service.world.context;
  using queue = wake.subscribe(topics.queue("reward-issuance"));
  await queue.next({ timeoutMs: LIMIT_MS });
  const now = new Date();
  await db.commit(async (store) => {
    const row = await byKey(store, merchant.id, "d1");
    if (!row) throw new Error("nothing was accepted");
    return outcome === "confirm"
      ? confirm(store, [{ id: row.id, txHash: hash }], { settings, now })
      : fail(store, row.id, { reason: "the wallet has no trustline", now });
  });
}

describe("POST /rewards/distribute", () => {
  it("answers when the reward is confirmed; repeats get the same answer", async () => {
    const merchant = await service.merchant();
    const [, reply] = await Promise.all([settleWhenAccepted(merchant, "confirm"), distribute(merchant)]);
    expect(reply).toMatchObject({ status: 200, body: { status: "confirmed", tx_hash: hash } });
    expect(Object.keys(reply.body)).toEqual(["id", "status", "idempotency_key", "tx_hash"]);
    expect(await distribute(merchant)).toMatchObject({ status: 200, body: reply.body });
  });

  it("callers at the same moment share one payment", async () => {
    const merchant = await service.merchant();
    const settled = settleWhenAccepted(merchant, "confirm");
    const replies = await Promise.all(Array.from({ length: 5 }, () => distribute(merchant)));
    await settled;
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1);
  });

  it("says why a reward failed, and again for a repeat", async () => {
    const merchant = await service.merchant();
    const [, reply] = await Promise.all([settleWhenAccepted(merchant, "fail"), distribute(merchant)]);
    for (const { body } of [reply, await distribute(merchant)]) {
      expect(body).toMatchObject({
        status: 422,
        code: "reward_failed",
        detail: expect.stringContaining("no trustline"),
      });
    }
  });

  it("answers 202 when time is up; the payment continues", async () => {
    waitForNobody();
    const merchant = await service.merchant();
    const reply = await distribute(merchant);
    expect(reply).toMatchObject({ status: 202, body: { status: "pending", idempotency_key: "d1" } });
    const { body } = await service.call(`GET /api/rewards/issuances/${reply.body.id}`, { key: merchant.key });
    expect(body.status).toBe("pending");
  });

  it("takes its key in the body as well", async () => {
    waitForNobody();
    const merchant = await service.merchant();
    const first = await distribute(merchant, { idempotency_key: "d1" }, null);
    expect(first).toMatchObject({ status: 202, body: { idempotency_key: "d1" } });
    expect((await distribute(merchant)).body.id).toBe(first.body.id);
    expect((await distribute(merchant, { idempotency_key: "d2" })).body).toMatchObject({
      status: 422,
      errors: [{ field: "idempotency_key" }],
    });
  });

  it("shares its keys with /rewards/issue and refuses one that belongs to another reward", async () => {
    waitForNobody();
    const merchant = await service.merchant();
    const body = { idempotency_key: "d1", campaign_id: merchant.campaignId, wallet_address: wallet, amount: "2" };
    const issued = await service.call("POST /api/rewards/issue", { key: merchant.key, body });
    expect((await distribute(merchant, { amount: "3" })).body).toMatchObject({
      status: 422,
      code: "idempotency_key_reused",
      issuance_id: issued.body.id,
      detail: expect.stringContaining(`issuance ${issued.body.id}`),
    });
    expect((await distribute(merchant)).body.id).toBe(issued.body.id);
  });
});

describe("POST /rewards/distribute without a key", () => {
  const withoutKey = (merchant: Merchant, change: object = {}) => distribute(merchant, change, null);
  const rewards = async (merchant: Merchant) =>
    (await service.call("GET /api/rewards/issuances", { key: merchant.key })).body.data;
  let now: number;
  beforeEach(() => {
    now = Date.now();
    service.world.context.clock = { now: () => new Date(now) };
    waitForNobody();
  });

  it("refuses a call that equals one of the last minute, and names its reward", async () => {
    const merchant = await service.merchant();
    const { body: first } = await withoutKey(merchant);
    now += 59_999;
    const { body } = await withoutKey(merchant);
    expect(body).toMatchObject({ status: 409, code: "possible_repeat", issuance_id: first.id });
    expect(body.detail).toContain("Idempotency-Key");
    expect(await rewards(merchant)).toHaveLength(1);
    now += 1;
    expect((await withoutKey(merchant)).status).toBe(202);
  });

  it("of equal calls at once, accepts one", async () => {
    const merchant = await service.merchant();
    const replies = await Promise.all(Array.from({ length: 8 }, () => withoutKey(merchant)));
    const [accepted, ...others] = replies.sort((a, b) => a.status - b.status);
    expect(accepted?.status).toBe(202);
    for (const { body } of others) {
      expect(body).toMatchObject({ status: 409, code: "possible_repeat", issuance_id: accepted?.body.id });
    }
    expect(await rewards(merchant)).toHaveLength(1);
  });

  it("equal calls by two processes at once are one reward", async () => {
    const merchant = await service.merchant();
    const { context } = service.world;
    const other = openAt(await service.world.address());
    const reward = { campaign_id: merchant.campaignId, wallet_address: wallet, amount: 2n, user_id: null };
    const calls = [context, { ...context, db: other }].map((process) =>
      distributeReward(process, merchant.id, { ...reward, idempotency_key: null }),
    );
    const results = await Promise.allSettled(calls);
    await other.close();
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(results.find(({ status }) => status === "rejected")).toMatchObject({ reason: { code: "possible_repeat" } });
    expect(await rewards(merchant)).toHaveLength(1);
  });

  it("accepts one with another amount, wallet, campaign or merchant", async () => {
    const [merchant, stranger] = [await service.merchant(), await service.merchant()];
    const { context, chain } = service.world;
    const another = newWallet();
    chain.lines.set(another, openLine);
    await withoutKey(merchant);
    expect((await withoutKey(merchant, { amount: "3" })).status).toBe(202);
    expect((await withoutKey(merchant, { wallet_address: another })).status).toBe(202);
    const campaign = await createCampaign(context, merchant.id);
    expect((await withoutKey(merchant, { campaign_id: campaign.id })).status).toBe(202);
    expect((await withoutKey(stranger)).status).toBe(202);
  });

  it("pays twice on purpose under a key of its own", async () => {
    const merchant = await service.merchant();
    const { body: first } = await withoutKey(merchant);
    const second = await distribute(merchant, {}, "on-purpose");
    expect(second.status).toBe(202);
    expect(second.body.id).not.toBe(first.id);
  });

  it("refuses one that equals a reward with a key, issued or distributed", async () => {
    const merchant = await service.merchant();
    const { body: first } = await distribute(merchant, {}, "d1");
    expect((await withoutKey(merchant)).body).toMatchObject({ code: "possible_repeat", issuance_id: first.id });
  });

  it("a call that equals a failed reward is not a repeat", async () => {
    const merchant = await service.merchant();
    const { body: first } = await withoutKey(merchant);
    const { db } = service.world.context;
    await db.commit((store) => fail(store, first.id, { reason: "the wallet has no trustline", now: new Date(now) }));
    const second = await withoutKey(merchant);
    expect(second.status).toBe(202);
    expect((await withoutKey(merchant)).body).toMatchObject({ issuance_id: second.body.id });
  });

  it("recognises a repeat even if the call would be refused by now", async () => {
    const merchant = await service.merchant();
    const { body: first } = await withoutKey(merchant);
    service.world.chain.down = true;
    expect((await withoutKey(merchant)).body).toMatchObject({ code: "possible_repeat", issuance_id: first.id });
  });

  it("recognises a repeat after the clock was set back, until a newer reward is a minute old", async () => {
    const merchant = await service.merchant();
    const { body: first } = await withoutKey(merchant);
    now -= 3_600_000;
    expect((await withoutKey(merchant)).body).toMatchObject({ code: "possible_repeat", issuance_id: first.id });
    expect((await withoutKey(merchant, { amount: "3" })).status).toBe(202);
    now += 59_999;
    expect((await withoutKey(merchant)).body).toMatchObject({ code: "possible_repeat", issuance_id: first.id });
    now += 1;
    expect((await withoutKey(merchant)).status).toBe(202);
  });
});

describe("a call that can't be paid stores nothing", () => {
  const hour = 3_600_000;
  it.each([
    ["a missing trustline", {}, { wallet_address: newWallet() }, 422, "trustline_missing"],
    ["a campaign that is pending", { activate: false }, {}, 409, "campaign_pending"],
    [
      "a campaign that is over",
      { starts_at: new Date(Date.now() - 2 * hour), ends_at: new Date(Date.now() - hour) },
      {},
      409,
      "campaign_expired",
    ],
    ["a campaign that hasn't begun", { starts_at: new Date(Date.now() + hour) }, {}, 409, "campaign_not_started"],
    ["a budget too small", { budget: 1n }, {}, 409, "budget_exhausted"],
    ["an unknown campaign", {}, { campaign_id: 999_999 }, 404, "not_found"],
  ])("%s", async (_, campaign, change, status, code) => {
    const merchant = await service.merchant(campaign);
    expect((await distribute(merchant, change)).body).toMatchObject({ status, code });
    const { body } = await service.call("GET /api/rewards/issuances", { key: merchant.key });
    expect(body.data).toEqual([]);
  });

  it("a campaign that is paused", async () => {
    const merchant = await service.merchant();
    await service.world.context.db.commit(
      async (store) =>
        void (await store.update(campaigns).set({ status: "paused" }).where(eq(campaigns.id, merchant.campaignId))),
    );
    expect((await distribute(merchant)).body).toMatchObject({ status: 409, code: "campaign_not_active" });
  });

  it("while the database is older than the ledger", async () => {
    const merchant = await service.merchant();
    await service.world.context.db.commit((store) => shut(store, "rebuilding", "restored", new Date()));
    expect((await distribute(merchant)).body).toMatchObject({ status: 503, code: "reconciling" });
  });

  it("the asset's issuer as the recipient", async () => {
    const merchant = await service.merchant();
    const wallet_address = service.world.context.chain.manifest.asset.issuer;
    const { body } = await distribute(merchant, { wallet_address });
    expect(body).toMatchObject({ status: 422, errors: [{ field: "wallet_address" }] });
    expect((await service.call("GET /api/rewards/issuances", { key: merchant.key })).body.data).toEqual([]);
  });

  it("a frozen or full trustline, or a node that is down", async () => {
    const merchant = await service.merchant();
    const { chain } = service.world;
    chain.lines.set(wallet, { ...openLine, authorized: false });
    expect((await distribute(merchant)).body).toMatchObject({ status: 422, code: "trustline_not_authorized" });
    chain.lines.set(wallet, { ...openLine, limit: 3_0000000n, balance: 1_5000000n });
    expect((await distribute(merchant)).body).toMatchObject({
      code: "trustline_full",
      detail: expect.stringContaining("1.5"),
    });
    chain.down = true;
    const down = await distribute(merchant);
    expect(down.body).toMatchObject({ status: 503, code: "rpc_unavailable" });
    expect(down.headers.get("retry-after")).toBe("5");
  });
});
