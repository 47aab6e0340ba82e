import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import * as users from "../../accounts/service.ts";
import { Problem } from "../../base/errors.ts";
import { pointTransactions } from "../../store/db/schema/points.ts";
import { redemptions } from "../../store/db/schema/redemptions.ts";
import { createItem, givePoints, pointsOf } from "../../testing/redemptions.ts";
import { createMerchant, createWorld, type World } from "../../testing/world.ts";
import * as items from "../catalogue/store.ts";
import { redeem, take } from "./service.ts";

let world: World;
beforeAll(() => {
  world = createWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

const PRICE = 7;

const act = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("redeem" as const),
      user: fc.nat(1),
      quantity: fc.integer({ min: 1, max: 3 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom("cancel", "fulfil", "refund"), which: fc.nat(20) }) },
);

interface Start {
  stock: number;
  balances: [number, number];
}

/** A merchant with one item, and two users with points of it. */
async function setUp({ stock, balances }: Start) {
  const { context } = world;
  const { merchant } = await createMerchant(context);
  const item = await createItem(context, merchant.id, { price: PRICE, stock });
  const people = [];
  for (const balance of balances) {
    const user = await context.db.commit((store) => users.create(store, {}, new Date()));
    if (balance > 0) await givePoints(context, user.id, merchant.id, balance);
    people.push(user);
  }
  const rows = await context.db.read(async (store) => store.select().from(redemptions));
  const maxId = Math.max(0, ...rows.map(({ id }) => id));
  return { merchant, item, people, maxId };
}

it("whatever users and merchants do at once: nothing is oversold, and no point is lost, made or given back twice", async () => {
  const { context } = world;
  const { db } = context;
  const start = fc.record({ stock: fc.nat(6), balances: fc.tuple(fc.nat(40), fc.nat(40)) });
  await fc.assert(
    fc.asyncProperty(start, fc.array(fc.array(act, { maxLength: 12 }), { maxLength: 4 }), async (given, rounds) => {
      const { merchant, item, people, maxId } = await setUp(given);
      for (const round of rounds) {
        // All of a round is on its way at the same time; ids of steps point into what there may be by then.
        const results = await Promise.allSettled(
          round.map((wanted) =>
            db.commit((store) => {
              if (!("user" in wanted)) {
                const id = maxId + 1 + wanted.which;
                const step = wanted.kind as "cancel" | "fulfil" | "refund";
                return take(store, { merchant_id: merchant.id }, id, step, { now: new Date() });
              }
              const user = people[wanted.user] as (typeof people)[number];
              return redeem(context, store, user, { item_id: item.id, quantity: wanted.quantity });
            }),
          ),
        );
        for (const result of results) {
          if (result.status === "rejected") expect(result.reason).toBeInstanceOf(Problem);
        }
      }
      const rows = await db.read(async (store) =>
        (await store.select().from(redemptions)).filter(({ merchant_id }) => merchant_id === merchant.id),
      );
      const kept = rows.filter(({ status }) => status === "pending" || status === "fulfilled");
      const left = (await db.read((store) => items.byId(store, item.id)))?.stock ?? -1;
      expect(left).toBeGreaterThanOrEqual(0);
      expect(left + sum(kept.map(({ quantity }) => quantity))).toBe(given.stock);
      for (const [index, user] of people.entries()) {
        const balance = await pointsOf(context, user.id, merchant.id);
        const spent = sum(kept.filter(({ user_id }) => user_id === user.id).map(({ points }) => points ?? 0));
        expect(balance).toBeGreaterThanOrEqual(0);
        expect(balance + spent).toBe(given.balances[index]);
      }
      const refunds = await db.read(async (store) =>
        (await store.select().from(pointTransactions)).filter(
          ({ merchant_id, kind }) => merchant_id === merchant.id && kind === "refund",
        ),
      );
      expect(refunds.map(({ cause }) => cause).toSorted()).toEqual(
        rows
          .filter((row) => !kept.includes(row))
          .map(({ id }) => `redemption:${id}:refund`)
          .toSorted(),
      );
    }),
    { numRuns: 40 },
  );
});

const sum = (numbers: number[]) => numbers.reduce((all, number) => all + number, 0);
