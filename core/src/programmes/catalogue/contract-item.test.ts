import { xdr } from "@stellar/stellar-sdk";
import { desc } from "drizzle-orm";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Parts } from "../../context/parts.ts";
import { contractErrors } from "../../ledger/chain/contract-errors.ts";
import { CallRefused } from "../../ledger/chain/errors.ts";
import { jobs } from "../../store/db/schema/jobs.ts";
import type { Job } from "../../store/jobs/jobs.ts";
import { newWallet } from "../../testing/chain.ts";
import { createParts } from "../../testing/parts.ts";
import { createItem } from "../../testing/redemptions.ts";
import { createMerchant, createWorld, type World } from "../../testing/world.ts";
import { callOf } from "../../worker/call-of-job.ts";
import { record } from "../redemptions/on-chain.ts";
import * as catalogue from "./service.ts";
import type { Item } from "./store.ts";

const TX = "a".repeat(64);
const wanted = { price: 20n, fulfil_within: 60, cancel_within: 10, wallet_limit: 2, stock: 9 };

let world: World;
let parts: Parts;
let item: Item;
let called: unknown[];
let onLedger: object | undefined;
beforeEach(async () => {
  world = createWorld({ DEMO_GRANT: "0" });
  parts = Object.assign(createParts(world).parts, { manager: { publicKey: newWallet() } });
  called = [];
  onLedger = undefined;
  Object.assign(world.context.chain.contracts, {
    redemption: {
      operation: (_source: string, method: string, args: object) => called.push({ method, args }),
      view: async () => ({ value: onLedger && { terms: onLedger, price_version: 4 } }),
    },
  });
  const { merchant } = await createMerchant(world.context);
  const { id } = await createItem(world.context, merchant.id);
  item = await world.context.db.commit((store) =>
    catalogue.update(store, merchant.id, id, { token: wanted }, new Date()),
  );
});
afterEach(() => world[Symbol.asyncDispose]());

const current = () => world.context.db.read((store) => catalogue.get(store, item.id));
const nextJob = async () =>
  (await world.context.db.read(async (store) =>
    store.select().from(jobs).orderBy(desc(jobs.id)).limit(1).get(),
  )) as Job;
async function nextCall() {
  const found = await callOf(parts, await nextJob());
  if (!found) throw new Error("the job has no call");
  return found;
}
const land = async (returnValue: xdr.ScVal) => {
  const { done } = await nextCall();
  const outcome = { returnValue, txHash: TX, now: new Date() };
  await world.context.db.commit(async (store) => void (await done(store, outcome)));
};

it("sets the terms, then the stock, and shows what the ledger has before its events are read", async () => {
  await land(xdr.ScVal.scvU32(3));
  expect(await current()).toMatchObject({
    token: {
      price: 20n,
      active: true,
      fulfil_within: 60,
      cancel_within: 10,
      wallet_limit: 2,
      price_version: 3,
      stock: 0,
    },
    change: { status: "pending" },
  });
  await land(xdr.ScVal.scvVoid());
  expect(await current()).toMatchObject({ token: { stock: 9 }, change: null });
  expect(called).toMatchObject([
    { method: "set_item", args: { terms: { price: 20n, fulfil_within: 60n, cancel_within: 10n, wallet_limit: 2 } } },
    { method: "set_stock", args: { expected: 0, stock: 9 } },
  ]);
  await world.context.db.commit(async (store) => {
    const data = { merchant: "1", item: item.contract_item_id, price: "20", price_version: 3, active: true };
    const times = { fulfil_within: "60", cancel_within: "10", wallet_limit: 2 };
    const rest = { ledger_closed_at: new Date(), tx_hash: TX };
    await record(store, { type: "item_set", data: { ...data, ...times }, ...rest }, world.context);
    await record(store, { type: "stock_set", data: { item: item.contract_item_id, stock: 9 }, ...rest }, world.context);
  });
  expect((await current()).token).toMatchObject({ price: 20n, stock: 9 });
});

it("doesn't replace terms that it doesn't know", async () => {
  const terms = { price: 20n, active: true, fulfil_within: 60n, cancel_within: 10n, wallet_limit: 2 };
  const { check, done } = await nextCall();
  expect(await check?.()).toBeUndefined();
  onLedger = { ...terms, price: 21n };
  expect(await check?.()).toMatchObject({ kind: "never", reason: expect.stringContaining("changed on the ledger") });
  onLedger = terms;
  expect(await check?.()).toBe("applied");
  const outcome = { returnValue: xdr.ScVal.scvVoid(), txHash: null, now: new Date() };
  await world.context.db.commit(async (store) => void (await done(store, outcome)));
  expect((await current()).token).toMatchObject({ price: 20n, price_version: 4 });
});

it("says why the ledger refused it, and lets another one follow", async () => {
  const { refusal, failed } = await nextCall();
  const reason = refusal(new CallRefused("", contractErrors.redemption.StockChanged));
  expect(reason).toMatchObject({ kind: "never", reason: expect.stringContaining("look at the stock") });
  const why = { error_message: "Taken.", updated_at: new Date() };
  await world.context.db.commit(async (store) => void (await failed(store, why)));
  expect((await current()).change).toMatchObject({ status: "failed", error_message: "Taken." });
  const again = await world.context.db.commit((store) =>
    catalogue.update(store, item.merchant_id, item.id, { token: wanted }, new Date()),
  );
  expect(again.change).toMatchObject({ status: "pending", error_message: null });
});
