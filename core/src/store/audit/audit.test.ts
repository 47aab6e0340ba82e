import { sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createWorld, type World } from "../../testing/world.ts";
import { list, OPERATOR, record } from "./audit.ts";

let world: World;
beforeEach(() => {
  world = createWorld();
});
afterEach(() => world[Symbol.asyncDispose]());

const entry = { actor: OPERATOR, action: "user.role", subject: "user:7", now: new Date("2026-01-01T00:00:00Z") };
const rows = () => world.context.db.read((store) => list(store, {}, { limit: 10 }));

it("is there with the change that it is about, or neither is", async () => {
  const { db } = world.context;
  const broken = db.commit(async (store) => {
    await record(store, entry);
    throw new Error("the change failed");
  });
  await expect(broken).rejects.toThrow("the change failed");
  expect(await rows()).toEqual([]);
  await db.commit((store) => record(store, { ...entry, detail: { to: "admin" } }));
  expect(await rows()).toMatchObject([{ actor: "operator", detail: { to: "admin" }, created_at: entry.now }]);
});

it.each(["update audit_log set actor = 'user:1'", "delete from audit_log"])(
  "the database refuses: %s",
  async (text) => {
    const { db } = world.context;
    await db.commit((store) => record(store, entry));
    const before = await rows();
    await expect(db.commit(async (store) => void (await store.run(sql.raw(text))))).rejects.toThrow();
    expect(await rows()).toEqual(before);
  },
);
