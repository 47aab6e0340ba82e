import type { Context } from "@merit/core/context/context.ts";
import { leaderboardJob } from "@merit/core/programmes/leaderboard/board.ts";
import * as points from "@merit/core/programmes/points/ledger.ts";
import { users } from "@merit/core/store/db/schema/users.ts";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startService, type TestService, type TestUser } from "../../testing/service.ts";
import { TestSocket } from "../../testing/socket.ts";

let service: TestService;
let merchantId: number;
beforeEach(async () => {
  service = await startService();
  merchantId = (await service.merchant(null)).id;
});
afterEach(() => service[Symbol.asyncDispose]());

const award = ({ id }: TestUser, amount: number) =>
  service.world.context.db.commit((store) =>
    points.credit(store, {
      userId: id,
      merchantId,
      tiers: service.world.context.settings.points.tiers,
      kind: "award",
      points: amount,
      cause: crypto.randomUUID(),
      now: new Date(),
    }),
  );

const list = ({ accessToken: token }: TestUser, query = "") => service.call(`GET /api/leaderboard${query}`, { token });
const warm = ({ accessToken: token }: TestUser) => service.call("POST /api/admin/cache/warm", { token });

async function admin(): Promise<TestUser> {
  const user = await service.user();
  await service.world.context.db.commit(
    async (store) => void (await store.update(users).set({ role: "admin" }).where(eq(users.id, user.id))),
  );
  return user;
}

describe("GET /leaderboard", () => {
  it("shows ranks and the caller's own, and nothing more about other users", async () => {
    const ada = await service.user({ first_name: "Ada", last_name: "Lovelace" });
    const bob = await service.user();
    await award(ada, 30);
    await award(bob, 20);
    const { status, body } = await list(bob);
    expect(status).toBe(200);
    const own = { rank: 2, points: 20, user_id: bob.id, display_name: `Member ${bob.id}` };
    expect(body).toMatchObject({
      period: "all",
      starts_at: "1970-01-01T00:00:00.000Z",
      ranked_users: 2,
      me: own,
      data: [{ rank: 1, points: 30, user_id: ada.id, display_name: "Ada L." }, own],
      has_more: false,
      next_cursor: null,
    });
    expect(JSON.stringify(body)).not.toMatch(/@|Lovelace/);
    for (const period of ["week", "month"]) {
      expect((await list(bob, `?period=${period}`)).body).toMatchObject({ period, ranked_users: 2 });
    }
  });

  it("continues by cursor, and around the caller's own rank", async () => {
    const all = [];
    for (let index = 0; index < 7; index += 1) all.push(await service.user());
    for (const [index, user] of all.entries()) await award(user, 100 - index);
    const nobody = await service.user();
    const ids = ({ body }: { body: { data: { user_id: number }[] } }) => body.data.map(({ user_id }) => user_id);
    const expected = all.map(({ id }) => id);
    const first = await list(nobody, "?limit=4");
    expect(first.body).toMatchObject({ me: null, has_more: true });
    const second = await list(nobody, `?limit=4&cursor=${first.body.next_cursor}`);
    expect([...ids(first), ...ids(second)]).toEqual(expected);
    expect(second.body).toMatchObject({ has_more: false, next_cursor: null });
    expect(ids(await list(all[3] as TestUser, "?limit=3&around=me"))).toEqual(expected.slice(2, 5));
    expect(ids(await list(all[0] as TestUser, "?limit=3&around=me"))).toEqual(expected.slice(0, 3));
    expect(ids(await list(nobody, "?limit=3&around=me"))).toEqual(expected.slice(0, 3));
  });

  it("is empty without points", async () => {
    expect((await list(await service.user())).body).toMatchObject({ data: [], me: null, ranked_users: 0 });
  });

  it.each([
    ["?period=year", "period"],
    ["?cursor=abc", "cursor"],
    ["?around=you", "around"],
    ["?around=me&cursor=cmFuazozOw", "around"],
    ["?limit=101", "limit"],
  ])("refuses %s", async (query, field) => {
    const { body } = await list(await service.user(), query);
    expect(body).toMatchObject({ status: 422, errors: [{ field }] });
  });

  it("requires a login", async () => {
    expect((await service.call("GET /api/leaderboard")).body).toMatchObject({ status: 401, code: "missing_token" });
    const { key } = await service.merchant(null);
    expect((await service.call("GET /api/leaderboard", { key })).status).toBe(401);
  });
});

describe("POST /admin/cache/warm", () => {
  it("counts at once and notifies every connected client", async () => {
    const [ada, boss] = [await service.user({ first_name: "Ada" }), await admin()];
    expect((await list(ada)).body.me).toBeNull();
    using client = await TestSocket.login(service.server.url, ada.accessToken);
    await award(ada, 5);
    expect(await warm(boss)).toMatchObject({ status: 200, body: { ranked_users: 1, new_rows: 1 } });
    const place = { rank: 1, points: 5, user_id: ada.id, display_name: "Ada" };
    expect((await list(ada)).body).toMatchObject({ me: place });
    expect(await client.next()).toEqual({
      event: "leaderboard:update",
      data: { updated_at: expect.any(String), periods: { all: [place], week: [place], month: [place] } },
    });
  });

  it("happens by a job as well, which may run in another process", async () => {
    const ada = await service.user({ first_name: "Ada" });
    using client = await TestSocket.login(service.server.url, ada.accessToken);
    await award(ada, 5);
    // A worker has the database in common with the API, and nothing else.
    await leaderboardJob.run({ db: service.world.context.db } as Context, {
      signal: new AbortController().signal,
      progress: async () => {},
    });
    const place = { rank: 1, points: 5, user_id: ada.id, display_name: "Ada" };
    expect(await client.next()).toMatchObject({ event: "leaderboard:update", data: { periods: { all: [place] } } });
    expect((await list(ada)).body).toMatchObject({ me: place });
  });

  it("does the same when it is repeated, also at the same time", async () => {
    const [ada, boss] = [await service.user(), await admin()];
    await award(ada, 5);
    const [first, second] = await Promise.all([warm(boss), warm(boss)]);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect((await warm(boss)).body).toMatchObject({ ranked_users: 1, new_rows: 0 });
    expect((await list(ada)).body.me.points).toBe(5);
  });

  it("is for administrators", async () => {
    expect((await warm(await service.user())).body).toMatchObject({ status: 403, code: "admin_required" });
    expect((await service.call("POST /api/admin/cache/warm")).status).toBe(401);
  });
});
