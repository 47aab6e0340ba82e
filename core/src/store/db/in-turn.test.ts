import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { eventually } from "../../testing/wait.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { readInTurn } from "./in-turn.ts";
import { facts } from "./schema/facts.ts";
import { createAside } from "./sqlite/aside.ts";

let world: World;
beforeAll(() => {
  world = createWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

it("reads one after the other, owners in turn, and once for all calls of a key that came before it began", async () => {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const { db } = world.context;
  const aside = readInTurn((query) => db.read(query));
  const read = (owner: string, key: string) =>
    aside(owner, key, async () => {
      begun.push(owner + key);
      await new Promise<void>((resolve) => ends.push(resolve));
      return owner + key;
    });
  const begins = async (number: number) => {
    await eventually(() => expect(ends).toHaveLength(number));
    ends.at(-1)?.();
  };
  const first = read("x", "a");
  await eventually(() => expect(ends).toHaveLength(1));
  // The first has begun, and may lack what was committed since.
  const others = [read("x", "a"), read("x", "b"), read("x", "a"), read("y", "a")];
  expect(begun).toEqual(["xa"]);
  for (const number of [1, 2, 3, 4]) await begins(number);
  expect(await first).toBe("xa");
  expect(await Promise.all(others)).toEqual(["xa", "xb", "xa", "ya"]);
  expect(begun).toEqual(["xa", "xa", "ya", "xb"]);
});

it("an owner's reads wait in small numbers, and keep no others waiting", async () => {
  const aside = readInTurn((query) => world.context.db.read(query));
  const { promise: gate, resolve: end } = Promise.withResolvers<void>();
  const first = aside("x", "first", () => gate);
  const waiting = Array.from({ length: 10 }, (_, index) => aside("x", String(index), async () => index));
  await expect(aside("x", "one more", async () => 0)).rejects.toMatchObject({ status: 429 });
  const other = aside("y", "a", async () => "other");
  end();
  expect(await Promise.all([first, other, ...waiting])).toEqual([undefined, "other", 0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

it("a thread that can't start fails its own reads alone, and none begins once the database is closed", async () => {
  const aside = createAside(join(tmpdir(), "no-such-folder", "merit.db"));
  const read = readInTurn((query) => query(aside.store));
  const ask = (key: string) => read("x", key, async (store) => store.select().from(facts));
  const failed = await Promise.allSettled([ask("a"), ask("b"), ask("c")]);
  for (const { reason } of failed as PromiseRejectedResult[])
    expect(reason.cause.message).toMatch(/directory does not exist/);
  const late = expect(ask("d")).rejects.toThrow();
  await aside.close();
  await late;
  await expect(ask("e")).rejects.toMatchObject({ cause: { message: "the database is closed" } });
});

it("goes on after one that failed", async () => {
  const aside = readInTurn((query) => world.context.db.read(query));
  const failed = aside("x", "a", async () => {
    throw new Error("no");
  });
  await expect(failed).rejects.toThrow("no");
  expect(await aside("x", "a", async () => 1)).toBe(1);
});

it("a read aside has what was committed before it, and its mistakes are told", async () => {
  const { db } = world.context;
  const named = (name: string) =>
    db.readAside("x", name, async (store) => (await store.select().from(facts)).filter((fact) => fact.name === name));
  expect(await named("a")).toEqual([]);
  await db.commit(async (store) => void (await store.insert(facts).values({ name: "a", value: "1" })));
  expect(await named("a")).toEqual([{ name: "a", value: "1" }]);
  const wrong = db.readAside("x", "wrong", async (store) => store.run("select missing from facts"));
  await expect(wrong).rejects.toThrow();
  await expect(db.readAside("x", "write", async (store) => store.run("delete from facts"))).rejects.toThrow();
  expect(await named("a")).toHaveLength(1);
});
