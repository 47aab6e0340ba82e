import { afterEach, beforeEach, expect, it } from "vitest";
import type { Campaign } from "../campaigns/store.ts";
import { contractEvents } from "../db/schema.ts";
import type { Store } from "../db/store.ts";
import { newWallet } from "../testing/chain.ts";
import { createCampaign, createMerchant, createWorld, type World } from "../testing/world.ts";
import { accept } from "./accept.ts";
import { explainPayments, findPayingTransaction } from "./paying-transaction.ts";
import * as settle from "./settle.ts";
import type { Issuance } from "./store.ts";
import * as rows from "./store.ts";

const EVENT = "0000000000000000001-0000000001";
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
  commit((store) => settle.confirm(store, id, { txHash, settings: world.context.settings, now }));
const hashOf = ({ id }: Issuance) =>
  world.context.db.read(async (store) => (await rows.byId(store, id))?.tx_hash ?? null);

/** The indexer's row of the batch that paid one of them: 64-bit integers are text. */
function index({ references = [paid.reference, unpaid.reference], contractCampaign = "" } = {}): Promise<void> {
  const payments = [
    { number: paid.number, reference: references[0], result: "PAID" },
    { number: unpaid.number, reference: references[1], result: "NO_TRUSTLINE" },
  ];
  const id = contractCampaign || String(campaign.contract_campaign_id);
  return commit(async (store) => {
    await store.insert(contractEvents).values({
      id: EVENT,
      contract_id: "C",
      contract: "campaign",
      type: "reward",
      ledger: 7,
      ledger_closed_at: now,
      tx_hash: "paid-by-this",
      data: { campaign: id, merchant: "1", seq: "1", paid: "10", payments },
    });
    await explainPayments(store, EVENT, now);
  });
}

it("is found for what the event shows as paid under the issuance's own reference", async () => {
  await index();
  const find = (issuance: Issuance) => world.context.db.read((store) => findPayingTransaction(store, issuance));
  expect(await find(paid)).toBe("paid-by-this");
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
  expect(await confirm(paid)).toMatchObject({ status: "confirmed", tx_hash: "paid-by-this" });
});

it("is filled in when the event comes after the confirmation", async () => {
  expect(await confirm(paid)).toMatchObject({ status: "confirmed", tx_hash: null });
  await index();
  expect(await hashOf(paid)).toBe("paid-by-this");
});

it("is filled in for nobody whom the event doesn't show as paid, and replaces no known one", async () => {
  await confirm(paid, "known");
  await confirm(unpaid);
  await index();
  expect([await hashOf(paid), await hashOf(unpaid)]).toEqual(["known", null]);
});

it("is filled in under the same reference and campaign only", async () => {
  await confirm(paid);
  await index({ references: [unpaid.reference, paid.reference] });
  expect(await hashOf(paid)).toBeNull();
  await commit(async (store) => void (await store.delete(contractEvents)));
  await index({ contractCampaign: "999999" });
  expect(await hashOf(paid)).toBeNull();
  await commit(async (store) => void (await store.delete(contractEvents)));
  await index();
  expect([await hashOf(paid), await hashOf(unpaid)]).toEqual(["paid-by-this", null]);
});
