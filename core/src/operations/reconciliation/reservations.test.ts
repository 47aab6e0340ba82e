import { sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, it } from "vitest";
import { redeem } from "../../payouts/rewards/redeem-voucher.ts";
import { fail } from "../../payouts/rewards/settle.ts";
import * as vouchers from "../../payouts/vouchers/service.ts";
import { newWallet } from "../../testing/chain.ts";
import { createCampaign, createMerchant, createWorld, type World } from "../../testing/world.ts";
import { checkReservations } from "./reservations.ts";
import { Run } from "./run.ts";

let world: World;
let campaignId: number;
beforeEach(async () => {
  world = createWorld();
  const { context } = world;
  // The ids of the campaign that is compared are not those of its merchant, vouchers and rewards.
  for (const budget of [50n, 1000n]) {
    const { merchant } = await createMerchant(context);
    await createCampaign(context, merchant.id, { budget });
    campaignId = (await createCampaign(context, merchant.id, { budget })).id;
    await fill(merchant.id);
  }
});

/** Makes five vouchers: one redeemed, one whose payment failed, one cancelled, and two untouched ones. */
async function fill(merchantId: number): Promise<void> {
  const { context } = world;
  const { made } = await context.db.commit((store) =>
    vouchers.create(context, store, merchantId, campaignId, { count: 5, amount: 10n }),
  );
  const pay = (index: number) => redeem(context, { code: made[index]?.code ?? "", wallet_address: newWallet() });
  await pay(0);
  const { issuance } = await pay(1);
  await context.db.commit(async (store) => {
    await fail(store, issuance.id, { reason: "The wallet is frozen.", now: new Date() });
    await vouchers.cancel(store, merchantId, made[2]?.id ?? 0, new Date());
  });
}
afterEach(() => world[Symbol.asyncDispose]());

/** Differences that the audit finds after this change of the database. */
async function found(change?: string): Promise<string[]> {
  const { db, chain } = world.context;
  if (change) await db.commit(async (store) => void (await store.run(sql.raw(change))));
  const run = new Run({ db, chain }, {}, { pauseMs: 0 });
  await checkReservations(run, campaignId);
  return run.differences.map(({ kind, sides }) => `${kind}: ${sides.records}`);
}

it("finds nothing wrong with vouchers that were redeemed, paid in vain, cancelled, or none of these", async () => {
  expect(await found()).toEqual([]);
});

it.each([
  [
    "update campaigns set reserved = reserved - 1 where id = 4",
    ["reserved_sum: reserved 0.0000039, pending rewards 0.000001, open vouchers 0.000003"],
  ],
  [
    "update voucher_batches set amount = amount + 1",
    ["reserved_sum: reserved 0.000004, pending rewards 0.000001, open vouchers 0.0000033"],
  ],
  [
    "update reward_issuances set amount = 11 where status = 'pending'",
    ["reserved_sum: reserved 0.000004, pending rewards 0.0000011, open vouchers 0.000003"],
  ],
  [
    "update vouchers set status = 'open' where status = 'redeemed'",
    [
      "reserved_sum: reserved 0.000004, pending rewards 0.000001, open vouchers 0.000004",
      "voucher_status: voucher open, reward pending",
    ],
  ],
  [
    "update vouchers set status = 'redeemed' where id in (7, 9)",
    [
      "reserved_sum: reserved 0.000004, pending rewards 0.000001, open vouchers 0.000001",
      "voucher_status: voucher redeemed, reward failed",
      "voucher_status: voucher redeemed, reward none",
    ],
  ],
  [
    "update vouchers set status = 'open' where status = 'cancelled'",
    ["reserved_sum: reserved 0.000004, pending rewards 0.000001, open vouchers 0.000004"],
  ],
])("finds what this has changed: %s", async (change, differences) => {
  expect(await found(change)).toEqual(differences);
});
