import { and, asc, eq, gt, lte } from "drizzle-orm";
import { unindexed } from "../../store/db/dialect.ts";
import { pointLots } from "../../store/db/schema/points.ts";
import type { Store } from "../../store/db/store.ts";

interface Period {
  now: Date;
  /** Last moment. */
  before: Date;
}

/** Ids of users who have spendable points that expire in a period, in rising order from behind `after`. */
export async function usersExpiring(
  store: Store,
  { now, before, after, limit }: Period & { after: number; limit: number },
): Promise<number[]> {
  // In the order of users, so that all pages together read the table once.
  const time = unindexed(pointLots.expires_at);
  const found = await store
    .selectDistinct({ id: pointLots.user_id })
    .from(pointLots)
    .where(
      and(gt(pointLots.user_id, after), gt(time, now.getTime()), lte(time, before.getTime()), gt(pointLots.points, 0)),
    )
    .orderBy(asc(pointLots.user_id))
    .limit(limit);
  return found.map(({ id }) => id);
}

/** A user's spendable points that expire in a period, the earliest first. */
export async function expiringBefore(store: Store, userId: number, { now, before }: Period) {
  const { expires_at, points, purse, user_id } = pointLots;
  return store
    .select()
    .from(pointLots)
    .where(and(eq(user_id, userId), gt(expires_at, now), lte(expires_at, before), gt(points, 0)))
    .orderBy(asc(expires_at), asc(purse));
}
