import { asc, lte } from "drizzle-orm";
import type { Tier } from "../../base/settings/points.ts";
import { PLATFORM_PURSE, pendingPoints, pointLots } from "../../store/db/schema/points.ts";
import type { Store } from "../../store/db/store.ts";
import { post } from "./post.ts";
import * as purses from "./purses.ts";
import * as rows from "./store.ts";
import { addEarned } from "./tiers.ts";

// Points change over time: pending ones become spendable, and the rest of a lot expires. No balance depends on
// when this runs: what is due counts as spendable, or as gone, from its moment on.

/** Puts the user's pending points that are due into lots. */
export async function mature(
  store: Store,
  userId: number,
  { tiers, now }: { tiers: readonly Tier[]; now: Date },
): Promise<number> {
  const due = await rows.takeDue(store, userId, now);
  for (const { purse, points, expires_at, transaction_id } of due) {
    const owner = { user_id: userId, purse };
    await addEarned(store, owner, { balance: 0, lifetime: points }, { tiers, now });
    if (expires_at > now) await purses.addLot(store, owner, { points, expires_at });
    else await postExpiry(store, owner, { points, cause: `expiry:pending:${transaction_id}`, now });
  }
  return due.length;
}

/** Posts the expiry of what is left of the user's lots that are over. A lot goes with its expiry: neither repeats. */
export async function expire(store: Store, userId: number, now: Date): Promise<number> {
  const over = await purses.removeOver(store, userId, now);
  const left = over.filter(({ points }) => points > 0);
  for (const { purse, points, expires_at } of left) {
    const cause = `expiry:${purse}:${expires_at.toISOString()}`;
    await postExpiry(store, { user_id: userId, purse }, { points, cause, now });
  }
  return left.length;
}

interface Expiry {
  points: number;
  cause: string;
  now: Date;
}

async function postExpiry(store: Store, purse: purses.Purse, { points, cause, now }: Expiry): Promise<void> {
  const row = {
    user_id: purse.user_id,
    merchant_id: purse.purse === PLATFORM_PURSE ? null : purse.purse,
    kind: "expiry" as const,
    points: -points,
    reason: null,
    reverses: null,
    available_at: now,
    expires_at: null,
    created_at: now,
  };
  // A clock that was set back can fill a lot again after its expiry.
  const posted =
    (await post(store, { ...row, cause })) ?? (await post(store, { ...row, cause: `${cause}/${now.getTime()}` }));
  if (!posted) throw new Error(`user ${purse.user_id} has the cause ${cause} already`);
  await purses.take(store, purse, points);
}

/** Some of the users with pending points or lots that are due. */
export async function usersDue(store: Store, now: Date, limit: number): Promise<number[]> {
  // In the order of time: in that of users, all points would be read to find the few that are due.
  const pending = await store
    .select({ id: pendingPoints.user_id })
    .from(pendingPoints)
    .where(lte(pendingPoints.available_at, now))
    .orderBy(asc(pendingPoints.available_at))
    .limit(limit);
  const lots = await store
    .select({ id: pointLots.user_id })
    .from(pointLots)
    .where(lte(pointLots.expires_at, now))
    .orderBy(asc(pointLots.expires_at))
    .limit(limit);
  return [...new Set([...pending, ...lots].map(({ id }) => id))].slice(0, limit);
}
