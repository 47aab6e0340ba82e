import { statSync } from "node:fs";
import BetterSqlite3 from "better-sqlite3";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createWorld, type World } from "../testing/world.ts";
import type { Database } from "./database.ts";
import { facts } from "./schema/facts.ts";

let world: World;
let db: Database;
beforeAll(() => {
  world = createWorld();
  db = world.context.db;
});
afterAll(() => world[Symbol.asyncDispose]());

const names = () =>
  db.read(async (store) =>
    store
      .select({ name: facts.name })
      .from(facts)
      .orderBy(facts.name)
      .all()
      .map(({ name }) => name),
  );
const endOfTurn = () => new Promise((resolve) => setImmediate(resolve));

it("who was told of a commit reads it, whatever was read in the same turn before", async () => {
  const before = await names();
  let during: Promise<string[]> | undefined;
  await db.commit(async (store) => {
    store.run(sql`insert into facts (name, value) values ('a', '1')`);
    during = names();
  });
  expect(await names()).toEqual([...before, "a"]);
  expect(await during).toEqual(before);
});

it("what another process commits is there a turn later, and tells by a new version", async () => {
  const other = new BetterSqlite3(db.path);
  const [before, version] = [await names(), db.version()];
  other.exec("insert into facts (name, value) values ('b', '1')");
  other.close();
  expect([await names(), db.version()]).toEqual([before, version]);
  await endOfTurn();
  expect(await names()).toEqual([...before, "b"]);
  expect(db.version()).not.toBe(version);
});

it("a read that outlives its turn reads on", async () => {
  await db.read(async (store) => {
    expect(store.select().from(facts).all()).not.toEqual([]);
    await endOfTurn();
    expect(store.select().from(facts).all()).not.toEqual([]);
  });
});

it("leaves SQLite's log as short as it is without reads", async () => {
  const [rounds, bytes] = [40, 500_000];
  for (let round = 0; round < rounds; round += 1) {
    const committed = db.commit(async (store) => {
      store.run(sql`insert or replace into facts (name, value) values ('large', hex(randomblob(${bytes / 2})))`);
    });
    await names();
    await committed;
    await endOfTurn();
  }
  expect(statSync(`${db.path}-wal`).size).toBeLessThan((rounds * bytes) / 2);
});
