import fc from "fast-check";
import { expect, it } from "vitest";
import type { Context } from "../context/context.ts";
import { Problem } from "../errors.ts";
import { MAX_STROOPS } from "../money.ts";
import { accept } from "../rewards/accept.ts";
import * as rewards from "../rewards/service.ts";
import { confirm, fail } from "../rewards/settle.ts";
import { newWallet } from "../testing/chain.ts";
import { createCampaign, createMerchant, createWorld } from "../testing/world.ts";
import { byId } from "./store.ts";

const wallet = newWallet();

type Step = { do: "accept"; key: number; amount: bigint } | { do: "confirm" | "fail" | "redrive"; id: number };

const amount = fc.oneof(fc.bigInt(1n, 60n), fc.bigInt(MAX_STROOPS - 2n, MAX_STROOPS));
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant("accept" as const), key: fc.nat(12), amount }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom("confirm" as const, "fail" as const, "redrive" as const),
      id: fc.integer({ min: 1, max: 8 }),
    }),
  },
);

/** Each inner list runs concurrently. */
const history = fc.array(fc.array(step, { minLength: 1, maxLength: 12 }), { maxLength: 6 });

async function run(context: Context, merchantId: number, campaignId: number, change: Step): Promise<void> {
  const { db, settings } = context;
  const now = new Date();
  if (change.do === "accept") {
    const reward = {
      idempotency_key: `k${change.key}`,
      campaign_id: campaignId,
      wallet_address: wallet,
      amount: change.amount,
      user_id: null,
    };
    await accept(context, merchantId, reward);
  } else if (change.do === "confirm") {
    await db.commit((store) => confirm(store, change.id, { txHash: "f".repeat(64), settings, now }));
  } else if (change.do === "fail") {
    await db.commit((store) => fail(store, change.id, { reason: "no trustline", now }));
  } else {
    await db.commit((store) => rewards.redrive(store, merchantId, change.id, { now }));
  }
}

async function checkBooks({ db }: Context, merchantId: number, campaignId: number): Promise<void> {
  const campaign = await db.read((store) => byId(store, campaignId));
  const { rows } = await db.read((store) => rewards.list(store, merchantId, { limit: 100 }));
  const sum = (status: string) =>
    rows.filter((row) => row.status === status).reduce((total, row) => total + (row.amount ?? 0n), 0n);
  if (!campaign) throw new Error("campaign lost");
  expect(campaign.reserved).toBe(sum("pending"));
  expect(campaign.spent).toBe(sum("confirmed"));
  expect(campaign.spent + campaign.reserved <= campaign.budget).toBe(true);
  const numbers = rows.toReversed().map(({ number }) => number);
  expect(numbers).toEqual(numbers.map((_, index) => index + 1));
  expect(campaign.next_number).toBe(numbers.length + 1);
}

it("books balance and the budget holds, whatever happens at once", { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(100n, MAX_STROOPS), history, async (budget, steps) => {
      await using world = createWorld({ LOG_LEVEL: "silent" });
      const { merchant } = await createMerchant(world.context);
      const campaign = await createCampaign(world.context, merchant.id, { budget });
      for (const concurrent of steps) {
        const results = await Promise.allSettled(
          concurrent.map((change) => run(world.context, merchant.id, campaign.id, change)),
        );
        for (const result of results) {
          // Refusals are Problems; anything else is a fault.
          if (result.status === "rejected" && !(result.reason instanceof Problem)) throw result.reason;
        }
        await checkBooks(world.context, merchant.id, campaign.id);
      }
    }),
    { numRuns: 25 },
  );
});
