import { sql } from "drizzle-orm";
import { PLATFORM_PURSE, pendingPoints, pointBalances, pointLots } from "../../store/db/schema/points.ts";
import { prepared, type Store } from "../../store/db/store.ts";
import type { Purse } from "./purses.ts";

export interface Balance {
  /** Null: the platform's points. */
  merchant_id: number | null;
  /** Points that can be spent now. */
  available: number;
  /** Points that become available later. */
  pending: number;
  /** All points that ever became available, without refunds and adjustments. */
  lifetime: number;
}

const userId = sql.placeholder("user_id");
const time = sql.placeholder("now");

/** One statement, so that it sees one state; what is due but not yet moved by maturity.ts counts as if it were. */
const parts = sql`(
  select purse, 0 as available, 0 as pending, lifetime from ${pointBalances} where user_id = ${userId}
  union all
  select purse, points, 0, 0 from ${pointLots} where user_id = ${userId} and expires_at > ${time}
  union all
  select purse,
    case when available_at <= ${time} and expires_at > ${time} then points else 0 end,
    case when available_at > ${time} then points else 0 end,
    case when available_at <= ${time} then points else 0 end
  from ${pendingPoints} where user_id = ${userId}
) as parts`;

const whole = (column: string) => sql<number>`sum(${sql.identifier(column)})`.mapWith(Number);

const selectBalances = prepared((store) =>
  store
    .select({
      purse: sql<number>`purse`.mapWith(Number),
      available: whole("available"),
      pending: whole("pending"),
      lifetime: whole("lifetime"),
    })
    .from(parts)
    .groupBy(sql`purse`)
    .orderBy(sql`purse`)
    .prepare(),
);

/** The user's balances, the platform's points first; none without points ever. */
export async function balances(store: Store, user: number, at: Date): Promise<Balance[]> {
  const found = await selectBalances(store).all({ user_id: user, now: at.getTime() });
  return found.map(({ purse, ...balance }) => ({ merchant_id: merchantOf(purse), ...balance }));
}

const merchantOf = (purse: number) => (purse === PLATFORM_PURSE ? null : purse);

export interface Expiring {
  merchant_id: number | null;
  points: number;
  expires_at: Date;
}

const until = sql.placeholder("until");

/** As in {@link parts}: what is due but not yet moved is spendable. */
const ending = sql`(
  select purse, points, expires_at from ${pointLots}
  where user_id = ${userId} and expires_at > ${time} and expires_at <= ${until} and points > 0
  union all
  select purse, points, expires_at from ${pendingPoints}
  where user_id = ${userId} and available_at <= ${time} and expires_at > ${time} and expires_at <= ${until}
) as ending`;

const selectExpiring = prepared((store) =>
  store
    .select({
      purse: sql<number>`purse`.mapWith(Number),
      points: whole("points"),
      expires_at: sql<Date>`expires_at`.mapWith(pointLots.expires_at),
    })
    .from(ending)
    .groupBy(sql`expires_at, purse`)
    .orderBy(sql`expires_at, purse`)
    .prepare(),
);

/** Spendable points that expire after `now` and at `until` at the latest. */
export async function expiring(
  store: Store,
  user: number,
  { now, until }: { now: Date; until: Date },
): Promise<Expiring[]> {
  const found = await selectExpiring(store).all({ user_id: user, now: now.getTime(), until: until.getTime() });
  return found.map(({ purse, ...lot }) => ({ merchant_id: merchantOf(purse), ...lot }));
}

export async function lifetimeOf(store: Store, { user_id, purse }: Purse, at: Date): Promise<number> {
  const found = await balances(store, user_id, at);
  return found.find(({ merchant_id }) => merchant_id === merchantOf(purse))?.lifetime ?? 0;
}
