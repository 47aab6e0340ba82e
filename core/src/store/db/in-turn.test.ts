import { afterAll, beforeAll, expect, it } from "vitest";
import { eventually } from "../../testing/wait.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { readInTurn } from "./in-turn.ts";
import { facts } from "./schema/facts.ts";

let world: World;
beforeAll(() => {
  world = createWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

it("reads one after the other, and once for all calls of a key that came before it began", async () => {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const { db } = world.context;
  const aside = readInTurn((query) => db.read(query));
  const read = (key: string) =>
    aside(key, async () => {
      begun.push(key);
      await new Promise<void>((resolve) => ends.push(resolve));
      return key;
    });
  const first = read("a");
  await eventually(() => expect(ends).toHaveLength(1));
  // The first has begun, and may lack what was committed since.
  const others = [read("a"), read("b"), read("a")];
  expect(others[0]).toBe(others[2]);
  expect(begun).toEqual(["a"]);
  ends[0]?.();
  expect(await first).toBe("a");
  await eventually(() => expect(ends).toHaveLength(2));
  expect(begun).toEqual(["a", "a"]);
  ends[1]?.();
  await eventually(() => expect(ends).toHaveLength(3));
  ends[2]?.();
  expect(await Promise.all(others)).toEqual(["a", "b", "a"]);
});

it("goes on after one that failed", async () => {
  const aside = readInTurn((query) => world.context.db.read(query));
  const failed = aside("a", async () => {
    throw new Error("no");
  });
  await expect(failed).rejects.toThrow("no");
  expect(await aside("a", async () => 1)).toBe(1);
});

it("a read aside has what was committed before it, and its mistakes are told", async () => {
  const { db } = world.context;
  const named = (name: string) =>
    db.readAside(name, async (store) => (await store.select().from(facts)).filter((fact) => fact.name === name));
  expect(await named("a")).toEqual([]);
  await db.commit(async (store) => void (await store.insert(facts).values({ name: "a", value: "1" })));
  expect(await named("a")).toEqual([{ name: "a", value: "1" }]);
  const wrong = db.readAside("wrong", async (store) => store.run("select missing from facts"));
  await expect(wrong).rejects.toThrow();
  await expect(db.readAside("write", async (store) => store.run("delete from facts"))).rejects.toThrow();
  expect(await named("a")).toHaveLength(1);
});
