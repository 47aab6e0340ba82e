import { eq, getTableName, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { schemaTables } from "../testing/tables.ts";
import { createCampaign, createMerchant, createWorld, type World } from "../testing/world.ts";
import { planned } from "./prepared-query.ts";
import { campaigns } from "./schema/campaigns.ts";
import { merchants } from "./schema/merchants.ts";
import { rowCount, type Store, value } from "./store.ts";

let world: World;
beforeAll(async () => {
  world = createWorld();
  const { merchant } = await createMerchant(world.context);
  await createCampaign(world.context, merchant.id);
});
afterAll(() => world[Symbol.asyncDispose]());

/** What drizzle answers, and what a planned query does. */
const both = <Query, Rows>(build: (store: Store) => Query, use: (query: Query) => Rows) =>
  world.context.db.read(async (store) => [use(build(store)), use(planned(build(store)))] as const);

it("reads rows of tables as drizzle does", async () => {
  const filled: string[] = [];
  for (const table of await schemaTables()) {
    const [expected, rows] = await both(
      (store) => store.select().from(table).prepare(),
      (query) => query.all(),
    );
    expect(rows).toEqual(expected);
    if (rows.length > 0) filled.push(getTableName(table));
  }
  expect(filled).toEqual(expect.arrayContaining(["merchants", "campaigns", "api_keys"]));
});

it("takes values as drizzle does, and gives undefined for no row", async () => {
  const byId = (store: Store) =>
    store
      .select()
      .from(campaigns)
      .where(eq(campaigns.id, value(campaigns.id, "id")))
      .limit(rowCount("limit"))
      .prepare();
  for (const id of [1, 999]) {
    const [expected, row] = await both(byId, (query) => query.get({ id, limit: 1 }));
    expect(row).toEqual(expected);
    expect(row === undefined).toBe(id === 999);
  }
  await expect(both(byId, (query) => query.all({ id: 1, limit: 0 }))).resolves.toEqual([[], []]);
  await expect(world.context.db.read(async (store) => planned(byId(store)).get({ id: 1 }))).rejects.toThrow("limit");
});

it("reads expressions, and leaves joins to drizzle", async () => {
  const count = (store: Store) =>
    store
      .select({ total: sql<number>`count(*)`.mapWith(Number), name: sql<string>`max(name)`.as("name") })
      .from(merchants)
      .prepare();
  expect((await both(count, (query) => query.all()))[1]).toEqual([{ total: 1, name: expect.stringContaining("Shop") }]);
  const join = (store: Store) =>
    store.select().from(campaigns).leftJoin(merchants, eq(merchants.id, campaigns.merchant_id)).prepare();
  const [expected, rows] = await both(join, (query) => query.all());
  expect(rows).toEqual(expected);
  expect(rows[0]).toMatchObject({ campaigns: { id: 1 }, merchants: { id: 1 } });
});
