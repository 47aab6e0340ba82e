import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Problem } from "../../base/errors.ts";
import { accept } from "../../payouts/rewards/accept.ts";
import { listOf } from "../../store/event-log/store.ts";
import { typesOf } from "../../store/event-log/types.ts";
import * as jobs from "../../store/jobs/jobs.ts";
import { newWallet } from "../../testing/chain.ts";
import { createCampaign, createMerchant, createWorld, type World } from "../../testing/world.ts";
import { requireOpen } from "./open.ts";
import * as campaigns from "./service.ts";

let world: World;
beforeEach(() => {
  world = createWorld({ DEMO_GRANT: "0" });
});
afterEach(() => world[Symbol.asyncDispose]());

const claimTransactions = (group: string) =>
  world.context.db.commit((store) => {
    const now = new Date();
    return jobs.claim(store, { queue: "transaction-submission", group, now, limit: 10 });
  });

it("a new campaign is pending, with the job that puts it on the ledger", async () => {
  const { merchant } = await createMerchant(world.context);
  const campaign = await createCampaign(world.context, merchant.id, { activate: false });
  expect(campaign).toMatchObject({
    status: "pending",
    tx_hash: null,
    contract_campaign_id: null,
    spent: 0n,
    reserved: 0n,
  });
  expect(campaign.reference).toMatch(/^[0-9a-f]{64}$/);
  const [job] = await claimTransactions(String(merchant.id));
  expect(job?.payload).toEqual({ kind: "campaign", campaign_id: campaign.id });
});

it("becomes active or failed once, and stays that way", async () => {
  const { db } = world.context;
  const { merchant } = await createMerchant(world.context);
  const now = new Date();
  const change = { contractCampaignId: 7, txHash: "a".repeat(64), now };
  const good = await createCampaign(world.context, merchant.id, { activate: false });
  expect(await db.commit((store) => campaigns.activate(store, good.id, change))).toBe(true);
  const why = { error_message: "balance too small", updated_at: now };
  expect(await db.commit((store) => campaigns.fail(store, good.id, why))).toBe(false);
  expect(await db.read((store) => campaigns.get(store, merchant.id, good.id))).toMatchObject({
    status: "active",
    contract_campaign_id: 7,
    tx_hash: change.txHash,
    error_message: null,
  });

  const bad = await createCampaign(world.context, merchant.id, { activate: false });
  expect(await db.commit((store) => campaigns.fail(store, bad.id, why))).toBe(true);
  expect(await db.commit((store) => campaigns.activate(store, bad.id, change))).toBe(false);
  expect(await db.read((store) => campaigns.get(store, merchant.id, bad.id))).toMatchObject({
    status: "failed",
    error_message: "balance too small",
  });
});

it("takes its contract's id back from a false campaign without rewards", async () => {
  const { db } = world.context;
  const { merchant } = await createMerchant(world.context);
  const create = (activate = false) => createCampaign(world.context, merchant.id, { activate });
  const [wrong, right] = [await create(), await create()];
  const now = new Date();
  const activate = (id: number) =>
    db.commit((store) => campaigns.activate(store, id, { contractCampaignId: 7, txHash: "a".repeat(64), now }));
  const statusOf = async (id: number) => (await db.read((store) => campaigns.get(store, merchant.id, id))).status;
  expect(await activate(wrong.id)).toBe(true);
  expect(await activate(wrong.id)).toBe(false);
  expect(await statusOf(wrong.id)).toBe("active");
  expect(await activate(right.id)).toBe(true);
  expect([await statusOf(wrong.id), await statusOf(right.id)]).toEqual(["failed", "active"]);
  const events = await db.read((store) =>
    listOf(store, { merchant_id: merchant.id }, { types: typesOf("campaign"), limit: 2 }),
  );
  expect(events.map(({ type, object_id }) => [type, object_id])).toEqual([
    ["campaign.activated", String(right.id)],
    ["campaign.failed", String(wrong.id)],
  ]);

  const reward = {
    idempotency_key: "a",
    campaign_id: right.id,
    wallet_address: newWallet(),
    amount: 1n,
    user_id: null,
  };
  await accept(world.context, merchant.id, reward);
  await expect(activate((await create()).id)).rejects.toThrow(/unique/i);
  expect(await statusOf(right.id)).toBe("active");
});

describe("requireOpen", () => {
  it.each([
    ["campaign_pending", { activate: false }, 0],
    ["campaign_expired", {}, 7_200_000],
    ["campaign_not_started", {}, -7_200_000],
  ] as const)("says %s", async (code, change, shift) => {
    const { merchant } = await createMerchant(world.context);
    const campaign = await createCampaign(world.context, merchant.id, change);
    const check = () => requireOpen(campaign, new Date(Date.now() + shift));
    expect(check).toThrow(Problem);
    expect(check).toThrow(expect.objectContaining({ code, status: 409 }));
  });

  it("lets an active campaign in its window pass", async () => {
    const { merchant } = await createMerchant(world.context);
    requireOpen(await createCampaign(world.context, merchant.id), new Date());
  });
});
