import type { Campaign } from "@merit/core/campaigns/store.ts";
import type { Store } from "@merit/core/db/store.ts";
import { accept } from "@merit/core/rewards/accept.ts";
import * as settle from "@merit/core/rewards/settle.ts";
import type { Issuance } from "@merit/core/rewards/store.ts";
import * as issuances from "@merit/core/rewards/store.ts";
import { newWallet } from "@merit/core/testing/chain.ts";
import { createCampaign, createMerchant, createWorld, type World } from "@merit/core/testing/world.ts";
import { afterEach, beforeEach, expect, it } from "vitest";
import { contractSpec } from "./contracts.ts";
import { decoder } from "./decode.ts";
import { type EventRow, readPosition, saveProgress } from "./store.ts";
import { address, bytes, i128, rawEvent, symbol, u64, vec } from "./testing/events.ts";

const now = new Date();
const contract = address.contract(3);

let world: World;
let campaign: Campaign;
let issuance: Issuance;
beforeEach(async () => {
  world = createWorld();
  const { merchant } = await createMerchant(world.context);
  campaign = await createCampaign(world.context, merchant.id);
  const reward = { campaign_id: campaign.id, wallet_address: newWallet(), amount: 10n, user_id: null };
  issuance = (await accept(world.context, merchant.id, { ...reward, idempotency_key: "order-1" })).issuance;
  await commit((store) => settle.confirm(store, issuance.id, { txHash: null, settings: world.context.settings, now }));
});
afterEach(() => world[Symbol.asyncDispose]());

const commit = <T>(unit: (store: Store) => Promise<T>) => world.context.db.commit(unit);
const current = () => world.context.db.read((store) => issuances.byId(store, issuance.id));

/** The batch that paid the issuance, as the contract reports it. */
function rewardRow(): EventRow {
  const number = new Uint8Array(4);
  new DataView(number.buffer).setUint32(0, issuance.number);
  const batch = [bytes(number), bytes(Buffer.from(issuance.reference, "hex")), bytes(Uint8Array.of(0))];
  const topics = [symbol("reward"), u64(BigInt(campaign.contract_campaign_id ?? 0))];
  const event = rawEvent(contract, topics, vec([u64(1n), u64(1n), i128(10n), ...batch]), { ledger: 9 });
  const decoded = decoder([{ id: contract, name: "campaign", spec: contractSpec("campaign") }])(event);
  const { id, contractId: contract_id, ledger, txHash: tx_hash } = event;
  return { id, contract_id, ...decoded, ledger, ledger_closed_at: new Date(event.ledgerClosedAt), tx_hash };
}

it("tells the issuances of a reward event by which transaction they were paid, once", async () => {
  const row = rewardRow();
  const progress = { position: { cursor: null, ledger: 9 }, rows: [row] };
  expect(await commit((store) => saveProgress(store, progress, now))).toBe(1);
  expect(await current()).toMatchObject({ status: "confirmed", tx_hash: row.tx_hash });

  const later = new Date(now.getTime() + 60_000);
  expect(await commit((store) => saveProgress(store, progress, later))).toBe(0);
  expect((await current())?.updated_at).toEqual(now);
});

it("tells it in the commit that stores the event and the position", async () => {
  const progress = { position: { cursor: null, ledger: 9 }, rows: [rewardRow()] };
  const broken = commit(async (store) => {
    await saveProgress(store, progress, now);
    throw new Error("power failure");
  });
  await expect(broken).rejects.toThrow("power failure");
  expect((await current())?.tx_hash).toBeNull();
  expect(await world.context.db.read(readPosition)).toBeUndefined();
});
