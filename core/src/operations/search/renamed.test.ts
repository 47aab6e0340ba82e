import { eq, sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, it } from "vitest";
import { merchants } from "../../store/db/schema/merchants.ts";
import { catalogueItems } from "../../store/db/schema/redemptions.ts";
import { renamedMerchants } from "../../store/db/schema/search.ts";
import { createCampaign, createMerchant, createWorld, type World } from "../../testing/world.ts";
import { nameNext, renamedJob } from "./renamed.ts";

let world: World;
let merchant: number;
beforeEach(async () => {
  world = createWorld();
  merchant = (await createMerchant(world.context)).merchant.id;
  await createCampaign(world.context, merchant);
  await addItems(4);
});
afterEach(() => world[Symbol.asyncDispose]());

function addItems(count: number) {
  const now = new Date();
  const item = {
    merchant_id: merchant,
    name: "Mug",
    price: 5,
    price_version: 1,
    platform_points: false,
    status: "active" as const,
  };
  const items = Array.from({ length: count }, () => ({ ...item, created_at: now, updated_at: now }));
  return world.context.db.commit(async (store) => void (await store.insert(catalogueItems).values(items)));
}

const rename = (name: string) =>
  world.context.db.commit(
    async (store) => void (await store.update(merchants).set({ name }).where(eq(merchants.id, merchant))),
  );
const next = (limit: number) => world.context.db.commit((store) => nameNext(store, merchant, limit));
const run = () =>
  renamedJob.run(world.context, { signal: new AbortController().signal, progress: () => Promise.resolve() });

/** The merchants of the records that are found by a name. */
const owners = (name: string) =>
  world.context.db.read(async (store) =>
    store
      .select({ id: sql`merchant_id`.mapWith(Number) })
      .from(sql`search_index`)
      .where(sql`merchant = ${name}`),
  );
const named = async (name: string) => (await owners(name)).filter(({ id }) => id === merchant).length;

it("a rename changes none of the merchant's records itself; they are named in parts", async () => {
  await rename("New");
  expect(await named("New")).toBe(0);
  expect(await next(2)).toBe(true);
  expect(await named("New")).toBe(2);
  expect(await next(2)).toBe(true);
  expect(await named("New")).toBe(4);
  expect(await next(2)).toBe(false);
  expect(await named("New")).toBe(5);
  expect(await next(2)).toBe(false);
});

it("another rename in between names all records again", async () => {
  await rename("New");
  await next(3);
  await rename("Newer");
  await addItems(1);
  expect(await run()).toEqual({ merchants: 1 });
  expect(await named("Newer")).toBe(6);
  expect(await world.context.db.read(async (store) => store.select().from(renamedMerchants))).toEqual([]);
});

it("names more records than fit into one commit, and those of nobody else", async () => {
  await addItems(250);
  const { merchant: other } = await createMerchant(world.context);
  await createCampaign(world.context, other.id);
  await rename("New");
  await run();
  expect(await named("New")).toBe(255);
  expect(await owners("New")).toHaveLength(255);
});
