import { afterEach, beforeEach, expect, it } from "vitest";
import type { Campaign } from "../../programmes/campaigns/store.ts";
import type { Store } from "../../store/db/store.ts";
import { newWallet } from "../../testing/chain.ts";
import { type IndexedPayout, indexPayout } from "../../testing/payout-events.ts";
import { createCampaign, createMerchant, createWorld, type World } from "../../testing/world.ts";
import { accept } from "./accept.ts";
import { findPayment } from "./paid-events.ts";
import * as settle from "./settle.ts";
import type { Issuance } from "./store.ts";
import * as rows from "./store.ts";

const now = new Date();

let world: World;
let campaign: Campaign;
let paid: Issuance;
let unpaid: Issuance;
beforeEach(async () => {
  world = createWorld();
  const { merchant } = await createMerchant(world.context);
  campaign = await createCampaign(world.context, merchant.id);
  const issue = async (idempotency_key: string) => {
    const reward = { campaign_id: campaign.id, wallet_address: newWallet(), amount: 10n, user_id: null };
    return (await accept(world.context, merchant.id, { ...reward, idempotency_key })).issuance;
  };
  paid = await issue("paid");
  unpaid = await issue("unpaid");
});
afterEach(() => world[Symbol.asyncDispose]());

const commit = <T>(unit: (store: Store) => Promise<T>) => world.context.db.commit(unit);
const confirm = ({ id }: Issuance, txHash: string | null = null) =>
  commit((store) => settle.confirm(store, [{ id, txHash }], { settings: world.context.settings, now }));
const hashOf = ({ id }: Issuance) =>
  world.context.db.read(async (store) => (await rows.byId(store, id))?.tx_hash ?? null);
const find = (issuance: Issuance) => world.context.db.read((store) => findPayment(store, issuance));

const paymentOf = ({ number, reference, wallet_address, amount }: Issuance) => {
  if (wallet_address === null || amount === null) throw new Error("nobody asked for it");
  return { number, reference, wallet_address, amount };
};

/** The indexer stores the batch that paid one of them and refused the other. */
const index = (change: Partial<IndexedPayout> = {}, at = now) => {
  const payments = [paymentOf(paid), { ...paymentOf(unpaid), result: "NO_TRUSTLINE" as const }];
  const payout = { txHash: "paid-by-this", campaign: campaign.contract_campaign_id ?? 0, payments, ...change };
  return commit((store) => indexPayout(store, payout, { settings: world.context.settings, now: at }));
};

it("is found for what the event shows as paid under the issuance's own reference", async () => {
  await index();
  const { wallet_address, amount } = paid;
  expect(await find(paid)).toEqual({ tx_hash: "paid-by-this", wallet_address, amount });
  expect(await find(unpaid)).toBeNull();
  expect(await find({ ...paid, reference: "cc".repeat(8) })).toBeNull();
  const other = await createCampaign(world.context, campaign.merchant_id);
  expect(await find({ ...paid, campaign_id: other.id })).toBeNull();
  const pending = await createCampaign(world.context, campaign.merchant_id, { activate: false });
  expect(await find({ ...paid, campaign_id: pending.id })).toBeNull();
});

it("is known at the confirmation when the event came first", async () => {
  await index();
  expect(await hashOf(paid)).toBeNull();
  expect(await confirm(paid)).toMatchObject([{ status: "confirmed", tx_hash: "paid-by-this" }]);
});

it("is filled in when the event comes after the confirmation", async () => {
  expect(await confirm(paid)).toMatchObject([{ status: "confirmed", tx_hash: null }]);
  await index({}, new Date(now.getTime() + 60_000));
  expect(await hashOf(paid)).toBe("paid-by-this");
  // Reports of revenue have counted it at this time.
  expect(await world.context.db.read((store) => rows.byId(store, paid.id))).toMatchObject({ updated_at: now });
});

it("is filled in only for payments that the event shows as paid, and replaces no known one", async () => {
  await confirm(paid, "known");
  await confirm(unpaid);
  await index();
  expect([await hashOf(paid), await hashOf(unpaid)]).toEqual(["known", null]);
});

it("is filled in under the same reference and campaign only", async () => {
  await confirm(paid);
  await index({ payments: [{ ...paymentOf(paid), reference: unpaid.reference }] });
  expect(await hashOf(paid)).toBeNull();
  await index({ campaign: 999_999 });
  expect(await hashOf(paid)).toBeNull();
  await index();
  expect([await hashOf(paid), await hashOf(unpaid)]).toEqual(["paid-by-this", null]);
});

it("matches each payment of two batches in one transaction to its own transfers", async () => {
  const [first, second] = [paymentOf(paid), { ...paymentOf(unpaid), amount: 7n }];
  await index({ payments: [first] });
  await index({ payments: [second] });
  expect(await find(paid)).toMatchObject({ wallet_address: first.wallet_address, amount: 10n });
  expect(await find(unpaid)).toMatchObject({ wallet_address: second.wallet_address, amount: 7n });
});

it("decides nothing if the transfers don't match the event: the node may have left some out", async () => {
  await confirm(paid);
  await index({ paid: 11n });
  expect(await hashOf(paid)).toBeNull();
  expect(await find(paid)).toBeNull();
  await index();
  expect(await hashOf(paid)).toBe("paid-by-this");
});
