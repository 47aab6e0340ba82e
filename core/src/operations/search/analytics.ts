import { and, eq, isNull, lt, sql } from "drizzle-orm";
import { notFound } from "../../base/errors.ts";
import type { Context } from "../../context/context.ts";
import { rowCount, value } from "../../store/db/dialect.ts";
import { deleteOldest } from "../../store/db/oldest.ts";
import { searchAnalytics } from "../../store/db/schema/search.ts";
import { prepared, type Store } from "../../store/db/store.ts";
import type { Searcher, SearchType } from "./kinds.ts";
import { isSearchOf, nonceOf } from "./search-id.ts";

/** Statistics of searches: the words, and if they find anything. */

export async function insert(store: Store, row: typeof searchAnalytics.$inferInsert): Promise<void> {
  await store.insert(searchAnalytics).values(row);
}

/**
 * Records which hit of a search was opened; of several, the first counts.
 * @throws Problem 404 also for somebody else's search
 */
export async function click(
  context: Pick<Context, "auth" | "clock">,
  store: Store,
  searchId: string,
  { searcher, type, id }: { searcher: Searcher; type: SearchType; id: number },
): Promise<void> {
  if (!isSearchOf(context, searchId, searcher)) throw notFound("search", searchId);
  const own = eq(searchAnalytics.nonce, nonceOf(searchId));
  const noted = await store
    .update(searchAnalytics)
    .set({ clicked_type: type, clicked_id: id, clicked_at: context.clock.now() })
    .where(and(own, isNull(searchAnalytics.clicked_at)))
    .returning({ id: searchAnalytics.id })
    .get();
  if (noted) return;
  const known = await store.select({ id: searchAnalytics.id }).from(searchAnalytics).where(own).get();
  if (!known) throw notFound("search", searchId);
}

export interface QueryStatistics {
  query: string;
  searches: number;
  clicks: number;
  /** Mean of the hits. */
  average_hits: number;
}

export interface SearchStatistics {
  searches: number;
  without_hits: number;
  clicks: number;
  /** Milliseconds, of all searches. */
  average_ms: number;
  top: QueryStatistics[];
  withoutHits: QueryStatistics[];
}

const number = (expression: string) => sql<number>`${sql.raw(expression)}`.mapWith(Number);
const within = and(
  sql`${searchAnalytics.created_at} >= ${value(searchAnalytics.created_at, "from")}`,
  lt(searchAnalytics.created_at, value(searchAnalytics.created_at, "to")),
);

const selectTotals = prepared((store) =>
  store
    .select({
      searches: number("count(*)"),
      without_hits: number("count(*) filter (where hits = 0)"),
      clicks: number("count(clicked_at)"),
      average_ms: number("coalesce(round(avg(took_ms), 1), 0)"),
    })
    .from(searchAnalytics)
    .where(within)
    .prepare(),
);

const queries = (condition: string) =>
  prepared((store) =>
    store
      .select({
        query: searchAnalytics.query,
        searches: number("count(*)"),
        clicks: number("count(clicked_at)"),
        average_hits: number("round(avg(hits), 1)"),
      })
      .from(searchAnalytics)
      .where(within)
      .groupBy(searchAnalytics.query)
      .having(sql.raw(condition))
      .orderBy(sql`count(*) desc`, searchAnalytics.query)
      .limit(rowCount("limit"))
      .prepare(),
  );
const selectTop = queries("true");
const selectWithoutHits = queries("max(hits) = 0");

/** Statistics of the searches from `from` until before `to`; at most `limit` queries of each list. */
export async function statistics(
  store: Store,
  { from, to, limit }: { from: Date; to: Date; limit: number },
): Promise<SearchStatistics> {
  const totals = await selectTotals(store).get({ from, to });
  return {
    searches: totals?.searches ?? 0,
    without_hits: totals?.without_hits ?? 0,
    clicks: totals?.clicks ?? 0,
    average_ms: totals?.average_ms ?? 0,
    top: await selectTop(store).all({ from, to, limit }),
    withoutHits: await selectWithoutHits(store).all({ from, to, limit }),
  };
}

/** @returns how many were deleted */
export async function prune(store: Store, before: Date): Promise<number> {
  return deleteOldest(store, searchAnalytics.created_at, before);
}
