import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createMerchant, createWorld, type World } from "../../testing/world.ts";
import { facts } from "./schema/facts.ts";
import type { Store } from "./store.ts";
import { together } from "./together.ts";
import { DatabaseUnavailable } from "./unavailable.ts";

let world: World;
beforeEach(async () => {
  world = createWorld();
  await createMerchant(world.context);
});
afterEach(() => world[Symbol.asyncDispose]());

/** Stores each name; one that is called "bad" fails. */
const handle = vi.fn(async (_context: unknown, store: Store, names: readonly string[]) => {
  for (const name of names) {
    if (name === "bad") throw new Error("a bad name");
    await store.insert(facts).values({ name, value: "" });
  }
  return names.map((name) => name.toUpperCase());
});
const call = together(handle);
const stored = async () =>
  (await world.context.db.read(async (store) => store.select().from(facts)))
    .map(({ name }) => name)
    .filter((name) => name.length === 1)
    .toSorted();

beforeEach(() => void handle.mockClear());

it("calls that arrive together share one unit, and each gets its own result", async () => {
  const results = await Promise.all(["a", "b", "c"].map((name) => call(world.context, name)));
  expect(results).toEqual(["A", "B", "C"]);
  expect(handle).toHaveBeenCalledTimes(1);
  expect(await call(world.context, "d")).toBe("D");
  expect(await stored()).toEqual(["a", "b", "c", "d"]);
});

it("a call that fails fails no other, and each is stored once", async () => {
  const results = await Promise.allSettled(["a", "bad", "b"].map((name) => call(world.context, name)));
  expect(results).toMatchObject([{ value: "A" }, { reason: { message: "a bad name" } }, { value: "B" }]);
  expect(await stored()).toEqual(["a", "b"]);
});

it("while the database can't be used, nothing is tried again", async () => {
  const refused = new DatabaseUnavailable("full", "SQLITE_FULL", undefined);
  const commit = vi.spyOn(world.context.db, "commit").mockRejectedValueOnce(refused);
  await expect(call(world.context, "a")).rejects.toBe(refused);
  expect(commit).toHaveBeenCalledTimes(1);
  expect(await call(world.context, "b")).toBe("B");
});
