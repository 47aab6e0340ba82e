import * as users from "@merit/core/accounts/service.ts";
import { contractSpec } from "@merit/core/ledger/contract-events/names.ts";
import { list } from "@merit/core/parties/mail/store.ts";
import * as wallets from "@merit/core/parties/wallets/store.ts";
import * as catalogue from "@merit/core/programmes/catalogue/service.ts";
import { mailDetails } from "@merit/core/programmes/redemptions/mail.ts";
import type { Redemption } from "@merit/core/programmes/redemptions/store.ts";
import { redemptions } from "@merit/core/store/db/schema/redemptions.ts";
import type { Store } from "@merit/core/store/db/store.ts";
import { createItem } from "@merit/core/testing/redemptions.ts";
import { createMerchant, createWorld, type World } from "@merit/core/testing/world.ts";
import type { xdr } from "@stellar/stellar-sdk";
import { asc } from "drizzle-orm";
import { afterEach, beforeEach, expect, it } from "vitest";
import { decoder } from "./decode.ts";
import { type EventRow, saveProgress } from "./store.ts";
import { address, bool, bytes, i128, map, party, rawEvent, symbol, u32, u64 } from "./testing/events.ts";

const contract = address.contract(9);
const wallet = address.account(5);
const ITEM = 2n ** 64n - 1n;
const decode = decoder([{ id: contract, name: "redemption", spec: contractSpec("redemption") }]);

let world: World;
let merchantId: number;
let merchantName: string;
let ledger: number;
beforeEach(async () => {
  world = createWorld();
  ({ id: merchantId, name: merchantName } = (await createMerchant(world.context)).merchant);
  ledger = 9;
});
afterEach(() => world[Symbol.asyncDispose]());

const commit = <T>(unit: (store: Store) => Promise<T>) => world.context.db.commit(unit);
const all = (): Promise<Redemption[]> =>
  world.context.db.read(async (store) => store.select().from(redemptions).orderBy(asc(redemptions.id)));

/** An event of the contract as the indexer stores it, one ledger after the one before. */
function row(topics: xdr.ScVal[], fields: Record<string, xdr.ScVal>): EventRow {
  ledger += 1;
  const {
    id,
    contractId: contract_id,
    txHash: tx_hash,
    ...event
  } = rawEvent(contract, topics, map(fields), { ledger });
  const decoded = decode({ id, contractId: contract_id, txHash: tx_hash, ...event });
  return { id, contract_id, ...decoded, xdr: null, ledger, ledger_closed_at: new Date(event.ledgerClosedAt), tx_hash };
}

/** The reference under which the wallet redeemed: 32 times the byte. */
const reference = (byte: number) => bytes(new Uint8Array(32).fill(byte));
const redeemFields = (byte: number) => ({
  merchant: u64(BigInt(merchantId)),
  quantity: u32(2),
  amount: i128(100_000_000n),
  price_version: u32(3),
  deadline: u64(1_900_000_000n),
  reference: reference(byte),
});
const redeemRow = (byte: number, change: Record<string, xdr.ScVal> = {}) =>
  row([symbol("redeem"), party(wallet), u64(ITEM)], {
    ...redeemFields(byte),
    cancel_until: u64(1_800_000_000n),
    ...change,
  });
const endRow = (type: string, name: xdr.ScVal, fields: Record<string, xdr.ScVal> = {}) =>
  row([symbol(type), party(wallet), name], { amount: i128(100_000_000n), ...fields });
const fulfilRow = (byte: number) => endRow("redemption_fulfilled", reference(byte), { operator: party(wallet) });
const cancelRow = (byte: number) => endRow("redemption_cancelled", reference(byte), { caller: party(wallet) });
const itemRow = (price: bigint, version: number, active = true) =>
  row([symbol("item_set"), u64(BigInt(merchantId)), u64(ITEM)], {
    ...{ price: i128(price), price_version: u32(version), active: bool(active) },
    ...{ fulfil_within: u64(60n), cancel_within: u64(0n) },
  });

const saveIn = (store: Store, ...rows: EventRow[]) =>
  saveProgress(
    store,
    { position: { cursor: null, ledger }, rows },
    { own: [], settings: world.context.settings, now: new Date() },
  );
const save = (...rows: EventRow[]) => commit((store) => saveIn(store, ...rows));

/** A user to whom the wallet belongs, proven or only named. */
async function owner(proven: boolean, email?: string): Promise<number> {
  const now = new Date();
  return commit(async (store) => {
    const { id } = await users.create(store, { email }, now);
    await wallets.insert(store, { address: wallet, user_id: id, proven_at: proven ? now : null, created_at: now });
    return id;
  });
}

it("records a wallet's redemption for its user, with the catalogue item of the contract's item", async () => {
  const user_id = await owner(true);
  await save(itemRow(50_000_000n, 3));
  const item = await createItem(world.context, merchantId, { name: "Mug", contract_item_id: String(ITEM) });
  const locked = redeemRow(7);
  await save(locked);
  expect(await all()).toMatchObject([
    {
      ...{ kind: "on_chain", status: "locked", user_id, merchant_id: merchantId, item_id: item.id, item_name: "Mug" },
      ...{ quantity: 2, price_version: 3, price: null, points: null, wallet_address: wallet, amount: 100_000_000n },
      ...{ contract_redemption_id: null, contract_item_id: String(ITEM), reference: "07".repeat(32) },
      ...{
        cancel_until: new Date(1_800_000_000_000),
        deadline: new Date(1_900_000_000_000),
        tx_hash: locked.tx_hash,
        end_tx_hash: null,
      },
    },
  ]);
});

it("confirms it to its user by mail, once", async () => {
  await save(itemRow(50_000_000n, 3));
  const user_id = await owner(true, "ada@example.com");
  await createItem(world.context, merchantId, { name: "Mug", contract_item_id: String(ITEM) });
  const locked = redeemRow(7);
  await save(locked, fulfilRow(7));
  await save(locked);
  const [{ id }] = (await all()) as [Redemption];
  const mails = await world.context.db.read((store) => list(store, null, { limit: 9 }));
  const toUser = mails.filter(({ template }) => template === "redemption");
  expect(toUser).toMatchObject([{ user_id, merchant_id: merchantId, redemption_id: id, recipient: "ada@example.com" }]);
  expect(await world.context.db.read((store) => mailDetails(store, id, "MERIT"))).toEqual([
    `You redeemed 10 MERIT: 2 × Mug from ${merchantName}. The number of your redemption is ${id}.`,
    "Your wallet can cancel it until 2027-01-15T08:00:00.000Z.",
  ]);
});

it("ends each redemption once, also when events are repeated", async () => {
  const rows = [1, 2, 3].map((byte) => redeemRow(byte));
  const ends = [fulfilRow(1), cancelRow(2), endRow("redemption_expired", reference(3))];
  await save(...rows, ...ends);
  const ended = await all();
  expect(ended.map(({ status }) => status)).toEqual(["fulfilled", "cancelled", "expired"]);
  expect(ended.map(({ end_tx_hash }) => end_tx_hash)).toEqual(ends.map(({ tx_hash }) => tx_hash));
  await save(...rows, ...ends);
  // A redemption that has ended stays ended, whatever a node says.
  await save(redeemRow(1), cancelRow(1), fulfilRow(2));
  expect(await all()).toEqual(ended);
});

it("keeps redemptions of unknown wallets, merchants and items", async () => {
  await owner(false);
  await save(redeemRow(1), redeemRow(2, { merchant: u64(ITEM) }), redeemRow(3, { merchant: u64(999n) }));
  expect(await all()).toMatchObject([
    { user_id: null, merchant_id: merchantId, item_id: null, item_name: null },
    { user_id: null, merchant_id: null },
    { user_id: null, merchant_id: null },
  ]);
});

it("continues after events that it can't use", async () => {
  const huge = u64(2n ** 64n - 1n);
  const unknown = row([symbol("redeem"), party(wallet), u64(ITEM)], { news: u32(1) });
  await save(unknown, redeemRow(1, { deadline: huge }), redeemRow(2, { amount: i128(2n ** 100n) }));
  await save(fulfilRow(1), endRow("redemption_fulfilled", u64(77n)), row([symbol("redemption_expired")], {}));
  expect(await all()).toEqual([]);
});

it("records it in the commit that stores the event", async () => {
  const broken = commit(async (store) => {
    await saveIn(store, redeemRow(1));
    throw new Error("power failure");
  });
  await expect(broken).rejects.toThrow("power failure");
  expect(await all()).toEqual([]);
});

it("records those of release 0.2.0, which had numbers, and their ends under either name", async () => {
  const numbered = [8, 9].map((byte) =>
    row([symbol("redeem"), party(wallet), u64(ITEM)], { ...redeemFields(byte), redemption: u64(BigInt(byte)) }),
  );
  await save(...numbered, redeemRow(1));
  await save(endRow("redemption_cancelled", u64(8n), { caller: party(wallet) }), fulfilRow(9));
  expect(await all()).toMatchObject([
    { contract_redemption_id: 8, contract_item_id: String(ITEM), status: "cancelled", cancel_until: null },
    { contract_redemption_id: 9, reference: "09".repeat(32), status: "fulfilled" },
    { contract_redemption_id: null, status: "locked" },
  ]);
});

it("shows the catalogue the terms and the stock that the contract's item has by now", async () => {
  await save(itemRow(50_000_000n, 1));
  const { id } = await createItem(world.context, merchantId, { contract_item_id: String(ITEM) });
  const token = async () => (await world.context.db.read((store) => catalogue.get(store, id))).token;
  const times = { fulfil_within: 60, cancel_within: 0 };
  const first = { price: 50_000_000n, price_version: 1, active: true, wallet_limit: null, stock: 0, ...times };
  expect(await token()).toMatchObject(first);
  await save(row([symbol("stock_set"), u64(BigInt(merchantId)), u64(ITEM)], { stock: u32(9) }));
  await save(redeemRow(1), redeemRow(2), redeemRow(3), redeemRow(4));
  await save(fulfilRow(1), cancelRow(2), endRow("redemption_expired", reference(3)));
  expect((await token())?.stock).toBe(9 - 2 - 2);
  await save(itemRow(70_000_000n, 2, false));
  expect(await token()).toMatchObject({ price: 70_000_000n, price_version: 2, active: false, stock: 5 });
});
