import { addDays } from "../../base/days.ts";
import type { Context } from "../../context/context.ts";
import { defineRecurringJob, type JobRun } from "../../context/recurring.ts";
import { grantDaily, withoutDaily } from "./bonuses.ts";
import { expire, mature, usersDue } from "./maturity.ts";

/** Users in one commit; limits how long other commits wait for it. */
const CHUNK = 200;

/** Repeats commits until one finds no more users. @returns the sum of what they did */
async function inChunks(
  { db }: Context,
  { signal, progress }: JobRun,
  name: string,
  chunk: Parameters<Context["db"]["commit"]>[0],
): Promise<number> {
  let sum = 0;
  while (!signal.aborted) {
    const done = Number(await db.commit(chunk));
    if (done === 0) break;
    sum += done;
    await progress({ [name]: sum });
  }
  signal.throwIfAborted();
  return sum;
}

export const pointExpiryJob = defineRecurringJob({
  name: "point-expiry",
  title: "Subtracts points that have expired, and makes pending points spendable when their time has come",
  every: 3_600,
  async run(context, run) {
    const now = context.clock.now();
    const users = await inChunks(context, run, "users", async (store) => {
      const due = await usersDue(store, now, CHUNK);
      for (const id of due) {
        await mature(store, id, { tiers: context.settings.points.tiers, now });
        await expire(store, id, now);
      }
      return due.length;
    });
    return { users };
  },
});

export const dailyBonusJob = defineRecurringJob({
  name: "daily-bonus",
  title: "Grants daily bonuses that were missed for logins of today and yesterday",
  every: 3_600,
  async run(context, run) {
    const { settings, clock } = context;
    if (settings.points.dailyBonus === 0) return { bonuses: 0 };
    const now = clock.now();
    let bonuses = 0;
    for (const at of [addDays(now, -1), now]) {
      bonuses += await inChunks(context, run, "bonuses", async (store) => {
        const users = await withoutDaily(store, at, CHUNK);
        for (const id of users) await grantDaily(store, id, { settings, now, at });
        return users.length;
      });
    }
    return { bonuses };
  },
});
