import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import * as users from "../../accounts/service.ts";
import type { Context } from "../../context/context.ts";
import { displayName, page, refresh } from "../../programmes/leaderboard/board.ts";
import * as points from "../../programmes/points/ledger.ts";
import { eventually } from "../../testing/wait.ts";
import { createMerchant, createWorld, type World } from "../../testing/world.ts";
import { type Period, startOf } from "./periods.ts";

let world: World;
let context: Context;
let merchantId: number;
let now: Date;
let causes = 0;
beforeEach(async () => {
  world = createWorld();
  // A Wednesday; the week began on the 29th of April.
  now = new Date("2030-05-01T12:00:00Z");
  vi.spyOn(world.context.clock, "now").mockImplementation(() => now);
  context = world.context;
  merchantId = (await createMerchant(context)).merchant.id;
});
afterEach(async () => {
  vi.restoreAllMocks();
  await world[Symbol.asyncDispose]();
});

const user = async (firstName: string | null = null) =>
  (await context.db.commit((store) => users.create(store, { firstName }, now))).id;

const credit = (userId: number, amount: number, more: Partial<points.Credit> = {}) => {
  causes += 1;
  const { tiers } = context.settings.points;
  const row = { tiers, userId, merchantId, kind: "award" as const, points: amount, cause: `test:${causes}`, now };
  return context.db.commit((store) => points.credit(store, { ...row, ...more }));
};

async function board(period: Period = "all"): Promise<[rank: number, userId: number, points: number][]> {
  const { places } = await page(context, 0, { period, from: 1, limit: 100 });
  return places.map(({ rank, user_id, points }) => [rank, user_id, points]);
}

describe("the ranking", () => {
  it("adds up awarded points, and nothing else", async () => {
    const [ada, bob, eve] = [await user(), await user(), await user()];
    await credit(ada, 10);
    await credit(ada, 15, { kind: "earning" });
    await credit(bob, 30, { kind: "reward" });
    await credit(bob, 500, { kind: "daily_bonus", merchantId: null });
    await credit(eve, 500, { kind: "referral_bonus", merchantId: null });
    const { tiers } = context.settings.points;
    const spent = { tiers, userId: ada, merchantId, withPlatform: false, points: 20, kind: "redemption" as const };
    await context.db.commit((store) => points.debit(store, { ...spent, cause: "r", now }));
    await context.db.commit((store) => points.refund(store, { userId: ada, cause: "r", refundCause: "rr", now }));
    expect(await board()).toEqual([
      [1, bob, 30],
      [2, ada, 25],
    ]);
  });

  it("ranks the user who had the points earlier first, then the older account", async () => {
    const [ada, bob, eve] = [await user(), await user(), await user()];
    await credit(eve, 20, { now: new Date(now.getTime() - 2000) });
    await credit(bob, 20, { now: new Date(now.getTime() - 1000) });
    await credit(ada, 20, { now: new Date(now.getTime() - 1000) });
    expect((await board()).map(([, id]) => id)).toEqual([eve, ada, bob]);
  });

  it("continues counting where it stopped", async () => {
    const [ada, bob] = [await user(), await user()];
    await credit(ada, 20);
    await credit(bob, 10);
    expect(await board()).toEqual([
      [1, ada, 20],
      [2, bob, 10],
    ]);
    await credit(bob, 15);
    // Cached until the next rebuild.
    expect(await board()).toEqual([
      [1, ada, 20],
      [2, bob, 10],
    ]);
    expect((await refresh(context)).rows).toBe(1);
    expect(await board()).toEqual([
      [1, bob, 25],
      [2, ada, 20],
    ]);
  });

  it("takes back a cancelled credit in the period in which it was counted", async () => {
    const [ada, bob] = [await user(), await user()];
    await credit(ada, 20, { cause: "c", availableAt: new Date(now.getTime() + 60_000) });
    await credit(bob, 10);
    expect(await board()).toEqual([
      [1, ada, 20],
      [2, bob, 10],
    ]);
    const cancelled = { userId: ada, cause: "c", cancelCause: "cc", now };
    await context.db.commit((store) => points.cancel(store, cancelled));
    await refresh(context);
    expect(await board()).toEqual([[1, bob, 10]]);
    expect(await board("month")).toEqual([[1, bob, 10]]);
  });

  it("starts a new week and month with the points since then", async () => {
    const [ada, bob] = [await user(), await user()];
    await credit(ada, 5, { now: new Date("2030-04-28T23:59:59Z") });
    await credit(ada, 10, { now: new Date("2030-04-29T00:00:00Z") });
    await credit(bob, 20, { now: new Date("2030-05-01T00:00:00Z") });
    expect(await board("week")).toEqual([
      [1, bob, 20],
      [2, ada, 10],
    ]);
    expect(await board("month")).toEqual([[1, bob, 20]]);
    now = new Date("2030-05-06T00:00:05Z");
    await credit(ada, 1);
    await credit(bob, 2, { now: new Date("2030-05-05T23:59:59Z") });
    await refresh(context);
    expect(await board("week")).toEqual([[1, ada, 1]]);
    expect(await board("month")).toEqual([
      [1, bob, 22],
      [2, ada, 1],
    ]);
    expect(await board("all")).toEqual([
      [1, bob, 22],
      [2, ada, 16],
    ]);
  });

  it("finds rows of a week that began after they were counted", async () => {
    const ada = await user();
    // Two servers' clocks, or a rebuild a moment before midnight.
    await credit(ada, 7, { now: new Date("2030-05-06T00:00:01Z") });
    expect(await board("week")).toEqual([[1, ada, 7]]);
    now = new Date("2030-05-06T00:00:05Z");
    await refresh(context);
    expect(await board("week")).toEqual([[1, ada, 7]]);
  });

  it("drops deleted users, at once from pages and then from the ranks", async () => {
    const [ada, bob] = [await user(), await user()];
    await credit(ada, 20);
    await credit(bob, 10);
    await board();
    await context.db.commit((store) => users.remove(store, { id: ada, role: "user" }, ada, now));
    expect(await board()).toEqual([[2, bob, 10]]);
    await refresh(context);
    expect(await board()).toEqual([[1, bob, 10]]);
  });

  it("holds many users in the same order as a plain sort", async () => {
    const ids: number[] = [];
    for (let index = 0; index < 1500; index += 1) ids.push(await user());
    const earned = ids.map((id, index) => ({ id, points: ((index * 7919) % 97) + 1 }));
    await Promise.all(earned.map(({ id, points }) => credit(id, points)));
    const expected = earned.toSorted((a, b) => b.points - a.points || a.id - b.id).map(({ id }) => id);
    const found: number[] = [];
    for (let from = 1; from <= 1500; from += 100) {
      const { places } = await page(context, 0, { period: "all", from, limit: 100 });
      found.push(...places.map(({ user_id }) => user_id));
    }
    expect(found).toEqual(expected);
    for (const [index, id] of expected.entries()) {
      if (index % 250 !== 0) continue;
      const { own, places } = await page(context, id, { period: "all", from: null, limit: 5 });
      expect(own?.rank).toBe(index + 1);
      expect(places.map(({ user_id }) => user_id)).toContain(id);
    }
  });
});

it("rebuilds what is shown and old, where the job that does so runs in another process", async () => {
  const ada = await user();
  await credit(ada, 5);
  expect(await board()).toEqual([[1, ada, 5]]);
  await credit(ada, 5);
  expect(await board()).toEqual([[1, ada, 5]]);
  now = new Date(now.getTime() + 601_000);
  await eventually(async () => expect(await board()).toEqual([[1, ada, 10]]));
});

it("one rebuild serves all simultaneous requests", async () => {
  const [first, second] = [context.leaderboard.rebuild(), context.leaderboard.rebuild()];
  expect(await first).toBe(await second);
  expect(await context.leaderboard.rebuild()).not.toBe(await first);
});

it("a failed rebuild keeps the last standings, and the next one starts again", async () => {
  const ada = await user();
  await credit(ada, 5);
  await refresh(context);
  // SQLite knows no table of that name until it is named back.
  const rename = (from: string, to: string) =>
    context.db.commit(async (store) => void (await store.run(`alter table ${from} rename to ${to}`)));
  await rename("users", "hidden");
  await expect(refresh(context)).rejects.toThrow(/leaderboard was not rebuilt/);
  await rename("hidden", "users");
  expect(await board()).toEqual([[1, ada, 5]]);
  await credit(ada, 5);
  await refresh(context);
  expect(await board()).toEqual([[1, ada, 10]]);
});

describe("startOf", () => {
  it.each([
    ["week", "2030-05-05T23:59:59Z", "2030-04-29"],
    ["week", "2030-05-06T00:00:00Z", "2030-05-06"],
    ["week", "2027-01-01T12:00:00Z", "2026-12-28"],
    ["month", "2030-05-31T23:59:59Z", "2030-05-01"],
    ["all", "2030-05-31T23:59:59Z", "1970-01-01"],
  ] as const)("%s of %s", (period, at, start) => {
    expect(startOf(period, new Date(at)).toISOString()).toBe(`${start}T00:00:00.000Z`);
  });
});

describe("displayName", () => {
  const wallet = "GARQVJB47XR46JVTDZXLMX3NOJR5247V7T4ZDWQSNIK3ZZJUUWRL4D5N";
  it.each([
    [{ first_name: "Ada", last_name: "Lovelace", wallet }, "Ada L."],
    [{ first_name: "Ada", last_name: "😀x", wallet }, "Ada 😀."],
    [{ first_name: "Ada", last_name: null, wallet }, "Ada"],
    [{ first_name: null, last_name: "Lovelace", wallet }, "GARQ…4D5N"],
    [{ first_name: null, last_name: null, wallet: null }, "Member 7"],
  ])("%o", (named, shown) => expect(displayName({ id: 7, ...named })).toBe(shown));
});
