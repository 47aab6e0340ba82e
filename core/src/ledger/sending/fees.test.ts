import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, it } from "vitest";
import { accept } from "../../payouts/rewards/accept.ts";
import { contractEventSubjects } from "../../store/db/schema/contract-events.ts";
import { issuances } from "../../store/db/schema/issuances.ts";
import { merchants } from "../../store/db/schema/merchants.ts";
import type { Store } from "../../store/db/store.ts";
import { newWallet } from "../../testing/chain.ts";
import { createCampaign, createMerchant, createWorld, type World } from "../../testing/world.ts";
import { chargeMerchant, FeeBudgets, feesOf, nextDay, type Spent } from "./fees.ts";
import { isProven } from "./proven.ts";

const lastInstant = new Date("2026-03-01T23:59:59.999Z");
const midnight = new Date("2026-03-02T00:00:00.000Z");

let world: World;
let one: number;
let other: number;
beforeEach(async () => {
  world = createWorld();
  one = (await createMerchant(world.context)).merchant.id;
  other = (await createMerchant(world.context)).merchant.id;
});
afterEach(() => world[Symbol.asyncDispose]());

const commit = <T>(unit: (store: Store) => Promise<T>) => world.context.db.commit(unit);
const charge = (merchantId: number, day: Date, fee: bigint) =>
  commit((store) => chargeMerchant(store, { merchantId, day, fee }));
const fees = (merchantId: number, day: Date) => world.context.db.read((store) => feesOf(store, merchantId, day));
const budgetsOf = (merchantFeeBudget: bigint | null, unprovenFeeBudget: bigint | null = null) =>
  new FeeBudgets({ merchantFeeBudget, unprovenFeeBudget });
const takeFrom = (budgets: FeeBudgets, merchantId: number, fee: bigint, now = midnight) =>
  world.context.db.read((store) => budgets.take(store, merchantId, { fee, now }));
const take = async (...call: Parameters<typeof takeFrom>) => "ended" in (await takeFrom(...call));
/** Whose budget refuses it. */
const refusal = async (...call: Parameters<typeof takeFrom>): Promise<Spent | undefined> => {
  const taken = await takeFrom(...call);
  return "spent" in taken ? taken.spent : undefined;
};
const prove = (merchantId: number) =>
  commit(async (store) => {
    await store.update(merchants).set({ email_verified_at: midnight }).where(eq(merchants.id, merchantId));
    const subject = { kind: "merchant" as const, value: String(merchantId) };
    await store
      .insert(contractEventSubjects)
      .values({ ...subject, type: "deposit", event_id: `deposit-${merchantId}` });
  });

it("adds up what each merchant cost on each UTC day", async () => {
  await charge(one, lastInstant, 3n);
  await charge(one, midnight, 4n);
  await charge(one, new Date(midnight.getTime() + 1), 5n);
  await charge(other, midnight, 2n ** 52n);
  expect([await fees(one, lastInstant), await fees(one, midnight)]).toEqual([3n, 9n]);
  expect([await fees(other, lastInstant), await fees(other, midnight)]).toEqual([0n, 2n ** 52n]);
});

it("a day ends at midnight UTC", () => {
  expect(nextDay(lastInstant)).toEqual(midnight);
  expect(nextDay(midnight)).toEqual(new Date("2026-03-03T00:00:00.000Z"));
});

it("a transaction fits if it is exactly what is left of the day's budget", async () => {
  await charge(one, midnight, 60n);
  expect(await take(budgetsOf(100n), one, 41n)).toBe(false);
  expect(await take(budgetsOf(100n), one, 40n)).toBe(true);
  expect(await take(budgetsOf(100n), one, 100n, lastInstant)).toBe(true);
});

it("a transaction on its way counts until it has ended; a refused one doesn't", async () => {
  const budgets = budgetsOf(100n);
  const first = await takeFrom(budgets, one, 60n);
  expect(await take(budgets, one, 41n)).toBe(false);
  expect(await take(budgets, one, 40n)).toBe(true);
  expect(await take(budgets, one, 1n)).toBe(false);
  if ("ended" in first) first.ended();
  expect(await take(budgets, one, 60n)).toBe(true);
});

it("one merchant's fees don't affect another's budget", async () => {
  const budgets = budgetsOf(100n);
  expect(await take(budgets, one, 100n)).toBe(true);
  expect(await take(budgets, other, 100n)).toBe(true);
});

it("without a budget everything fits", async () => {
  expect(await take(budgetsOf(null), one, 2n ** 62n)).toBe(true);
});

it("unproven merchants have one budget together, and each a tenth of it; proven ones have their own", async () => {
  const budgets = budgetsOf(1000n, 100n);
  const free = await Promise.all(Array.from({ length: 10 }, () => createMerchant(world.context)));
  expect(await refusal(budgets, one, 11n)).toBe("unproven");
  for (const { merchant } of free) expect(await take(budgets, merchant.id, 10n)).toBe(true);
  expect(await refusal(budgets, one, 1n)).toBe("unproven");
  await prove(one);
  expect(await take(budgets, one, 1000n)).toBe(true);
  expect(await refusal(budgets, one, 1n)).toBe("merchant");
});

it("what a merchant cost before it proved itself stays counted: many that prove themselves cost no more than that", async () => {
  const budgets = budgetsOf(null, 100n);
  await charge(one, midnight, 95n);
  await prove(one);
  await charge(one, midnight, 1000n);
  expect(await refusal(budgets, other, 6n)).toBe("unproven");
  expect(await take(budgets, other, 5n)).toBe(true);
  expect(await take(budgets, other, 5n, lastInstant)).toBe(true);
});

it("a paid reward proves a merchant, or a confirmed address together with tokens in the pool; neither an address nor tokens alone", async () => {
  const proven = (id: number) => world.context.db.read((store) => isProven(store, id));
  const subject = { kind: "merchant" as const, value: String(one), type: "grant", event_id: "1" };
  await commit(async (store) => void (await store.insert(contractEventSubjects).values(subject)));
  expect(await proven(one)).toBe(false);
  await commit(async (store) => void (await store.update(merchants).set({ email_verified_at: midnight })));
  expect([await proven(one), await proven(other)]).toEqual([true, false]);

  const { id: campaign_id } = await createCampaign(world.context, other);
  const reward = { campaign_id, amount: 1n, user_id: null, idempotency_key: "1", wallet_address: newWallet() };
  await accept(world.context, other, reward);
  expect(await proven(other)).toBe(false);
  await commit(async (store) => void (await store.update(issuances).set({ status: "confirmed" })));
  expect(await proven(other)).toBe(true);
});
