import { afterAll, beforeAll, expect, it } from "vitest";
import { toPage } from "../../base/page.ts";
import { indexed } from "../../operations/search/find.ts";
import { catalogueItems } from "../../store/db/schema/redemptions.ts";
import { createMerchant, createWorld, type World } from "../../testing/world.ts";
import { listOpen } from "./store.ts";

const now = new Date("2026-01-01T00:00:00Z");

let world: World;
let merchant: number;
let other: number;
beforeAll(async () => {
  world = createWorld();
  merchant = (await createMerchant(world.context)).merchant.id;
  other = (await createMerchant(world.context)).merchant.id;
  const terms = { price: 5, price_version: 1, platform_points: false, status: "active" as const };
  const item = { ...terms, merchant_id: merchant, created_at: now, updated_at: now };
  await world.context.db.commit(async (store) => {
    await store.insert(catalogueItems).values([
      { ...item, id: 1, name: "Mug", merchant_id: other },
      { ...item, id: 2, name: "Mug" },
      { ...item, id: 3, name: "Mug", stock: 0 },
      { ...item, id: 4, name: "Mug", stock: 0, merchant_id: other },
      { ...item, id: 5, name: "Mug", status: "archived" },
      { ...item, id: 6, name: "Mug" },
    ]);
  });
});
afterAll(() => world[Symbol.asyncDispose]());

const page = async (most: number, request: { limit: number; before?: number; merchant_id?: number }) => {
  const { rows, ...rest } = await world.context.db.read((store) =>
    toPage(request, (asked) => listOpen(store, { ...asked, now }, most)),
  );
  return { ids: rows.map(({ id }) => id), ...rest };
};

it("a page of open items looks at so many items on offer at most, and goes on where it ended", async () => {
  expect(await page(2, { limit: 2 })).toEqual({ ids: [6], hasMore: true, next: 4 });
  expect(await page(2, { limit: 2, before: 4 })).toEqual({ ids: [2], hasMore: true, next: 2 });
  expect(await page(2, { limit: 2, before: 2 })).toEqual({ ids: [1], hasMore: false, next: undefined });
  expect(await page(9, { limit: 2 })).toEqual({ ids: [6, 2], hasMore: true });
  expect(await page(9, { limit: 9 })).toEqual({ ids: [6, 2, 1], hasMore: false, next: undefined });
  expect(await page(1, { limit: 9, merchant_id: other })).toEqual({ ids: [], hasMore: true, next: 4 });
});

it("a search looks at the newest records that match, whether its caller may see them or not", async () => {
  const user = { kind: "user", userId: 1 } as const;
  const found = (most: number) =>
    world.context.db.read((store) => indexed(store, user, { query: '"mug"*', type: null, now }, most));
  const rows = async (most: number) => (await found(most)).map(({ row }) => (row - 1) / 8).toSorted();
  expect(await rows(9)).toEqual([1, 2, 6]);
  expect(await rows(5)).toEqual([2, 6]);
  expect(await rows(4)).toEqual([6]);
});
