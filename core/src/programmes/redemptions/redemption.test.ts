import { xdr } from "@stellar/stellar-sdk";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Parts } from "../../context/parts.ts";
import { jobs } from "../../store/db/schema/jobs.ts";
import type { Job } from "../../store/jobs/jobs.ts";
import { newWallet } from "../../testing/chain.ts";
import { createParts } from "../../testing/parts.ts";
import { createMerchant, createWorld, type World } from "../../testing/world.ts";
import { callOf } from "../../worker/call-of-job.ts";
import { ask } from "./ledger-steps.ts";
import type { Redemption } from "./store.ts";
import * as rows from "./store.ts";

const wallet = newWallet();
const reference = "07".repeat(32);
let world: World;
let parts: Parts;
let job: Job;
let id: number;
beforeEach(async () => {
  world = createWorld({ DEMO_GRANT: "0" });
  parts = Object.assign(createParts(world).parts, { manager: { publicKey: newWallet() } });
  Object.assign(world.context.chain.contracts, { redemption: { operation: () => "operation" } });
  const { merchant } = await createMerchant(world.context);
  const now = new Date();
  await world.context.db.commit(async (store) => {
    const locked = await rows.insertLocked(store, {
      ...{ merchant_id: merchant.id, quantity: 1, price_version: 1, amount: 1n, wallet_address: wallet },
      ...{ contract_item_id: "7", reference, cancel_until: now, deadline: now },
      ...{ tx_hash: "a".repeat(64), created_at: now, updated_at: now },
    });
    ({ id } = locked as Redemption);
    await ask(store, locked as Redemption, "fulfil", { now });
  });
  job = (await world.context.db.read(async (store) => store.select().from(jobs)))[0] as Job;
});
afterEach(() => world[Symbol.asyncDispose]());

const current = () => world.context.db.read((store) => rows.byId(store, id));
const call = async () => {
  const found = await callOf(parts, job);
  if (!found) throw new Error("the job has no call");
  return found;
};
const done = async (txHash: string | null) => {
  const { done } = await call();
  const outcome = { returnValue: xdr.ScVal.scvVoid(), txHash, now: new Date() };
  await world.context.db.commit(async (store) => void (await done(store, outcome)));
};
const event = () =>
  world.context.db.commit((store) =>
    rows.takeOnLedger(store, { wallet, reference }, "redemption_fulfilled", {
      end_tx_hash: "e".repeat(64),
      updated_at: new Date(5),
    }),
  );

it("its own transaction and its event end a redemption once, whichever is recorded first", async () => {
  await done("b".repeat(64));
  const ended = await current();
  expect(ended).toMatchObject({ status: "fulfilled", next_status: null, end_tx_hash: "b".repeat(64) });
  await event();
  expect(await current()).toEqual(ended);
});

it("has a call also when its event came first: a transaction on its way has to be recorded all the same", async () => {
  await event();
  const ended = await current();
  await done("b".repeat(64));
  expect(await current()).toEqual(ended);
});

it("leaves it to the event how somebody else ended it", async () => {
  await done(null);
  expect(await current()).toMatchObject({ status: "locked", next_status: "fulfilled" });
});

it("says why it waits, and why it will not be done, which lets another try", async () => {
  const { note, failed } = await call();
  const updated_at = new Date();
  const write = (run: typeof note, error_message: string) =>
    world.context.db.commit(async (store) => void (await run(store, { error_message, updated_at })));
  await write(note, "paused");
  expect(await current()).toMatchObject({ next_status: "fulfilled", error_message: "paused" });
  await write(failed, "too late");
  expect(await current()).toMatchObject({ status: "locked", next_status: null, error_message: "too late" });
});
