import { and, eq, gte, inArray, isNotNull, isNull, lt, notExists, sql } from "drizzle-orm";
import { addDays, startOfDay } from "../days.ts";
import { value } from "../db/dialect.ts";
import { pointTransactions } from "../db/schema/points.ts";
import { sessions, users } from "../db/schema/users.ts";
import { prepared, type Store } from "../db/store.ts";
import type { PointSettings } from "../settings/points.ts";
import * as userRows from "../users/store.ts";
import * as ledger from "./ledger.ts";

// The platform's own points: no rule of a merchant and no tier changes them. Each has a cause that can be there once, so every
// caller may ask as often as it likes.

interface Options {
  settings: PointSettings;
  now: Date;
}

const dailyCause = (time: Date) => `daily_bonus:${time.toISOString().slice(0, 10)}`;

/** For a login at `at`: the first one of its UTC day brings points. */
export async function grantDaily(
  store: Store,
  userId: number,
  { settings, now, at = now }: Options & { at?: Date },
): Promise<boolean> {
  const points = settings.points.dailyBonus;
  if (points === 0) return false;
  const bonus = { userId, merchantId: null, kind: "daily_bonus" as const, points, cause: dailyCause(at), now };
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
    .selectDistinct({ id: sessions.user_id })
    .from(sessions)
    .where(and(gte(sessions.created_at, day), lt(sessions.created_at, addDays(day, 1)), notExists(bonus)))
    .limit(limit);
  return found.map(({ id }) => id);
}

const referralCause = (userId: number) => `referral:${userId}`;

const selectReferrer = prepared((store) =>
  store
    .select({ id: users.referred_by })
    .from(users)
    .where(
      and(
        eq(users.id, value(users.id, "id")),
        isNotNull(users.email_verified_at),
        isNotNull(users.first_reward_at),
        isNull(users.deleted_at),
      ),
    )
    .prepare(),
);

/**
 * Gives whoever brought the user their bonus, once the user's mail is verified and a first reward is earned. To be called in
 * every commit that may bring the last of the two about.
 */
export async function grantReferral(store: Store, userId: number, { settings, now }: Options): Promise<boolean> {
  const points = settings.points.referralBonus;
  if (points === 0) return false;
  const referrer = (await selectReferrer(store).get({ id: userId }))?.id;
  if (!referrer || !(await userRows.byId(store, referrer))) return false;
  const cause = referralCause(userId);
  const bonus = { userId: referrer, merchantId: null, kind: "referral_bonus" as const, points, cause, now };
  return (await ledger.credit(store, bonus)) !== null;
}

const markRewarded = prepared((store) =>
  store
    .update(users)
    .set({ first_reward_at: sql`${value(users.first_reward_at, "now")}` })
    .where(and(eq(users.id, value(users.id, "id")), isNull(users.first_reward_at), isNull(users.deleted_at)))
    .returning({ id: users.id })
    .prepare(),
);

/**
 * A reward to the user's wallet is confirmed. Whose wallet it is at that moment counts: one that goes from account to account
 * doesn't make each of them a newcomer with a reward.
 */
export async function noteReward(store: Store, userId: number, options: Options): Promise<void> {
  const isFirst = (await markRewarded(store).get({ id: userId, now: options.now })) !== undefined;
  if (isFirst) await grantReferral(store, userId, options);
}

/** What the referrer has earned by bringing users, in total; reads only their referral bonuses, by the index of causes. */
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

/** Those of `newcomers` who have earned the referrer the bonus, with its points. */
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
