import { sql } from "drizzle-orm";
import type { LeaderboardUpdate, Live, Place } from "../../base/live/live.ts";
import type { Logger } from "../../base/logger.ts";
import { topics, type Wake } from "../../base/wake.ts";
import { defineRecurringJob } from "../../context/recurring.ts";
import type { Database } from "../../store/db/database.ts";
import { listed } from "../../store/db/dialect.ts";
import { users, userWallets } from "../../store/db/schema/users.ts";
import { prepared, type Store } from "../../store/db/store.ts";
import type { Leaderboard, Standings } from "../../store/rankings/leaderboard.ts";
import { type Period, periods } from "../../store/rankings/periods.ts";
import type { Ranking } from "../../store/rankings/tally.ts";

interface Parts {
  db: Database;
  leaderboard: Leaderboard;
}

export interface BoardPage {
  standings: Standings;
  places: Place[];
  hasMore: boolean;
  /** Rank behind the page. */
  next: number;
  /** Null for a user who has earned nothing in the period. */
  own: Place | null;
}

const PUSHED = 10;

/** Places from rank `from` on, or, without it, those around the user's own. */
export async function page(
  context: Parts,
  userId: number,
  { period, from, limit }: { period: Period; from: number | null; limit: number },
): Promise<BoardPage> {
  const standings = await context.leaderboard.standings();
  const { ranking } = standings.boards[period];
  const ownRank = ranking.ranks[userId] ?? 0;
  const first = from ?? Math.max(1, ownRank - Math.floor(limit / 2));
  const hasMore = first - 1 + limit < ranking.users.length;
  return context.db.read(async (store) => {
    const places = await withNames(store, slice(ranking, first, limit));
    const [own = null] = ownRank === 0 ? [] : await withNames(store, slice(ranking, ownRank, 1));
    return { standings, places, hasMore, next: first + limit, own };
  });
}

/** Tells each process that serves the API to compute the leaderboard and push it to its clients. */
export const announce = (store: Store): Promise<void> => store.notify(topics.leaderboard);

/** Longest wait for an announcement, which ends the wait at once. */
const NEWS_MS = 3_600_000;

/**
 * Computes and pushes the leaderboard whenever that is announced, until `stopped`.
 * @param hasClients whether somebody would get it; without, it is computed once somebody has asked for it
 */
export async function followAnnouncements(
  context: Parts & { live: Live; wake: Wake; log: Logger },
  hasClients: () => boolean,
  stopped: AbortSignal,
): Promise<void> {
  using news = context.wake.subscribe(topics.leaderboard);
  while (!stopped.aborted) {
    if (!(await news.next({ timeoutMs: NEWS_MS, signal: stopped }))) continue;
    if (!hasClients() && !context.leaderboard.isKept()) continue;
    try {
      await refresh(context);
    } catch (error) {
      if (!stopped.aborted) context.log.error({ err: error }, "the leaderboard was not computed");
    }
  }
}

/** Rebuilds the standings and notifies the clients of this process. */
export async function refresh(context: Parts & { live: Live }): Promise<Standings> {
  const standings = await context.leaderboard.rebuild();
  const tops = await context.db.read(async (store) => {
    const named = {} as Record<Period, Place[]>;
    for (const period of periods) {
      named[period] = await withNames(store, slice(standings.boards[period].ranking, 1, PUSHED));
    }
    return named;
  });
  const data: LeaderboardUpdate = { updated_at: standings.updatedAt.toISOString(), periods: tops };
  context.live.publish({ event: "leaderboard:update", data });
  return standings;
}

export const leaderboardJob = defineRecurringJob({
  name: "leaderboard",
  title: "Has the leaderboard computed and its first places pushed to connected clients",
  every: 300,
  async run({ db }) {
    await db.commit(announce);
    return {};
  },
});

type Unnamed = Omit<Place, "display_name">;

function slice({ users: ids, points }: Ranking, first: number, limit: number): Unnamed[] {
  const place = (user_id: number, index: number) => ({
    rank: first + index,
    points: points[first - 1 + index] ?? 0,
    user_id,
  });
  return Array.from(ids.subarray(first - 1, first - 1 + limit), place);
}

const selectNames = prepared((store) =>
  store
    .select({
      id: users.id,
      first_name: users.first_name,
      last_name: users.last_name,
      wallet: sql<string | null>`(
        select ${userWallets.address} from ${userWallets}
        where ${userWallets.user_id} = ${users.id} and ${userWallets.proven_at} is not null
        order by ${userWallets.created_at}, ${userWallets.address} limit 1
      )`,
    })
    .from(users)
    .where(sql`${users.id} in ${listed("ids", users.id)} and ${users.deleted_at} is null`)
    .prepare(),
);

/** Adds today's names: users who were deleted since the rebuild are left out, and their ranks with them. */
async function withNames(store: Store, places: Unnamed[]): Promise<Place[]> {
  const ids = JSON.stringify(places.map(({ user_id }) => user_id));
  const found = await selectNames(store).all({ ids });
  const names = new Map(found.map((user) => [user.id, displayName(user)]));
  return places.flatMap((place) => {
    const display_name = names.get(place.user_id);
    return display_name === undefined ? [] : [{ ...place, display_name }];
  });
}

interface Named {
  id: number;
  first_name: string | null;
  last_name: string | null;
  wallet: string | null;
}

/** The name that others may see of a user: "Ada L.", else a shortened wallet, else a number. Never an e-mail address. */
export function displayName({ id, first_name, last_name, wallet }: Named): string {
  if (first_name) return last_name ? `${first_name} ${Array.from(last_name)[0]}.` : first_name;
  return wallet ? `${wallet.slice(0, 4)}…${wallet.slice(-4)}` : `Member ${id}`;
}
