import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, it } from "vitest";
import * as rows from "../../ledger/sending/daily-counts.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { countToday, sponsor } from "./service.ts";

const SPENDER = fileURLToPath(new URL("../../testing/fee-spender.ts", import.meta.url));
const NOON = new Date("2026-03-01T12:00:00Z");

let world: World;
let now: Date;
beforeEach(() => {
  world = createWorld({ SPONSORED_DAILY: "10", SPONSORED_DAILY_PER_USER: "4", SPONSORED_DAILY_PER_WALLET: "3" });
  now = NOON;
  world.context.clock = { now: () => now };
});
afterEach(() => world[Symbol.asyncDispose]());

const ask = (userId: number, wallet: string) =>
  world.context.db.commit((store) => sponsor(world.context, store, { userId, wallet }));
const today = () => world.context.db.read((store) => countToday(store, now));
const outcomes = async (asked: Promise<void>[]) =>
  (await Promise.allSettled(asked)).map((result) => (result.status === "fulfilled" ? "paid" : result.reason.code));
const countsOf = (list: string[]) =>
  Object.fromEntries([...new Set(list)].map((x) => [x, list.filter((y) => x === y).length]));

it("limits a wallet, whoever has it, and a user, whatever the wallet", async () => {
  expect(countsOf(await outcomes([1, 1, 1, 1].map((user) => ask(user, "A"))))).toEqual({
    paid: 3,
    too_many_envelopes: 1,
  });
  await expect(ask(2, "A")).rejects.toMatchObject({ status: 429, detail: expect.stringMatching(/3 .*per wallet/) });
  await ask(1, "B");
  await expect(ask(1, "C")).rejects.toMatchObject({ status: 429, detail: expect.stringMatching(/4 .*per user/) });
  expect(await today()).toBe(4);
});

it("pays for no more than the limit in total, however many processes ask at once", async () => {
  now = new Date();
  const env = { ...process.env, SPONSORED_DAILY: "200" };
  const spend = async () => promisify(execFile)(process.execPath, [SPENDER, await world.address(), "140"], { env });
  const runs = await Promise.all([spend(), spend(), spend()]);
  expect(runs.reduce((sum, { stdout }) => sum + Number(stdout), 0)).toBe(200);
  expect(await today()).toBe(200);
  await expect(ask(9_999, "another")).rejects.toMatchObject({ status: 503, code: "fees_exhausted" });
  expect(world.logs.join()).toContain("today's fees for wallets' transactions are used up");
});

it("counts nothing that is undone", async () => {
  for (let n = 0; n < 5; n++) {
    const undone = world.context.db.commit(async (store) => {
      await sponsor(world.context, store, { userId: 1, wallet: "A" });
      throw new Error("refused for another reason");
    });
    await expect(undone).rejects.toThrow("another reason");
  }
  expect(await today()).toBe(0);
  await ask(1, "A");
});

it("starts again at midnight (UTC), and says so", async () => {
  now = new Date("2026-03-01T23:59:00Z");
  for (let n = 0; n < 3; n++) await ask(n, "A");
  await expect(ask(5, "A")).rejects.toMatchObject({ headers: { "Retry-After": "60" } });
  now = new Date("2026-03-02T00:00:00Z");
  await ask(5, "A");
  expect(await today()).toBe(1);
});

it("deletes days that are over, and no others", async () => {
  await ask(1, "A");
  await world.context.db.commit((store) => rows.prune(store, new Date("2026-03-01T00:00:00Z")));
  expect(await today()).toBe(1);
  await world.context.db.commit((store) => rows.prune(store, new Date("2026-03-01T00:00:01Z")));
  expect(await today()).toBe(0);
});
