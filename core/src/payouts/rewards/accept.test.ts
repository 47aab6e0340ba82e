import { createHash } from "node:crypto";
import { afterEach, beforeEach, expect, it } from "vitest";
import { topics } from "../../base/wake.ts";
import * as campaigns from "../../programmes/campaigns/store.ts";
import * as jobs from "../../store/jobs/jobs.ts";
import { newWallet } from "../../testing/chain.ts";
import { createCampaign, createMerchant, createWorld, type World } from "../../testing/world.ts";
import { accept, type NewReward } from "./accept.ts";
import { shut, writeEpoch } from "./epoch.ts";
import * as rewards from "./service.ts";
import { fail } from "./settle.ts";

let world: World;
let merchantId: number;
let reward: NewReward;
beforeEach(async () => {
  world = createWorld({ DEMO_GRANT: "0" });
  merchantId = (await createMerchant(world.context)).merchant.id;
  const campaign = await createCampaign(world.context, merchantId, { budget: 100n });
  reward = {
    idempotency_key: "order-1",
    campaign_id: campaign.id,
    wallet_address: newWallet(),
    amount: 60n,
    user_id: null,
  };
});
afterEach(() => world[Symbol.asyncDispose]());

const claimRewards = () => {
  const now = new Date();
  const claim = {
    queue: "reward-issuance",
    group: String(reward.campaign_id),
    now,
    limit: 60,
  } as const;
  return world.context.db.commit((store) => jobs.claim(store, claim));
};
const reserved = async () =>
  (await world.context.db.read((store) => campaigns.byId(store, reward.campaign_id)))?.reserved;

it("stores issuance, reservation and job together and wakes the worker", async () => {
  using woken = world.context.wake.subscribe(topics.queue("reward-issuance"));
  const { issuance, created } = await accept(world.context, merchantId, reward);
  expect(created).toBe(true);
  expect(issuance).toMatchObject({ status: "pending", attempts: 0, number: 1, tx_hash: null });
  const hash = createHash("sha256").update(`${merchantId}\0order-1`).digest("hex");
  expect(issuance.reference).toBe(hash.slice(0, 16));
  expect(await reserved()).toBe(60n);
  const [job] = await claimRewards();
  expect(job).toMatchObject({ key: `${merchantId}:order-1`, payload: { issuance_id: issuance.id } });
  expect(await woken.next({ timeoutMs: 1 })).toBe(true);
});

it("a key repeated many times at once is one issuance, one reservation, one job", async () => {
  const results = await Promise.all(Array.from({ length: 20 }, () => accept(world.context, merchantId, reward)));
  expect(results.filter(({ created }) => created)).toHaveLength(1);
  expect(new Set(results.map(({ issuance }) => issuance.id)).size).toBe(1);
  expect(await reserved()).toBe(60n);
  expect(await claimRewards()).toHaveLength(1);
});

it.each([
  ["amount", { amount: 61n }],
  ["wallet", { wallet_address: newWallet() }],
  ["campaign", { campaign_id: 999 }],
  ["user", { user_id: 5 }],
])("a repeat with another %s is reported as a mismatch and changes nothing", async (_, change) => {
  const first = await accept(world.context, merchantId, reward);
  const again = await accept(world.context, merchantId, { ...reward, ...change });
  expect(again).toEqual({ issuance: first.issuance, created: false, mismatch: true });
  expect(await reserved()).toBe(60n);
});

it("rewards that arrive together are accepted or refused each by itself, in their order", async () => {
  const asked = [
    { amount: 60n },
    { amount: 41n },
    { amount: 1n, campaign_id: 999 },
    { amount: 1n, user_id: 5 },
    { amount: 40n },
  ];
  const results = await Promise.allSettled(
    asked.map((change, index) =>
      accept(world.context, merchantId, { ...reward, idempotency_key: `order-${index}`, ...change }),
    ),
  );
  expect(results).toMatchObject([
    { value: { created: true, issuance: { number: 1 } } },
    { reason: { code: "budget_exhausted" } },
    { reason: { code: "not_found" } },
    { reason: { errors: [{ field: "user_id" }] } },
    { value: { created: true, issuance: { number: 2 } } },
  ]);
  expect(await reserved()).toBe(100n);
  expect(await claimRewards()).toHaveLength(2);
});

it("keys belong to their merchant", async () => {
  const first = await accept(world.context, merchantId, reward);
  const other = (await createMerchant(world.context)).merchant.id;
  const campaign = await createCampaign(world.context, other);
  const second = await accept(world.context, other, { ...reward, campaign_id: campaign.id });
  expect(second.created).toBe(true);
  expect(second.issuance.reference).not.toBe(first.issuance.reference);
});

it("refuses what the budget can't cover, another's campaign and an unknown user, and stores nothing", async () => {
  await accept(world.context, merchantId, reward);
  const over = { ...reward, idempotency_key: "order-2", amount: 41n };
  await expect(accept(world.context, merchantId, over)).rejects.toMatchObject({
    status: 409,
    code: "budget_exhausted",
  });
  const stranger = (await createMerchant(world.context)).merchant.id;
  await expect(accept(world.context, stranger, reward)).rejects.toMatchObject({ status: 404 });
  const user = { ...reward, idempotency_key: "order-3", user_id: 1, amount: 1n };
  await expect(accept(world.context, merchantId, user)).rejects.toMatchObject({
    status: 422,
    errors: [{ field: "user_id" }],
  });
  expect(await reserved()).toBe(60n);
  expect(await claimRewards()).toHaveLength(1);
});

it("accepts rewards of campaigns that are pending or over: the worker waits or fails them", async () => {
  for (const change of [{ activate: false }, {}]) {
    const campaign = await createCampaign(world.context, merchantId, change);
    const { created } = await accept(world.context, merchantId, {
      ...reward,
      idempotency_key: `c${campaign.id}`,
      campaign_id: campaign.id,
    });
    expect(created).toBe(true);
  }
});

it.each([
  ["that has not started", { starts_at: new Date("2098-01-01T00:00:00Z") }, /starts at 2098-01-01T00:00:00.000Z/],
  ["that is pending", { activate: false }, /not confirmed on the ledger/],
])("says what a reward of a campaign %s waits for", async (_, change, message) => {
  const ends_at = new Date("2099-01-01T00:00:00Z");
  const campaign = await createCampaign(world.context, merchantId, { ends_at, ...change });
  const { issuance } = await accept(world.context, merchantId, { ...reward, campaign_id: campaign.id });
  expect(issuance).toMatchObject({ status: "pending", error_message: expect.stringMatching(message), attempts: 0 });
});

it("the merchant can see and redrive a dead letter, under its number, if the budget allows", async () => {
  const { db } = world.context;
  const { issuance } = await accept(world.context, merchantId, reward);
  const [job] = await claimRewards();
  if (!job) throw new Error("no job");
  const now = new Date();
  await db.commit(async (store) => {
    await fail(store, issuance.id, { reason: "no trustline", now });
    await jobs.deadLetter(store, job, "no trustline", now);
  });
  const letters = (merchant: number) =>
    db.read((store) => rewards.list(store, merchant, { dead_letter: true, limit: 10 }));
  expect((await letters(merchantId)).rows).toMatchObject([{ id: issuance.id, error_message: "no trustline" }]);
  const stranger = (await createMerchant(world.context)).merchant.id;
  expect((await letters(stranger)).rows).toEqual([]);

  const redrive = (merchant: number) =>
    db.commit((store) => rewards.redrive(store, merchant, issuance.id, { now: new Date() }));
  await expect(redrive(stranger)).rejects.toMatchObject({ status: 404 });
  const other = await accept(world.context, merchantId, { ...reward, idempotency_key: "other", amount: 90n });
  await expect(redrive(merchantId)).rejects.toMatchObject({ code: "budget_exhausted" });
  await db.commit((store) => fail(store, other.issuance.id, { reason: "x", now }));

  await db.commit((store) => shut(store, "rebuilding", "restored", now));
  await expect(redrive(merchantId)).rejects.toMatchObject({ status: 503, code: "reconciling" });
  expect(await reserved()).toBe(0n);
  expect((await letters(merchantId)).rows).toHaveLength(1);
  await db.commit((store) => writeEpoch(store, { status: "open" }, now));

  expect(await redrive(merchantId)).toMatchObject({ status: "pending", number: 1, error_message: null });
  await expect(redrive(merchantId)).rejects.toMatchObject({ code: "not_redrivable" });
  expect(await reserved()).toBe(60n);
  expect((await letters(merchantId)).rows).toEqual([]);
  const again = (await claimRewards()).find(({ key }) => key === job.key);
  expect(again).toMatchObject({ attempts: 1, payload: { issuance_id: issuance.id } });
});

it("a failed reward that is tried again keeps its number, unless that is older than the present period's", async () => {
  const { db } = world.context;
  const now = new Date();
  const { issuance } = await accept(world.context, merchantId, reward);
  const { number } = issuance;
  const redriven = async () => {
    await db.commit((store) => fail(store, issuance.id, { reason: "x", now }));
    await db.commit((store) => rewards.redrive(store, merchantId, issuance.id, { now }));
    return (await db.read((store) => rewards.get(store, merchantId, issuance.id))).number;
  };
  await db.commit((store) => writeEpoch(store, { first_number: number }, now));
  expect(await redriven()).toBe(number);
  await db.commit((store) => writeEpoch(store, { first_number: number + 1 }, now));
  const next = (await db.read((store) => campaigns.byId(store, reward.campaign_id)))?.next_number;
  expect(await redriven()).toBe(next);
  expect(await redriven()).toBe(next);
  const { issuance: other } = await accept(world.context, merchantId, { ...reward, idempotency_key: "2", amount: 1n });
  expect(other.number).toBe((next ?? 0) + 1);
});
