import { and, asc, eq, gte, inArray, isNotNull, isNull, lt, notExists, sql } from "drizzle-orm";
import { addDays, startOfDay } from "../../base/days.ts";
import type { PointSettings } from "../../base/settings/points.ts";
import { emitReferred } from "../../parties/users/referred.ts";
import * as userRows from "../../parties/users/store.ts";
import { isGiven, listed, value } from "../../store/db/dialect.ts";
import { pointTransactions } from "../../store/db/schema/points.ts";
import { sessions, users } from "../../store/db/schema/users.ts";
import { prepared, type Store } from "../../store/db/store.ts";
import * as ledger from "./ledger.ts";

// The platform's own points: no rule of a merchant and no tier changes them. Each has a cause that can be there once, so every
// caller may ask as often as it likes.

interface Options {
  settings: PointSettings;
  now: Date;
}

const dailyCause = (time: Date) => `daily_bonus:${time.toISOString().slice(0, 10)}`;

/** Gives the bonus for a login at `at`, if it is the first one of its UTC day. */
export async function grantDaily(
  store: Store,
  userId: number,
  { settings, now, at = now }: Options & { at?: Date },
): Promise<boolean> {
  const { dailyBonus: points, tiers } = settings.points;
  if (points === 0) return false;
  const bonus = { userId, merchantId: null, kind: "daily_bonus" as const, points, cause: dailyCause(at), tiers, now };
  return (await ledger.credit(store, bonus)) !== null;
}

/** Users who logged in on the UTC day of `at` and have no bonus for it. */
export async function withoutDaily(store: Store, at: Date, limit: number): Promise<number[]> {
  const day = startOfDay(at);
  const bonus = store
    .select({ one: sql`1` })
    .from(pointTransactions)
    .where(and(eq(pointTransactions.user_id, sessions.user_id), eq(pointTransactions.cause, dailyCause(at))));
  const found = await store
    .select({ id: sessions.user_id })
    .from(sessions)
    .where(and(gte(sessions.created_at, day), lt(sessions.created_at, addDays(day, 1)), notExists(bonus)))
    // In the order of users, all sessions would be read to find those of the day.
    .orderBy(asc(sessions.created_at))
    .limit(limit);
  return [...new Set(found.map(({ id }) => id))];
}

const referralCause = (userId: number) => `referral:${userId}`;

const selectReferrer = prepared((store) =>
  store
    .select({ id: users.referred_by })
    .from(users)
    .where(
      and(
        isGiven(users.id),
        isNotNull(users.email_verified_at),
        isNotNull(users.first_reward_at),
        isNull(users.deleted_at),
      ),
    )
    .prepare(),
);

/**
 * Gives the referral bonus to the user who brought this one, once this one's mail is verified and a first reward is earned. To be called in
 * every commit that may bring the last of the two about.
 */
export async function grantReferral(store: Store, userId: number, { settings, now }: Options): Promise<boolean> {
  const { referralBonus: points, tiers } = settings.points;
  if (points === 0) return false;
  const referrer = (await selectReferrer(store).get({ id: userId }))?.id;
  if (!referrer || !(await userRows.byId(store, referrer))) return false;
  const cause = referralCause(userId);
  const bonus = { userId: referrer, merchantId: null, kind: "referral_bonus" as const, points, cause, tiers, now };
  if (!(await ledger.credit(store, bonus))) return false;
  const user = await userRows.byId(store, userId);
  if (user) await emitReferred(store, "qualified", { user, bonus: points, now });
  return true;
}

const markRewarded = prepared((store) =>
  store
    .update(users)
    .set({ first_reward_at: sql`${value(users.first_reward_at, "now")}` })
    .where(and(sql`${users.id} in ${listed("ids", users.id)}`, isNull(users.first_reward_at), isNull(users.deleted_at)))
    .returning({ id: users.id })
    .prepare(),
);

/**
 * Notes that rewards to the users' wallets are confirmed. The owner at that moment counts: a wallet that goes from account to account
 * doesn't make each of them a newcomer with a reward.
 */
export async function noteRewards(store: Store, userIds: readonly number[], options: Options): Promise<void> {
  if (userIds.length === 0) return;
  const first = await markRewarded(store).all({ ids: JSON.stringify(userIds), now: options.now });
  for (const { id } of first.sort((a, b) => a.id - b.id)) await grantReferral(store, id, options);
}

/** Points that the referrer has earned by bringing users, in total; reads only their referral bonuses, by the index of causes. */
export async function referralPoints(store: Store, referrer: number): Promise<number> {
  const row = await store
    .select({ points: sql<bigint>`coalesce(sum(${pointTransactions.points}), 0)` })
    .from(pointTransactions)
    .where(
      and(
        eq(pointTransactions.user_id, referrer),
        gte(pointTransactions.cause, "referral:"),
        lt(pointTransactions.cause, "referral;"),
      ),
    )
    .get();
  return Number(row?.points ?? 0);
}

/** The referrer's bonus for each of `newcomers` who has earned it, in points. */
export async function referralBonuses(
  store: Store,
  referrer: number,
  newcomers: readonly number[],
): Promise<Map<number, number>> {
  if (newcomers.length === 0) return new Map();
  const byCause = new Map(newcomers.map((id) => [referralCause(id), id]));
  const found = await store
    .select({ cause: pointTransactions.cause, points: pointTransactions.points })
    .from(pointTransactions)
    .where(and(eq(pointTransactions.user_id, referrer), inArray(pointTransactions.cause, [...byCause.keys()])));
  return new Map(found.map(({ cause, points }) => [byCause.get(cause) ?? 0, points]));
}
