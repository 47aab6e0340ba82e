import BetterSqlite3 from "better-sqlite3";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createWorld, type World } from "../../../testing/world.ts";
import type { Database } from "../database.ts";
import { facts } from "../schema/facts.ts";

let world: World;
let db: Database;
beforeAll(() => {
  world = createWorld();
  db = world.context.db;
});
afterAll(() => world[Symbol.asyncDispose]());

const names = () =>
  db.read(async (store) =>
    (await store.select({ name: facts.name }).from(facts).orderBy(facts.name)).map(({ name }) => name),
  );

it("a read shows what this process or another has committed, and no uncommitted writes", async () => {
  let during: Promise<string[]> | undefined;
  await db.commit(async (store) => {
    await store.insert(facts).values({ name: "a", value: "1" });
    during = names();
  });
  expect(await names()).toEqual(["a"]);
  expect(await during).toEqual([]);
  const other = new BetterSqlite3(world.path);
  other.exec("insert into facts (name, value) values ('b', '1')");
  other.close();
  expect(await names()).toEqual(["a", "b"]);
});
