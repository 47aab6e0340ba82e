import { afterEach, beforeEach, expect, it } from "vitest";
import * as users from "../../accounts/service.ts";
import * as wallets from "../../parties/wallets/store.ts";
import { accept } from "../../payouts/rewards/accept.ts";
import * as settle from "../../payouts/rewards/settle.ts";
import type { Store } from "../../store/db/store.ts";
import { newWallet } from "../../testing/chain.ts";
import { createCampaign, createMerchant, createWorld, type World } from "../../testing/world.ts";
import * as ledger from "./ledger.ts";
import * as rules from "./rules.ts";

let world: World;
let merchantId: number;
let campaignId: number;
let userId: number;
const address = newWallet();
const now = new Date();
beforeEach(async () => {
  world = createWorld();
  merchantId = (await createMerchant(world.context)).merchant.id;
  campaignId = (await createCampaign(world.context, merchantId)).id;
  userId = await commit(async (store) => {
    const { id } = await users.create(store, {}, now);
    await wallets.prove(store, { address, userId: id, now });
    return id;
  });
});
afterEach(() => world[Symbol.asyncDispose]());

const commit = <T>(unit: (store: Store) => Promise<T>) => world.context.db.commit(unit);
const available = async () =>
  (await world.context.db.read((store) => ledger.balances(store, userId, now))).map(({ available }) => available);

const rule = {
  kind: "reward",
  event: null,
  points: 5,
  per: null,
  currency: null,
  multiply: true,
  daily_cap: null,
  user_cap: null,
  budget: null,
  hold_days: 0,
  expire_days: null,
} satisfies rules.NewRule;
const addRule = (change: Partial<rules.NewRule> = {}) =>
  commit((store) => rules.create(store, { merchantId, campaignId, now }, { ...rule, ...change }));

async function issue(amount: bigint, wallet_address = address): Promise<number> {
  const input = { idempotency_key: crypto.randomUUID(), campaign_id: campaignId, amount, user_id: null };
  return (await accept(world.context, merchantId, { ...input, wallet_address })).issuance.id;
}

const confirm = (store: Store, ...ids: number[]) =>
  settle.confirm(
    store,
    ids.map((id) => ({ id, txHash: "c".repeat(64) })),
    { settings: world.context.settings, now },
  );

it("gives no points unless a rule of the campaign says so", async () => {
  const id = await issue(10_0000000n);
  await commit((store) => confirm(store, id));
  expect(await available()).toEqual([]);
});

it("gives points for the reward and for its amount, with the confirmation and once", async () => {
  await addRule();
  await addRule({ points: 3, per: 2_0000000n });
  const id = await issue(3_0000000n);
  expect(await available()).toEqual([]);
  const undone = commit(async (store) => {
    await confirm(store, id);
    throw new Error("undone");
  });
  await expect(undone).rejects.toThrow("undone");
  expect(await available()).toEqual([]);
  await Promise.all([commit((store) => confirm(store, id)), commit((store) => confirm(store, id))]);
  // 5, and 3 per 2 tokens of 3.
  expect(await available()).toEqual([9]);
});

it("rewards that are confirmed together share what a rule has left", async () => {
  await addRule({ points: 5, budget: 12 });
  const ids = [await issue(1n), await issue(1n), await issue(1n), await issue(1n, newWallet())];
  await commit((store) => confirm(store, ...ids));
  expect(await available()).toEqual([12]);
});

it("multiplies by the tier if the rule says so, rounding down", async () => {
  const lifetime = { userId, merchantId, kind: "award" as const, points: 1000, cause: "before", now };
  await commit((store) => ledger.credit(store, { ...lifetime, tiers: world.context.settings.points.tiers }));
  await addRule();
  await addRule({ multiply: false });
  const id = await issue(1n);
  await commit((store) => confirm(store, id));
  // Silver: 5 * 1.25 is 6, and 5.
  expect(await available()).toEqual([1011]);
});

it("gives nothing for a wallet without a user, by a rule that has ended, or by another campaign's", async () => {
  const ended = await addRule();
  await commit((store) => rules.end(store, merchantId, ended.id, now));
  const other = await createCampaign(world.context, merchantId);
  await commit((store) => rules.create(store, { merchantId, campaignId: other.id, now }, rule));
  const id = await issue(1n);
  await commit((store) => confirm(store, id));
  await addRule();
  const foreign = await issue(1n, newWallet());
  await commit((store) => confirm(store, foreign));
  expect(await available()).toEqual([]);
});

it("never keeps a payment from being confirmed, however many points it would give", async () => {
  await addRule({ points: 1_000_000_000, per: 1n });
  const id = await issue(100_0000000n);
  expect(await commit((store) => confirm(store, id))).toMatchObject([{ status: "confirmed" }]);
  expect(await available()).toEqual([1_000_000_000]);
});
