import { asc, eq } from "drizzle-orm";
import { expect, it } from "vitest";
import * as users from "../../accounts/service.ts";
import { LATEST } from "../../base/days.ts";
import { pointTransactions } from "../../store/db/schema/points.ts";
import { listOf } from "../../store/event-log/store.ts";
import { createMerchant, createWorld } from "../../testing/world.ts";
import { expiring } from "./balances.ts";
import * as ledger from "./ledger.ts";
import { expire, mature } from "./maturity.ts";

const DAY = 86_400_000;
const now = new Date("2030-01-10T12:00:00Z");
const after = (days: number) => new Date(now.getTime() + days * DAY);

async function setUp() {
  const world = createWorld();
  const { db } = world.context;
  const { merchant } = await createMerchant(world.context);
  const user = await db.commit((store) => users.create(store, {}, now));
  const mine = { userId: user.id, merchantId: merchant.id, tiers: world.context.settings.points.tiers };
  return {
    world,
    db,
    mine,
    credit: (cause: string, points: number, more: Partial<ledger.Credit> = {}) =>
      db.commit((store) => ledger.credit(store, { ...mine, kind: "award", points, cause, now, ...more })),
    debit: (cause: string, points: number, more: Partial<ledger.Debit> = {}) =>
      db.commit((store) =>
        ledger.debit(store, { ...mine, kind: "redemption", withPlatform: false, points, cause, now, ...more }),
      ),
    refund: (cause: string, at = now) =>
      db.commit((store) => ledger.refund(store, { userId: user.id, cause, refundCause: `refund:${cause}`, now: at })),
    balances: (at = now) => db.read((store) => ledger.balances(store, user.id, at)),
    rows: () => db.read(async (store) => store.select().from(pointTransactions).orderBy(asc(pointTransactions.id))),
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  };
}

it("credits a cause once", async () => {
  await using t = await setUp();
  expect(await t.credit("a", 100)).toMatchObject({ points: 100, cause: "a" });
  expect(await t.credit("a", 100)).toBeNull();
  expect(await t.balances()).toEqual([{ merchant_id: t.mine.merchantId, available: 100, pending: 0, lifetime: 100 }]);
});

it("takes points for a cause once, also when nothing is left", async () => {
  await using t = await setUp();
  await t.credit("a", 100);
  const [first] = await t.debit("r", 100);
  expect(await t.debit("r", 100)).toEqual([first]);
  expect(await t.balances()).toMatchObject([{ available: 0, lifetime: 100 }]);
});

it("refuses to take more than there is, also in concurrent calls", async () => {
  await using t = await setUp();
  await t.credit("a", 100);
  const results = await Promise.allSettled([1, 2, 3, 4].map((n) => t.debit(`r${n}`, 40)));
  const refused = results.filter((result) => result.status === "rejected");
  expect(refused.map(({ reason }) => reason.code)).toEqual(["insufficient_points", "insufficient_points"]);
  expect(await t.balances()).toMatchObject([{ available: 20 }]);
});

it("takes the merchant's points before the platform's, and these only if they are accepted", async () => {
  await using t = await setUp();
  await t.credit("a", 30);
  await t.credit("b", 50, { merchantId: null, kind: "daily_bonus" });
  await expect(t.debit("r1", 31)).rejects.toMatchObject({ code: "insufficient_points" });
  const taken = await t.debit("r2", 60, { withPlatform: true });
  expect(taken.map(({ merchant_id, points }) => [merchant_id, points])).toEqual([
    [t.mine.merchantId, -30],
    [null, -30],
  ]);
  expect(await t.debit("r2", 60, { withPlatform: true })).toEqual(taken);
  expect((await t.refund("r2")).map(({ points }) => points)).toEqual([30, 30]);
  expect(await t.refund("r2")).toEqual([]);
  expect(await t.balances()).toMatchObject([
    { merchant_id: null, available: 50 },
    { merchant_id: t.mine.merchantId, available: 30, lifetime: 30 },
  ]);
});

it("takes first what expires first, and expires what is left once", async () => {
  await using t = await setUp();
  await t.credit("never", 10);
  await t.credit("late", 10, { expiresAt: after(20) });
  await t.credit("soon", 10, { expiresAt: after(10) });
  await t.debit("r", 5);
  expect(await t.balances(after(11))).toMatchObject([{ available: 20 }]);
  const run = (at: Date) => t.db.commit((store) => expire(store, t.mine.userId, at));
  expect(await run(after(11))).toBe(1);
  expect(await run(after(11))).toBe(0);
  expect((await t.rows()).at(-1)).toMatchObject({
    kind: "expiry",
    points: -5,
    cause: expect.stringMatching(/:2030-01-21T00:00:00.000Z$/),
  });
  await expect(t.debit("r2", 21, { now: after(11) })).rejects.toMatchObject({ code: "insufficient_points" });
});

it("gives points back with their remaining time", async () => {
  await using t = await setUp();
  await t.credit("a", 10, { expiresAt: after(10) });
  await t.debit("r", 10, { now: after(4) });
  await t.refund("r", after(24));
  expect(await t.balances(after(30))).toMatchObject([{ available: 10 }]);
  expect(await t.balances(after(31))).toMatchObject([{ available: 0 }]);
});

it("gives points back until the end of the year 9999 at the latest, behind which no time can be shown", async () => {
  await using t = await setUp();
  await t.credit("a", 10, { expiresAt: new Date("9999-12-31T00:00:00Z") });
  await t.debit("r", 10);
  await t.refund("r", after(2));
  const soon = await t.db.read((store) => expiring(store, t.mine.userId, { now: after(2), until: LATEST }));
  expect(soon).toMatchObject([{ points: 10, expires_at: LATEST }]);
});

it("gives no time to points that are spent and given back at once, however often", async () => {
  await using t = await setUp();
  await t.credit("a", 10, { expiresAt: after(10) });
  let at = now.getTime();
  for (let n = 0; n < 40; n++) {
    await t.debit(`r${n}`, 10, { now: new Date(at++) });
    await t.refund(`r${n}`, new Date(at++));
  }
  expect(await t.balances(after(10))).toMatchObject([{ available: 10 }]);
  expect(await t.balances(after(10.5))).toMatchObject([{ available: 0 }]);
});

it("gives points that were spent before their end, and given back after it, the minutes that they had left", async () => {
  await using t = await setUp();
  const minute = (from: Date, minutes: number) => new Date(from.getTime() + minutes * 60_000);
  const end = after(10.5);
  await t.credit("a", 10, { expiresAt: end });
  for (const [n, points] of [4, 6].entries()) await t.debit(`r${n}`, points, { now: minute(end, -5 - n) });
  await t.refund("r0", minute(end, 90));
  await t.refund("r1", minute(end, 91));
  expect(await t.balances(minute(end, 94))).toMatchObject([{ available: 10 }]);
  expect(await t.balances(minute(end, 97))).toMatchObject([{ available: 0 }]);
  await t.db.commit((store) => expire(store, t.mine.userId, minute(end, 97)));
  expect((await t.rows()).slice(-2)).toMatchObject([
    { kind: "expiry", points: -4 },
    { kind: "expiry", points: -6 },
  ]);
});

it("holds pending points until their time, and can cancel them until then", async () => {
  await using t = await setUp();
  const cancel = (at: Date) =>
    t.db.commit((store) =>
      ledger.cancel(store, { userId: t.mine.userId, cause: "a", cancelCause: "cancel:a", now: at }),
    );
  await t.credit("a", 10, { availableAt: after(3) });
  await t.credit("b", 7, { availableAt: after(3) });
  expect(await t.balances()).toMatchObject([{ available: 0, pending: 17, lifetime: 0 }]);
  await expect(t.debit("r", 1)).rejects.toMatchObject({ code: "insufficient_points" });
  expect(await cancel(after(2))).toMatchObject({ points: -10, kind: "cancellation" });
  expect(await cancel(after(2))).toBeNull();
  expect(await t.balances(after(3))).toMatchObject([{ available: 7, pending: 0, lifetime: 7 }]);
  await t.debit("r", 7, { now: after(3) });
  expect(await t.db.commit((store) => mature(store, t.mine.userId, { ...t.mine, now: after(4) }))).toBe(0);
  expect(await t.balances(after(4))).toMatchObject([{ available: 0, pending: 0, lifetime: 7 }]);
});

it("shows points that have just become available among those that expire soon, with those of the same end", async () => {
  await using t = await setUp();
  const [expiresAt, until] = [after(5), after(20)];
  await t.credit("held", 10, { availableAt: after(1), expiresAt });
  await t.credit("now", 7, { expiresAt });
  await t.credit("late", 5, { availableAt: after(1), expiresAt: after(21) });
  const soon = (at: Date) => t.db.read((store) => expiring(store, t.mine.userId, { now: at, until }));
  const lot = { merchant_id: t.mine.merchantId, expires_at: after(5.5) };
  expect(await soon(now)).toEqual([{ ...lot, points: 7 }]);
  expect(await soon(after(1))).toEqual([{ ...lot, points: 17 }]);
  expect(await soon(after(5.5))).toEqual([]);
});

it("counts pending points towards a tier once they can be spent", async () => {
  await using t = await setUp();
  await t.credit("a", 2_000, { availableAt: after(5) });
  const reached = () =>
    t.db.read((store) => listOf(store, { merchant_id: t.mine.merchantId }, { types: ["tier.reached"], limit: 1 }));
  const matureAt = (time: Date) => t.db.commit((store) => mature(store, t.mine.userId, { ...t.mine, now: time }));
  await matureAt(after(4));
  expect(await reached()).toEqual([]);
  await matureAt(after(5));
  expect(await reached()).toHaveLength(1);
});

it("lets nobody change or delete a row", async () => {
  await using t = await setUp();
  await t.credit("a", 10);
  const isA = eq(pointTransactions.cause, "a");
  const update = t.db.commit(async (store) => store.update(pointTransactions).set({ points: 11 }).where(isA));
  await expect(update).rejects.toThrow("append-only");
  const remove = t.db.commit(async (store) => store.delete(pointTransactions).where(isA));
  await expect(remove).rejects.toThrow("append-only");
});
