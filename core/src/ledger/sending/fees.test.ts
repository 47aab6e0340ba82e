import { afterEach, beforeEach, expect, it } from "vitest";
import type { Store } from "../../store/db/store.ts";
import { createMerchant, createWorld, type World } from "../../testing/world.ts";
import { chargeMerchant, FeeBudgets, feesOf, nextDay } from "./fees.ts";

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
const take = (budgets: FeeBudgets, merchantId: number, fee: bigint, now = midnight) =>
  world.context.db.read((store) => budgets.take(store, merchantId, { fee, now }));

it("adds up what each merchant cost on each UTC day", async () => {
  await charge(one, lastInstant, 3n);
  await charge(one, midnight, 4n);
  await charge(one, new Date(midnight.getTime() + 1), 5n);
  await charge(other, midnight, 2n ** 60n);
  expect([await fees(one, lastInstant), await fees(one, midnight)]).toEqual([3n, 9n]);
  expect([await fees(other, lastInstant), await fees(other, midnight)]).toEqual([0n, 2n ** 60n]);
});

it("a day ends at midnight UTC", () => {
  expect(nextDay(lastInstant)).toEqual(midnight);
  expect(nextDay(midnight)).toEqual(new Date("2026-03-03T00:00:00.000Z"));
});

it("a transaction fits if it is exactly what is left of the day's budget", async () => {
  await charge(one, midnight, 60n);
  expect(await take(new FeeBudgets(100n), one, 41n)).toBe(false);
  expect(await take(new FeeBudgets(100n), one, 40n)).toBe(true);
  expect(await take(new FeeBudgets(100n), one, 100n, lastInstant)).toBe(true);
});

it("a transaction on its way counts until it has ended; a refused one doesn't", async () => {
  const budgets = new FeeBudgets(100n);
  expect(await take(budgets, one, 60n)).toBe(true);
  expect(await take(budgets, one, 41n)).toBe(false);
  expect(await take(budgets, one, 40n)).toBe(true);
  expect(await take(budgets, one, 1n)).toBe(false);
  budgets.ended(one, 60n);
  expect(await take(budgets, one, 60n)).toBe(true);
});

it("one merchant's fees don't affect another's budget", async () => {
  const budgets = new FeeBudgets(100n);
  expect(await take(budgets, one, 100n)).toBe(true);
  expect(await take(budgets, other, 100n)).toBe(true);
});

it("without a budget everything fits", async () => {
  expect(await take(new FeeBudgets(null), one, 2n ** 62n)).toBe(true);
});
