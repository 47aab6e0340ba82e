import { pruneJob } from "@merit/core/operations/recurring-jobs/prune.ts";
import { nonceOf } from "@merit/core/operations/search/search-id.ts";
import { searchAnalytics } from "@merit/core/store/db/schema/search.ts";
import { users } from "@merit/core/store/db/schema/users.ts";
import { newWallet } from "@merit/core/testing/chain.ts";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startService, type TestService, type TestUser } from "../../testing/service.ts";

let service: TestService;
let coffee: { key: string };
let ada: TestUser;
let boss: TestUser;

beforeAll(async () => {
  service = await startService();
  coffee = await service.merchant({ name: "Spring roast" });
  [ada, boss] = [await service.user(), await service.user()];
});
afterAll(() => service[Symbol.asyncDispose]());

interface Credential {
  key?: string;
  token?: string;
}
const asUser = ({ accessToken: token }: TestUser): Credential => ({ token });
const asMerchant = ({ key }: { key: string }): Credential => ({ key });
const search = (q: string, who: Credential) => service.call(`GET /api/search?q=${encodeURIComponent(q)}`, who);

describe("what is noted", () => {
  const click = (id: string, body: object, who: Credential) =>
    service.call(`POST /api/search/${id}/click`, { ...who, body });
  const row = async (id: string) =>
    (
      await service.world.context.db.read(async (store) =>
        store
          .select()
          .from(searchAnalytics)
          .where(eq(searchAnalytics.nonce, nonceOf(id))),
      )
    )[0];
  const opened = { type: "campaign", id: 1 };

  it("a search with its hits, and the hit that was opened, once", async () => {
    const { search_id: id, total } = (await search("  Spring   ROAST ", asUser(ada))).body;
    expect(await row(id)).toMatchObject({ query: "spring roast", searcher: "user", hits: total, clicked_at: null });
    const clicks = await Promise.all([click(id, opened, asUser(ada)), click(id, opened, asUser(ada))]);
    expect(clicks.map(({ status }) => status)).toEqual([204, 204]);
    expect((await click(id, { type: "item", id: 9 }, asUser(ada))).status).toBe(204);
    expect(await row(id)).toMatchObject({ clicked_type: "campaign", clicked_id: 1 });
  });

  it("nobody's name or address", async () => {
    const { search_id: id } = (await search(`ada@example.com ${newWallet()} x`, asUser(boss))).body;
    expect(await row(id)).toMatchObject({ query: "(e-mail) (wallet) x", searcher: "user" });
  });

  it("no click on a search that isn't one's own", async () => {
    const { search_id: id } = (await search("spring", asUser(ada))).body;
    for (const other of [asMerchant(coffee), asUser(boss)]) {
      expect((await click(id, opened, other)).body).toMatchObject({ status: 404, code: "not_found" });
    }
    expect((await row(id))?.clicked_at).toBeNull();
    expect((await click("0".repeat(48), opened, asUser(ada))).status).toBe(404);
    expect((await click("x", opened, asUser(ada))).status).toBe(404);
    expect((await click(id, opened, {})).status).toBe(401);
    expect((await click(id, { type: "shop", id: 0 }, asUser(ada))).status).toBe(422);
  });

  it("in statistics for administrators", async () => {
    await using other = await startService();
    const [user, admin] = [await other.user(), await other.user()];
    await other.world.context.db.commit(
      async (store) => void (await store.update(users).set({ role: "admin" }).where(eq(users.id, admin.id))),
    );
    await other.merchant({ name: "Spring" });
    const find = async (q: string) =>
      (await other.call(`GET /api/search?q=${q}`, { token: user.accessToken })).body.search_id;
    await find("spring");
    const body = { type: "campaign", id: 1 };
    await other.call(`POST /api/search/${await find("SPRING")}/click`, { token: user.accessToken, body });
    await find("kettle");
    const get = (query: string, { accessToken: token }: TestUser) =>
      other.call(`GET /api/admin/search-analytics${query}`, { token });
    expect((await get("", admin)).body).toMatchObject({
      searches: 3,
      without_hits: 1,
      clicks: 1,
      click_rate: 0.333,
      top_queries: [
        { query: "spring", searches: 2, average_hits: 1, clicks: 1, click_rate: 0.5 },
        { query: "kettle", searches: 1, average_hits: 0, clicks: 0, click_rate: 0 },
      ],
      queries_without_hits: [{ query: "kettle" }],
    });
    expect((await get("?limit=1", admin)).body.top_queries).toHaveLength(1);
    expect((await get("?to=2026-01-01T00:00:00Z", admin)).body).toMatchObject({ searches: 0, click_rate: 0 });
    expect((await get("", user)).body).toMatchObject({ status: 403, code: "admin_required" });
    expect((await other.call("GET /api/admin/search-analytics")).status).toBe(401);
  });
});

it("is forgotten after its time", async () => {
  await using other = await startService({ SEARCH_ANALYTICS_DAYS: "30" });
  const { context } = other.world;
  const row = { query: "spring", searcher: "user" as const, hits: 1, took_ms: 1 };
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
  await context.db.commit(async (store) => {
    await store.insert(searchAnalytics).values([
      { ...row, nonce: "old", created_at: daysAgo(31) },
      { ...row, nonce: "new", created_at: daysAgo(29) },
    ]);
  });
  const run = { signal: new AbortController().signal, progress: async () => {} };
  expect(await pruneJob.run(context, run)).toMatchObject({ searches: 1 });
  const left = await context.db.read(async (store) => store.select().from(searchAnalytics));
  expect(left.map(({ nonce }) => nonce)).toEqual(["new"]);
});
