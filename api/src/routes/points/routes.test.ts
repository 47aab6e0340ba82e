import { randomUUID } from "node:crypto";
import { systemClock } from "@merit/core/base/clock.ts";
import * as wallets from "@merit/core/parties/wallets/store.ts";
import * as ledger from "@merit/core/programmes/points/ledger.ts";
import { auditLog } from "@merit/core/store/db/schema/audit.ts";
import { users } from "@merit/core/store/db/schema/users.ts";
import { newWallet } from "@merit/core/testing/chain.ts";
import { asc, eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startService, type TestService } from "../../testing/service.ts";

let service: TestService;
beforeEach(async () => {
  // Registering logs in: without the daily bonus there are no points but a test's own.
  service = await startService({ DAILY_BONUS_POINTS: "0" });
});
afterEach(() => service[Symbol.asyncDispose]());

const award = (key: string, body: object, headers = {}) =>
  service.call("POST /api/points/award", { key, body, headers });
const points = async (token: string) => (await service.call("GET /api/points", { token })).body;
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

async function withWallet(userId: number): Promise<string> {
  const address = newWallet();
  await service.world.context.db.commit((store) => wallets.prove(store, { address, userId, now: new Date() }));
  return address;
}

async function admin() {
  const user = await service.user();
  const { db } = service.world.context;
  await db.commit(
    async (store) => void (await store.update(users).set({ role: "admin" }).where(eq(users.id, user.id))),
  );
  return user;
}

describe("GET /users/<wallet_address>/points", () => {
  const of = async (wallet: string) => (await service.call(`GET /api/users/${wallet}/points`)).body;

  it("shows anyone what a wallet's user can spend", async () => {
    const [user, { id, key }] = [await service.user(), await service.merchant()];
    const wallet = await withWallet(user.id);
    await award(key, { wallet_address: wallet, points: 30 });
    await award(key, { user_id: user.id, points: 12, available_at: inDays(3) });
    expect(await of(wallet)).toEqual({
      wallet_address: wallet,
      points: 30,
      balances: [{ merchant_id: id, points: 30 }],
    });
  });

  it("gives the same answer for an unknown wallet and for an unproven one", async () => {
    const named = newWallet();
    await service.call("POST /api/users", { body: { wallet_address: named } });
    for (const wallet of [newWallet(), named]) {
      expect(await of(wallet)).toEqual({ wallet_address: wallet, points: 0, balances: [] });
    }
    expect((await service.call("GET /api/users/GABC/points")).status).toBe(404);
  });
});

describe("GET /points", () => {
  it("shows balances by merchant, what is pending and expires soon, and the tier", async () => {
    const [user, { id, key }] = [await service.user(), await service.merchant()];
    const { db, clock, settings } = service.world.context;
    await award(key, { user_id: user.id, points: 990 });
    await award(key, { user_id: user.id, points: 20, expires_at: inDays(5) });
    await award(key, { user_id: user.id, points: 7, available_at: inDays(3) });
    const bonus = { userId: user.id, merchantId: null, kind: "daily_bonus" as const, points: 10, cause: "x" };
    await db.commit((store) => ledger.credit(store, { ...bonus, tiers: settings.points.tiers, now: clock.now() }));
    expect(await points(user.accessToken)).toMatchObject({
      available: 1020,
      pending: 7,
      accounts: [
        { merchant_id: null, merchant_name: null, available: 10, tier: null, next_tier: null },
        {
          merchant_id: id,
          available: 1010,
          pending: 7,
          lifetime: 1010,
          tier: { name: "silver", multiplier: "1.25" },
          next_tier: { name: "gold", multiplier: "1.5", points_needed: 3990 },
          expiring: [{ points: 20, expires_at: expect.stringMatching(/T00:00:00.000Z$/) }],
        },
      ],
    });
  });

  it("shows only the caller's own", async () => {
    const [user, other, { key }] = [await service.user(), await service.user(), await service.merchant()];
    await award(key, { user_id: other.id, points: 5 });
    expect(await points(user.accessToken)).toEqual({ available: 0, pending: 0, accounts: [] });
    expect((await service.call("GET /api/points")).body).toMatchObject({ status: 401, code: "missing_token" });
  });
});

describe("GET /points/history", () => {
  const history = async (options: object, query = "") =>
    (await service.call(`GET /api/points/history${query}`, options)).body;

  it("shows users their rows and merchants those of their points, page by page", async () => {
    const [user, other] = [await service.user(), await service.user()];
    const [shop, cafe] = [await service.merchant(), await service.merchant()];
    await award(shop.key, { user_id: user.id, points: 1, reference: "a", reason: "Hello" });
    await award(cafe.key, { user_id: user.id, points: 2 });
    await award(shop.key, { user_id: other.id, points: 3 });
    const own = await history({ token: user.accessToken });
    expect(own.data.map((row: { points: number }) => row.points)).toEqual([2, 1]);
    expect(own.data[1]).toMatchObject({
      user_id: user.id,
      merchant_id: shop.id,
      kind: "award",
      cause: `award:${shop.id}:a`,
      reason: "Hello",
      expires_at: null,
    });
    const first = await history({ token: user.accessToken }, "?limit=1");
    const second = await history({ token: user.accessToken }, `?limit=1&cursor=${first.next_cursor}`);
    expect([...first.data, ...second.data]).toEqual(own.data);
    const ofShop = await history({ key: shop.key });
    expect(ofShop.data.map((row: { points: number }) => row.points)).toEqual([3, 1]);
    expect(await history({})).toMatchObject({ status: 401, code: "missing_credentials" });
  });

  it("narrows to a period, to the millisecond, for users and merchants", async () => {
    const [user, shop] = [await service.user(), await service.merchant()];
    for (const day of [1, 2, 3]) {
      service.world.context.clock = { now: () => new Date(Date.UTC(2026, 0, day, 0, 0, 0, 305)) };
      await award(shop.key, { user_id: user.id, points: day });
    }
    service.world.context.clock = systemClock;
    for (const caller of [{ key: shop.key }, { token: user.accessToken }]) {
      const pointsOf = async (query: string) =>
        (await history(caller, query)).data.map((row: { points: number }) => row.points);
      expect(await pointsOf("?from=2026-01-02T00:00:00.305Z&to=2026-01-03T00:00:00.306Z")).toEqual([3, 2]);
      expect(await pointsOf("?from=2026-01-02T00:00:00.306Z&to=2026-01-03T00:00:00.305Z")).toEqual([]);
      expect(await pointsOf("?to=2026-01-02T00:00:00Z")).toEqual([1]);
    }
  });
});

describe("POST /points/award", () => {
  it("gives points once per reference, also for concurrent calls", async () => {
    const [user, { id, key }] = [await service.user(), await service.merchant()];
    const body = { user_id: user.id, points: 40, reference: "order-1" };
    const replies = await Promise.all([award(key, body), award(key, body), award(key, body)]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 200, 201]);
    expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1);
    expect(replies[0]?.body).toMatchObject({ merchant_id: id, points: 40, kind: "award" });
    expect((await award(key, { ...body, points: 41 })).body).toMatchObject({ status: 409, code: "reference_reused" });
    expect((await points(user.accessToken)).available).toBe(40);
    // References are a merchant's own.
    const cafe = await service.merchant();
    expect((await award(cafe.key, body)).status).toBe(201);
  });

  it("gives points under a reference to one user only, also for concurrent calls and after a wallet's change of hands", async () => {
    const { key } = await service.merchant();
    const [first, second] = [await service.user(), await service.user()];
    const users = [first, second, await service.user()];
    const calls = users.map(({ id }) => award(key, { user_id: id, points: 40, reference: "order-1" }));
    const replies = await Promise.all(calls);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
    expect(replies.find(({ status }) => status === 409)?.body.code).toBe("reference_reused");
    const held = await Promise.all(users.map(async ({ accessToken }) => (await points(accessToken)).available));
    expect(held.toSorted()).toEqual([0, 0, 40]);

    const body = { wallet_address: await withWallet(first.id), points: 5, reference: "order-2" };
    expect((await award(key, body)).status).toBe(201);
    await service.world.context.db.commit(async (store) => {
      await wallets.remove(store, first.id, body.wallet_address);
      await wallets.prove(store, { address: body.wallet_address, userId: second.id, now: new Date() });
    });
    expect((await award(key, body)).body).toMatchObject({ status: 409, code: "reference_reused" });
    expect((await award(key, { user_id: first.id, points: 5, reference: "order-2" })).status).toBe(200);
  });

  it("answers each user of a reference that several had in version 0.3 as before", async () => {
    const { id: merchantId, key } = await service.merchant();
    const users = [await service.user(), await service.user(), await service.user()];
    const { db, settings } = service.world.context;
    const credit = { merchantId, kind: "award" as const, points: 5, cause: `award:${merchantId}:welcome` };
    const terms = { tiers: settings.points.tiers, now: new Date() };
    for (const { id: userId } of users.slice(0, 2)) {
      await db.commit((store) => ledger.credit(store, { ...credit, userId, ...terms }));
    }
    const again = (userId: number) => award(key, { user_id: userId, points: 5, reference: "welcome" });
    expect((await Promise.all(users.map(({ id }) => again(id)))).map(({ status }) => status)).toEqual([200, 200, 409]);
  });

  it("gives points once per Idempotency-Key", async () => {
    const [user, { key }] = [await service.user(), await service.merchant()];
    const body = { user_id: user.id, points: 40 };
    const headers = { "idempotency-key": "k1" };
    const [first, again] = await Promise.all([award(key, body, headers), award(key, body, headers)]);
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.body).toEqual(first.body);
    expect((await award(key, { ...body, points: 1 }, headers)).body).toMatchObject({ code: "idempotency_key_reused" });
    expect((await points(user.accessToken)).available).toBe(40);
    await award(key, body);
    await award(key, body);
    expect((await points(user.accessToken)).available).toBe(120);
  });

  it.each([
    ["user_id", { points: 1 }, /if wallet_address isn't/],
    ["user_id", { user_id: 1, wallet_address: newWallet(), points: 1 }, /if wallet_address isn't/],
    ["user_id", { user_id: 999_999, points: 1 }, /the id of a user/],
    ["wallet_address", { wallet_address: newWallet(), points: 1 }, /a user has linked/],
    ["points", { user_id: 1, points: 0 }, /whole number from 1/],
    ["points", { user_id: 1, points: 1.5 }, /whole number from 1/],
    ["points", { user_id: 1, points: 1_000_000_001 }, /to 1000000000/],
    ["expires_at", { points: 1, expires_at: "2020-01-01T00:00:00Z" }, /in the future/],
    ["expires_at", { points: 1, expires_at: inDays(2), available_at: inDays(5) }, /later than available_at/],
    [
      "available_at",
      { user_id: 1, points: 1, available_at: "9999-12-31T23:59:59-12:00" },
      /must not be after the year 9999 in UTC/,
    ],
    ["expires_at", { points: 1, expires_at: "9999-12-31T00:00:01Z" }, /at most 9999-12-31T00:00:00Z; leave it out/],
  ])("names %s", async (field, body, message) => {
    const [user, { key }] = [await service.user(), await service.merchant()];
    const reply = await award(key, field === "expires_at" ? { user_id: user.id, ...body } : body);
    expect(reply.body).toMatchObject({ status: 422, errors: [{ field }] });
    expect(reply.body.errors[0].message).toMatch(message);
  });

  it("doesn't find a deleted account", async () => {
    const [user, { key }] = [await service.user(), await service.merchant()];
    const wallet = await withWallet(user.id);
    await award(key, { user_id: user.id, points: 1 });
    await service.call(`DELETE /api/users/${user.id}`, { token: user.accessToken });
    expect((await award(key, { user_id: user.id, points: 1 })).status).toBe(422);
    expect((await award(key, { wallet_address: wallet, points: 1 })).status).toBe(422);
    // The ledger keeps the row under the number.
    expect((await service.call("GET /api/points/history", { key })).body.data).toMatchObject([{ user_id: user.id }]);
  });
});

describe("POST /admin/users/<id>/points", () => {
  const adjust = (
    id: number,
    token: string | undefined,
    body: object,
    headers: Record<string, string> = { "idempotency-key": randomUUID() },
  ) => service.call(`POST /api/admin/users/${id}/points`, { ...(token && { token }), body, headers });

  it("corrects up and down, never below zero, once per key, and on record", async () => {
    const [user, boss, shop] = [await service.user(), await admin(), await service.merchant()];
    const body = { points: 50, merchant_id: shop.id, reason: "Lost card" };
    const headers = { "idempotency-key": "a1" };
    const [first, again] = await Promise.all([
      adjust(user.id, boss.accessToken, body, headers),
      adjust(user.id, boss.accessToken, body, headers),
    ]);
    expect(first).toMatchObject({ status: 201, body: { kind: "adjustment", points: 50, reason: "Lost card" } });
    expect(again.body).toEqual(first.body);
    const less = { points: -20, merchant_id: shop.id, reason: "Booked twice" };
    expect((await adjust(user.id, boss.accessToken, less)).body).toMatchObject({ points: -20 });
    // The platform's points are others.
    const refused = { status: 409, code: "insufficient_points" };
    expect((await adjust(user.id, boss.accessToken, { points: -1, reason: "x" })).body).toMatchObject(refused);
    expect((await adjust(user.id, boss.accessToken, { ...less, points: -31 })).body).toMatchObject(refused);
    expect(await points(user.accessToken)).toMatchObject({ available: 30, accounts: [{ lifetime: 0 }] });
    const log = await service.world.context.db.read(async (store) =>
      store.select().from(auditLog).where(eq(auditLog.action, "points.adjust")).orderBy(asc(auditLog.id)),
    );
    expect(log).toMatchObject([
      { actor: `user:${boss.id}`, subject: `user:${user.id}`, detail: body },
      { detail: less },
    ]);
  });

  it("is for administrators, and names what is wrong", async () => {
    const [user, boss] = [await service.user(), await admin()];
    const body = { points: 1, reason: "x" };
    expect((await adjust(user.id, undefined, body)).status).toBe(401);
    expect((await adjust(user.id, user.accessToken, body)).body).toMatchObject({ status: 403, code: "admin_required" });
    expect((await adjust(999_999, boss.accessToken, body)).body).toMatchObject({ status: 404, code: "not_found" });
    const wrong = async (change: object) => (await adjust(user.id, boss.accessToken, { ...body, ...change })).body;
    expect((await adjust(user.id, boss.accessToken, body, {})).body).toMatchObject({
      status: 422,
      errors: [{ field: "Idempotency-Key", message: expect.stringMatching(/^is required/) }],
    });
    expect(await wrong({ points: 0 })).toMatchObject({ status: 422, errors: [{ field: "points" }] });
    expect(await wrong({ reason: " " })).toMatchObject({ status: 422, errors: [{ field: "reason" }] });
    expect(await wrong({ merchant_id: 999_999 })).toMatchObject({ status: 422, errors: [{ field: "merchant_id" }] });
  });
});
