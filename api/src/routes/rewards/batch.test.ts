import * as wallets from "@merit/core/parties/wallets/store.ts";
import { shut } from "@merit/core/payouts/rewards/epoch.ts";
import { jobs } from "@merit/core/store/db/schema/jobs.ts";
import { newWallet } from "@merit/core/testing/chain.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startService, type TestService } from "../../testing/service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service[Symbol.asyncDispose]());

const wallet = newWallet();
const reward = (campaign_id: number, idempotency_key: string, change: object = {}) => ({
  idempotency_key,
  campaign_id,
  wallet_address: wallet,
  amount: "1",
  ...change,
});
const issue = (key: string, rewards: unknown, headers: Record<string, string> = {}) =>
  service.call("POST /api/rewards/issue/batch", { key, body: { rewards }, headers });
const reserved = async (key: string, campaignId: number) =>
  (await service.call(`GET /api/campaigns/me/${campaignId}`, { key })).body.reserved;
const jobCount = (campaignId: number) =>
  service.world.context.db.read(
    async (store) =>
      (await store.select().from(jobs)).filter(
        ({ queue, group }) => queue === "reward-issuance" && group === String(campaignId),
      ).length,
  );

describe("POST /rewards/issue/batch", () => {
  it("answers each reward by itself, in order, by the rules of a single one", async () => {
    const { key, campaignId } = await service.merchant();
    const stranger = await service.merchant();
    const single = await service.call("POST /api/rewards/issue", { key, body: reward(campaignId, "before") });
    const { status, body } = await issue(key, [
      reward(campaignId, "a"),
      reward(campaignId, "before"),
      reward(campaignId, "before", { amount: "2" }),
      reward(stranger.campaignId, "b"),
      reward(campaignId, "c", { amount: "99" }),
      reward(campaignId, "d", { user_id: 1 }),
      reward(campaignId, "a"),
      reward(campaignId, "e", { amount: "98" }),
    ]);
    expect(status).toBe(200);
    expect(body).toMatchObject({ accepted: 2, repeated: 3, refused: 3 });
    const pick = ({ idempotency_key, status_code, mismatch, error }: (typeof body.data)[number]) => [
      idempotency_key,
      status_code,
      mismatch,
      error?.code ?? null,
    ];
    expect(body.data.map(pick)).toEqual([
      ["a", 202, false, null],
      ["before", 200, false, null],
      ["before", 200, true, null],
      ["b", 404, false, "not_found"],
      ["c", 409, false, "budget_exhausted"],
      ["d", 422, false, "validation_failed"],
      ["a", 200, false, null],
      ["e", 202, false, null],
    ]);
    expect(body.data[1].id).toBe(single.body.id);
    expect(body.data[6].id).toBe(body.data[0].id);
    expect(body.data[5].error.detail).toMatch(/^user_id must be the user who owns the wallet/);
    expect(await reserved(key, campaignId)).toBe("100");
    expect(await jobCount(campaignId)).toBe(3);
  });

  it("with dry_run says what would become of each reward, and stores and counts nothing", async () => {
    await using limited = await startService({ RATE_LIMIT_WHITELIST: "192.0.2.1", RATE_LIMIT_ISSUE: "4" });
    const { key, campaignId } = await limited.merchant();
    const rewards = [
      reward(campaignId, "before"),
      reward(campaignId, "before", { amount: "2" }),
      reward(campaignId, "a", { amount: "99" }),
      reward(campaignId, "b", { amount: "1.5" }),
      reward(campaignId, "a", { amount: "99" }),
    ];
    const single = await limited.call("POST /api/rewards/issue", { key, body: rewards[0] });
    const ask = (dry_run?: boolean) =>
      limited.call("POST /api/rewards/issue/batch", { key, body: { rewards: rewards.slice(0, 4), dry_run } });
    for (let time = 0; time < 2; time += 1) {
      const { status, body } = await ask(true);
      expect(status).toBe(200);
      expect(body).toMatchObject({ accepted: 1, repeated: 2, refused: 1 });
      expect(body.data).toMatchObject([
        { status_code: 200, id: single.body.id, mismatch: false },
        { status_code: 200, id: single.body.id, mismatch: true },
        { status_code: 202, id: null, status: null },
        { status_code: 409, id: null, error: { code: "budget_exhausted" } },
      ]);
      expect((await limited.call("GET /api/rewards/issuances", { key })).body.data).toHaveLength(1);
    }
    expect((await ask()).status).toBe(429);
    expect(
      (await limited.call("POST /api/rewards/issue/batch", { key, body: { rewards, dry_run: "yes" } })).body,
    ).toMatchObject({
      status: 422,
      errors: [{ field: "dry_run" }],
    });
  });

  it("beyond the limit is refused before its entries are checked, which takes long", async () => {
    await using limited = await startService({ RATE_LIMIT_WHITELIST: "192.0.2.1", RATE_LIMIT_ISSUE: "4" });
    const { key } = await limited.merchant();
    const send = (rewards: unknown[]) => limited.call("POST /api/rewards/issue/batch", { key, body: { rewards } });
    const replies = [await send([1, 2, 3]), await send([1, 2])];
    expect(replies.map(({ status }) => status)).toEqual([422, 429]);
    const { body } = await limited.call("POST /api/rewards/issue/batch", { key, body: { rewards: 5 } });
    expect(body.errors).toMatchObject([{ field: "rewards", message: expect.not.stringContaining("limit") }]);
  });

  it("takes 1,000 rewards with keys of full length, and no more", async () => {
    const { key, campaignId } = await service.merchant({ budget: 2000_0000000n });
    const list = (length: number) =>
      Array.from({ length }, (_, index) => reward(campaignId, String(index).padEnd(255, "k")));
    expect((await issue(key, list(1000))).body).toMatchObject({ accepted: 1000, repeated: 0, refused: 0 });
    expect(await reserved(key, campaignId)).toBe("1000");
    expect((await issue(key, list(1001))).body).toMatchObject({ status: 422, errors: [{ field: "rewards" }] });
  });

  it("sent again, also at the same time, is one issuance per key", async () => {
    const { key, campaignId } = await service.merchant();
    const list = Array.from({ length: 20 }, (_, index) => reward(campaignId, `k${index}`));
    const replies = await Promise.all([issue(key, list), issue(key, list), issue(key, list.toReversed())]);
    const sum = (name: "accepted" | "repeated") => replies.reduce((total, { body }) => total + body[name], 0);
    expect([sum("accepted"), sum("repeated")]).toEqual([20, 40]);
    expect(await reserved(key, campaignId)).toBe("20");
    expect(await jobCount(campaignId)).toBe(20);
  });

  it("with an Idempotency-Key answers a repeat as the first time", async () => {
    const { key, campaignId } = await service.merchant();
    const headers = { "idempotency-key": "batch-1" };
    const first = await issue(key, [reward(campaignId, "a")], headers);
    expect(first.body.accepted).toBe(1);
    expect((await issue(key, [reward(campaignId, "a")], headers)).body).toEqual(first.body);
    expect((await issue(key, [reward(campaignId, "b")], headers)).body).toMatchObject({
      code: "idempotency_key_reused",
    });
  });

  it("stores nothing if one reward is malformed, and names it", async () => {
    const { key, campaignId } = await service.merchant();
    const { body } = await issue(key, [reward(campaignId, "a"), reward(campaignId, "", { amount: "0" })]);
    expect(body.errors.map(({ field }: { field: string }) => field)).toEqual([
      "rewards.1.idempotency_key",
      "rewards.1.amount",
    ]);
    expect((await issue(key, [])).body).toMatchObject({ errors: [{ field: "rewards" }] });
    expect(await reserved(key, campaignId)).toBe("0");
  });

  it("answers 503 for all while the database is older than the ledger", async () => {
    await using restored = await startService();
    const { key, campaignId } = await restored.merchant();
    await restored.world.context.db.commit((store) => shut(store, "rebuilding", "restored", new Date()));
    const body = { rewards: [reward(campaignId, "a")] };
    expect((await restored.call("POST /api/rewards/issue/batch", { key, body })).body).toMatchObject({
      status: 503,
      code: "reconciling",
    });
  });

  it("takes a user_id that owns the wallet", async () => {
    const { key, campaignId } = await service.merchant();
    const { id } = await service.user();
    const proof = { address: newWallet(), userId: id, now: new Date() };
    await service.world.context.db.commit((store) => wallets.prove(store, proof));
    const owned = { wallet_address: proof.address, user_id: id };
    const { body } = await issue(key, [reward(campaignId, "a", owned), reward(campaignId, "b", { user_id: id })]);
    expect(body.data.map(({ status_code }: { status_code: number }) => status_code)).toEqual([202, 422]);
    const issuance = await service.call(`GET /api/rewards/issuances/${body.data[0].id}`, { key });
    expect(issuance.body).toMatchObject({ user_id: id, wallet_address: proof.address });
  });

  describe("counts each reward against the quota of POST /rewards/issue", () => {
    const limited = async (limit: number) => {
      const counted = await startService({ RATE_LIMIT_WHITELIST: "192.0.2.1", RATE_LIMIT_ISSUE: String(limit) });
      const { key, campaignId } = await counted.merchant();
      const rewards = (...names: string[]) => names.map((name) => reward(campaignId, name));
      const batch = (...names: string[]) =>
        counted.call("POST /api/rewards/issue/batch", { key, body: { rewards: rewards(...names) } });
      const single = (name: string) => counted.call("POST /api/rewards/issue", { key, body: reward(campaignId, name) });
      const count = async () => (await counted.call("GET /api/rewards/issuances", { key })).body.data.length;
      return { batch, single, count, [Symbol.asyncDispose]: () => counted[Symbol.asyncDispose]() };
    };

    it("is refused as a whole if the quota is too small for it", async () => {
      await using service = await limited(5);
      expect((await service.batch("a", "b", "c")).headers.get("ratelimit")).toMatch(/^"issue";r=2;/);
      const refused = await service.batch("d", "e", "f");
      expect(refused.body).toMatchObject({ status: 429, code: "too_many_requests" });
      expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
      expect(refused.headers.get("ratelimit")).toMatch(/^"issue";r=2;/);
      expect(await service.count()).toBe(3);
      expect((await service.batch("d", "e")).status).toBe(200);
      expect((await service.single("f")).status).toBe(429);
    });

    it("never exceeds the quota with concurrent batches", async () => {
      await using service = await limited(5);
      const replies = await Promise.all(["a", "b", "c", "d"].map((name) => service.batch(`${name}1`, `${name}2`)));
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 429, 429]);
      expect(await service.count()).toBe(4);
    });

    it("says so if a batch could never fit the quota", async () => {
      await using service = await limited(3);
      const message = "must hold at most 3: each entry counts towards the limit per minute";
      expect((await service.batch("a", "b", "c", "d")).body).toMatchObject({
        status: 422,
        errors: [{ field: "rewards", message }],
      });
      expect((await service.batch("a", "b", "c")).status).toBe(200);
      // With a quota that is used up as well: waiting would help nobody.
      expect((await service.batch("a", "b", "c", "d")).body).toMatchObject({ status: 422, errors: [{ message }] });
    });
  });

  it.each([
    ["1", 1024, 1025],
    ["1100", 1100, 1101],
  ])("with MAX_BODY_KB=%s may have %i kB", async (MAX_BODY_KB, fits, exceeds) => {
    await using sized = await startService({ MAX_BODY_KB });
    const { key } = await sized.merchant(null);
    const send = (kilobytes: number) =>
      sized.call("POST /api/rewards/issue/batch", { key, raw: `{"rewards":[]}`.padEnd(kilobytes * 1024) });
    expect((await send(fits)).body).toMatchObject({ status: 422, errors: [{ field: "rewards" }] });
    expect((await send(exceeds)).body).toMatchObject({ status: 413, code: "body_too_large" });
  });
});
