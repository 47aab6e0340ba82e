import { afterEach, beforeEach, expect, it } from "vitest";
import type { Database } from "../../store/db/database.ts";
import { openAt } from "../../testing/open-at.ts";
import { createMerchant, createWorld, type World } from "../../testing/world.ts";
import * as rows from "./key-store.ts";
import { rememberKeys } from "./keys.ts";

let world: World;
let db: Database;
let apiKey: string;
let reads: number;
/** Awaited by a read before it answers. */
let answered: (() => Promise<unknown>) | undefined;
let now: Date;
let check: ReturnType<typeof rememberKeys>;
beforeEach(async () => {
  world = createWorld();
  db = world.context.db;
  ({ apiKey } = await createMerchant(world.context));
  reads = 0;
  answered = undefined;
  now = new Date();
  const read: Database["read"] = async (query) => {
    reads += 1;
    const result = await db.read(query);
    await answered?.();
    return result;
  };
  check = rememberKeys({ db: Object.assign(Object.create(db), { read }), clock: { now: () => now } });
});
afterEach(() => world[Symbol.asyncDispose]());

const keyId = async () => (await check(apiKey)).key.id;
const revoke = async (id: number) => db.commit((store) => rows.revoke(store, id, now));
const refused = { status: 401, code: "invalid_api_key" };

it("reads a key once while nothing is written, if the database shows that", async () => {
  const first = await check(apiKey);
  for (let n = 0; n < 5; n++) expect(await check(apiKey)).toEqual(first);
  expect(reads).toBe(db.engine === "sqlite" ? 1 : 6);
  for (let n = 0; n < 2; n++) await expect(check("mk_test_wrong")).rejects.toMatchObject(refused);
});

it("reads a key once for calls of the same turn, if the database doesn't show writes", async () => {
  const [first, ...others] = await Promise.all(Array.from({ length: 5 }, () => check(apiKey)));
  for (const other of others) expect(other).toEqual(first);
  expect(reads).toBe(db.engine === "sqlite" ? 5 : 1);
});

it("refuses a key as soon as it is revoked", async () => {
  await revoke(await keyId());
  await expect(check(apiKey)).rejects.toMatchObject(refused);
});

it("refuses a key as soon as another process has revoked it", async () => {
  await check(apiKey);
  const id = await keyId();
  const other = openAt(await world.address());
  await other.commit((store) => rows.revoke(store, id, now));
  await other.close();
  await expect(check(apiKey)).rejects.toMatchObject(refused);
});

it("sees other changes of a key", async () => {
  const id = await keyId();
  await db.commit((store) => rows.touch(store, id, now, now));
  expect((await check(apiKey)).key.last_used_at).toEqual(now);
});

it("refuses an expired key, with no write in between", async () => {
  const id = await keyId();
  await db.commit((store) => rows.expire(store, id, new Date(now.getTime() + 1000)));
  await check(apiKey);
  now = new Date(now.getTime() + 999);
  await check(apiKey);
  now = new Date(now.getTime() + 1);
  await expect(check(apiKey)).rejects.toMatchObject(refused);
});

it("doesn't remember what was read before a revocation that another call has seen", async () => {
  const id = await keyId();
  await db.commit((store) => rows.touch(store, id, now, now));
  answered = async () => {
    answered = undefined;
    await revoke(id);
    await expect(check(apiKey)).rejects.toMatchObject(refused);
  };
  await check(apiKey);
  await expect(check(apiKey)).rejects.toMatchObject(refused);
});
