import { expect, it } from "vitest";
import * as users from "../../accounts/service.ts";
import { pointTransactions } from "../../store/db/schema/points.ts";
import { createWorld } from "../../testing/world.ts";
import * as ledger from "./ledger.ts";
import { pointExpiryJob } from "./recurring.ts";

it("posts expiries and frees pending points of every user, once", async () => {
  await using world = createWorld();
  const { db } = world.context;
  let time = new Date("2030-01-01T12:00:00Z");
  const context = { ...world.context, clock: { now: () => time } };
  const { tiers } = context.settings.points;
  const credit = { merchantId: null, kind: "award" as const, points: 10, tiers, now: time };
  // More than one commit takes at once.
  const ids = await db.commit(async (store) => {
    const ids: number[] = [];
    for (let index = 0; index < 250; index += 1) {
      const { id } = await users.create(store, {}, time);
      ids.push(id);
      const expiresAt = new Date("2030-01-02T12:00:00Z");
      await ledger.credit(store, { ...credit, userId: id, cause: "a", expiresAt });
      await ledger.credit(store, { ...credit, userId: id, cause: "b", availableAt: expiresAt });
    }
    return ids;
  });
  const run = () =>
    pointExpiryJob.run(context, { signal: new AbortController().signal, progress: async () => undefined });
  expect(await run()).toEqual({ users: 0 });
  time = new Date("2030-01-03T00:00:00Z");
  expect(await run()).toEqual({ users: 250 });
  expect(await run()).toEqual({ users: 0 });
  const rows = await db.read(async (store) => store.select().from(pointTransactions));
  expect(rows.filter(({ kind }) => kind === "expiry")).toHaveLength(250);
  const balances = await db.read((store) => ledger.balances(store, ids[0] ?? 0, time));
  expect(balances).toEqual([{ merchant_id: null, available: 10, pending: 0, lifetime: 20 }]);
});

it("stops between two commits on request", async () => {
  await using world = createWorld();
  const stopped = AbortSignal.abort(new Error("the service stops"));
  const run = pointExpiryJob.run(world.context, { signal: stopped, progress: async () => undefined });
  await expect(run).rejects.toThrow("the service stops");
});
