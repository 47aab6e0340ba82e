import fc from "fast-check";
import { expect, it } from "vitest";
import { Problem } from "../../base/errors.ts";
import { MAX_STROOPS } from "../../base/money.ts";
import type { Context } from "../../context/context.ts";
import { accept } from "../../payouts/rewards/accept.ts";
import { find, redeem } from "../../payouts/rewards/redeem-voucher.ts";
import * as rewards from "../../payouts/rewards/service.ts";
import { confirm, fail } from "../../payouts/rewards/settle.ts";
import { voucherExpiryJob } from "../../payouts/vouchers/recurring.ts";
import * as vouchers from "../../payouts/vouchers/service.ts";
import { newWallet } from "../../testing/chain.ts";
import { LIMIT_MS } from "../../testing/wait.ts";
import { createCampaign, createMerchant, createWorld } from "../../testing/world.ts";
import { byId } from "./store.ts";

const wallet = newWallet();
const wallets = [newWallet(), newWallet()];

type Step =
  | { do: "accept"; key: number; amount: bigint }
  | { do: "confirm" | "fail" | "redrive"; id: number }
  | { do: "make"; count: number; amount: bigint; lives: boolean }
  | { do: "redeem"; code: number; wallet: number }
  | { do: "cancel" | "cancel batch"; id: number }
  | { do: "expire" };

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
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("make" as const),
      count: fc.integer({ min: 1, max: 3 }),
      amount,
      lives: fc.boolean(),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("redeem" as const), code: fc.nat(5), wallet: fc.nat(1) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constantFrom("cancel" as const, "cancel batch" as const),
      id: fc.integer({ min: 1, max: 4 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("expire" as const) }) },
);

/** The vouchers that expire are made this long before, and their time is over when they are looked for. */
const LIFE_MS = 1000;

/** Each inner list runs concurrently. */
const history = fc.array(fc.array(step, { minLength: 1, maxLength: 12 }), { maxLength: 6 });

interface Shop {
  merchantId: number;
  campaignId: number;
  /** Codes of all vouchers that were made. */
  codes: string[];
}

async function run(context: Context, { merchantId, campaignId, codes }: Shop, change: Step): Promise<void> {
  const { db, settings } = context;
  const now = context.clock.now();
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
    await db.commit((store) => confirm(store, [{ id: change.id, txHash: "f".repeat(64) }], { settings, now }));
  } else if (change.do === "fail") {
    await db.commit((store) => fail(store, change.id, { reason: "no trustline", now }));
  } else if (change.do === "redrive") {
    await db.commit((store) => rewards.redrive(store, merchantId, change.id, { now }));
  } else if (change.do === "make") {
    const terms = { ...change, expires_at: change.lives ? undefined : new Date(now.getTime() + LIFE_MS) };
    const { made } = await db.commit((store) => vouchers.create(context, store, merchantId, campaignId, terms));
    codes.push(...made.map(({ code }) => code));
  } else if (change.do === "redeem") {
    const code = codes[change.code];
    if (code) await redeem(context, { code, wallet_address: wallets[change.wallet] as string });
  } else if (change.do === "cancel") {
    await db.commit((store) => vouchers.cancel(store, merchantId, change.id, now));
  } else if (change.do === "cancel batch") {
    await db.commit((store) => vouchers.cancelBatch(store, merchantId, change.id, now));
  } else {
    const later = { ...context, clock: { now: () => new Date(now.getTime() + LIFE_MS) } } as Context;
    await voucherExpiryJob.run(later, { signal: AbortSignal.timeout(LIMIT_MS), progress: async () => {} });
  }
}

async function checkBooks({ db }: Context, { merchantId, campaignId, codes }: Shop): Promise<void> {
  const campaign = await db.read((store) => byId(store, campaignId));
  const { rows } = await db.read((store) => rewards.list(store, merchantId, { limit: 100 }));
  const sum = (status: string) =>
    rows.filter((row) => row.status === status).reduce((total, row) => total + (row.amount ?? 0n), 0n);
  if (!campaign) throw new Error("campaign lost");
  const made: vouchers.Voucher[] = [];
  for (const code of codes) made.push(await db.read((store) => find(store, code)));
  const open = made.filter(({ status }) => status === "open");
  expect(campaign.reserved).toBe(sum("pending") + open.reduce((total, { batch }) => total + batch.amount, 0n));
  for (const { status, issuance } of made) {
    // A voucher whose reward is paid or will be is redeemed; one whose reward failed is open again unless its time is over.
    expect(status === "redeemed").toBe(issuance !== null && issuance.status !== "failed");
  }
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
      const shop = { merchantId: merchant.id, campaignId: campaign.id, codes: [] };
      for (const concurrent of steps) {
        const results = await Promise.allSettled(concurrent.map((change) => run(world.context, shop, change)));
        for (const result of results) {
          // Refusals are Problems; anything else is a fault.
          if (result.status === "rejected" && !(result.reason instanceof Problem)) throw result.reason;
        }
        await checkBooks(world.context, shop);
      }
    }),
    { numRuns: 25 },
  );
});
