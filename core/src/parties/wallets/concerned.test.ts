import { afterEach, beforeEach, expect, it } from "vitest";
import { events } from "../../store/db/schema/events.ts";
import { newWallet } from "../../testing/chain.ts";
import { createMerchant, createWorld, type World } from "../../testing/world.ts";
import * as users from "../users/store.ts";
import { emitTo } from "./concerned.ts";
import * as wallets from "./store.ts";

let world: World;
beforeEach(() => {
  world = createWorld();
});
afterEach(() => world[Symbol.asyncDispose]());

it("tells the merchant with the first wallet's user, and each other user, in the order of the wallets", async () => {
  const { db } = world.context;
  const { merchant } = await createMerchant(world.context);
  const now = new Date();
  const sorted = Array.from({ length: 4 }, newWallet).toSorted();
  const owners = new Map<string, number>();
  for (const address of sorted.toReversed()) {
    await db.commit(async (store) => {
      const row = { role: "user" as const, referral_code: address.slice(-10), created_at: now, updated_at: now };
      const { id } = (await users.insert(store, row)) as users.User;
      await wallets.insert(store, { address, user_id: id, proven_at: now, created_at: now });
      owners.set(address, id);
    });
  }
  for (const given of [sorted, sorted.toReversed()]) {
    await db.commit(async (store) => {
      await store.delete(events);
      const event = { type: "referral.paid" as const, objectId: 1, data: {} };
      await emitTo(store, { merchantIds: [merchant.id], wallets: given }, event, now);
    });
    const told = await db.read(async (store) => store.select().from(events).orderBy(events.id));
    expect(told.map(({ merchant_id, user_id }) => [merchant_id, user_id])).toEqual(
      given.map((address, index) => [index === 0 ? merchant.id : null, owners.get(address)]),
    );
  }
});
