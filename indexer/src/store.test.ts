import { contractSpec } from "@merit/core/ledger/contract-events/names.ts";
import * as daily from "@merit/core/operations/statements/daily-balances.ts";
import { statement } from "@merit/core/operations/statements/service.ts";
import { accept } from "@merit/core/payouts/rewards/accept.ts";
import * as settle from "@merit/core/payouts/rewards/settle.ts";
import type { Issuance } from "@merit/core/payouts/rewards/store.ts";
import * as issuances from "@merit/core/payouts/rewards/store.ts";
import type { Campaign } from "@merit/core/programmes/campaigns/store.ts";
import { contractEventSubjects, contractEvents } from "@merit/core/store/db/schema/contract-events.ts";
import type { Store } from "@merit/core/store/db/store.ts";
import { newWallet } from "@merit/core/testing/chain.ts";
import { createCampaign, createMerchant, createWorld, type World } from "@merit/core/testing/world.ts";
import { afterEach, beforeEach, expect, it } from "vitest";
import { decoder } from "./decode.ts";
import type { RawEvent } from "./source.ts";
import { type EventRow, readPosition, saveProgress } from "./store.ts";
import { address, bytes, i128, none, party, rawEvent, symbol, text, u64, vec } from "./testing/events.ts";

const now = new Date();
const contract = address.contract(3);
const asset = address.contract(4);
const pool = address.contract(5);

let world: World;
let campaign: Campaign;
let issuance: Issuance;
beforeEach(async () => {
  world = createWorld();
  const { merchant } = await createMerchant(world.context);
  campaign = await createCampaign(world.context, merchant.id);
  const reward = { campaign_id: campaign.id, wallet_address: newWallet(), amount: 10n, user_id: null };
  issuance = (await accept(world.context, merchant.id, { ...reward, idempotency_key: "order-1" })).issuance;
  await commit((store) =>
    settle.confirm(store, [{ id: issuance.id, txHash: null }], { settings: world.context.settings, now }),
  );
});
afterEach(() => world[Symbol.asyncDispose]());

const commit = <T>(unit: (store: Store) => Promise<T>) => world.context.db.commit(unit);
const current = () => world.context.db.read((store) => issuances.byId(store, issuance.id));

const decode = decoder([
  { id: contract, name: "campaign", spec: contractSpec("campaign") },
  { id: asset, name: "asset" },
]);

function rowOf(event: RawEvent): EventRow {
  const { id, contractId: contract_id, ledger, txHash: tx_hash } = event;
  return {
    id,
    contract_id,
    ...decode(event),
    xdr: null,
    ledger,
    ledger_closed_at: new Date(event.ledgerClosedAt),
    tx_hash,
  };
}

/** The transaction that paid the issuance, as the contracts report it. */
function payout(): EventRow[] {
  const number = new Uint8Array(4);
  new DataView(number.buffer).setUint32(0, issuance.number);
  const batch = [bytes(number), bytes(Buffer.from(issuance.reference, "hex")), bytes(Uint8Array.of(0))];
  const transfer = [symbol("transfer"), party(pool), party(issuance.wallet_address ?? ""), text("MERIT:G")];
  const reward = [symbol("reward"), u64(BigInt(campaign.contract_campaign_id ?? 0))];
  return [
    rowOf(rawEvent(asset, transfer, i128(10n), { ledger: 9, index: 0 })),
    rowOf(rawEvent(contract, reward, vec([u64(1n), u64(1n), i128(10n), ...batch]), { ledger: 9, index: 1 })),
  ];
}

const save = (rows: EventRow[], time = now) =>
  commit((store) => {
    const progress = { position: { cursor: null, ledger: 9 }, rows };
    return saveProgress(store, progress, { own: [], settings: world.context.settings, now: time });
  });

it("records for the issuances of a reward event which transaction paid them, once", async () => {
  const rows = payout();
  expect(await save(rows)).toBe(2);
  expect(await current()).toMatchObject({ status: "confirmed", tx_hash: rows[0]?.tx_hash });

  const later = new Date(now.getTime() + 60_000);
  expect(await save(rows, later)).toBe(0);
  expect((await current())?.updated_at).toEqual(now);
});

it("does so in the commit that stores the event and the position", async () => {
  const broken = commit(async (store) => {
    const progress = { position: { cursor: null, ledger: 9 }, rows: payout() };
    await saveProgress(store, progress, { own: [], settings: world.context.settings, now });
    throw new Error("power failure");
  });
  await expect(broken).rejects.toThrow("power failure");
  expect((await current())?.tx_hash).toBeNull();
  expect(await world.context.db.read(readPosition)).toBeUndefined();
});

/** A merchant's deposit on the 10th of a month of 2027, which is its ledger too. */
const deposit = (merchant: number | bigint, month: number, amount: bigint): EventRow => ({
  ...rowOf(rawEvent(pool, [], none, { ledger: month })),
  ...{ contract: "pool", type: "deposit", data: { merchant: String(merchant), amount: String(amount) } },
  ledger_closed_at: new Date(Date.UTC(2027, month - 1, 10)),
});

it("corrects the statements of the merchant that an event which came late is about", async () => {
  const { merchant } = await createMerchant(world.context);
  const [first, late, third, fourth] = [1n, 10n, 100n, 1000n].map((amount, index) =>
    deposit(merchant.id, index + 1, amount),
  ) as [EventRow, EventRow, EventRow, EventRow];
  const of = async (month: number, id = merchant.id) => {
    const period = { from: new Date(Date.UTC(2027, month - 1)), to: new Date(Date.UTC(2027, month)) };
    const { opening, closing } = await statement(world.context, id, period);
    return [opening.free, closing.free];
  };
  await save([first, third, fourth, deposit(campaign.merchant_id, 7, 5n)]);
  expect(await of(4)).toEqual([101n, 1101n]);
  expect(await of(6)).toEqual([1101n, 1101n]);
  // Anybody can deposit for a number that no merchant has.
  await save([late, deposit(2n ** 64n - 1n, 5, 1n)]);
  expect(await of(2)).toEqual([1n, 11n]);
  expect(await of(4)).toEqual([111n, 1111n]);
  expect(await of(6)).toEqual([1111n, 1111n]);
  expect(await of(8, campaign.merchant_id)).toEqual([5n, 5n]);
});

it.each<[string, (merchant: number) => Promise<unknown>]>([
  ["an event came late", (merchant) => save([deposit(merchant, 1, 1n)])],
  ["events were decoded to something else", () => commit(daily.removeAll)],
])("stores no sums that were begun before %s", async (_, change) => {
  const { db } = world.context;
  const { merchant_id: merchant } = campaign;
  const sums = [{ day: new Date(Date.UTC(2027, 0, 10)), free: 0n, reserved: 0n }];
  const add = (late: string | undefined) => commit((store) => daily.add(store, merchant, sums, late));
  const stored = () => db.read((store) => daily.newestUntil(store, merchant, new Date(Date.UTC(2028, 0))));
  await save([deposit(merchant, 2, 1n)]);
  const before = await db.read(daily.lateEvent);
  await change(merchant);
  await add(before);
  expect(await stored()).toBeUndefined();
  await add(await db.read(daily.lateEvent));
  expect(await stored()).toMatchObject(sums[0] ?? {});
});

it.each([
  ["together", [[0, 1]]],
  ["the reward in the next page", [[0], [1]]],
  ["the transfer late, since the node left it out", [[1], [0]]],
])("stores with a reward whom it paid, and finds it by that wallet: %s", async (_, pages) => {
  const rows = payout();
  for (const page of pages) await save(page.map((index) => rows[index] as EventRow));
  const stored = await world.context.db.read((store) => store.select().from(contractEvents).orderBy(contractEvents.id));
  const wallet = issuance.wallet_address;
  expect(stored.map(({ recipients }) => recipients)).toEqual([null, [[wallet, "10"]]]);
  const subjects = await world.context.db.read((store) => store.select().from(contractEventSubjects));
  expect(subjects).toContainEqual({ kind: "wallet", value: wallet, type: "reward", event_id: rows[1]?.id });
});
