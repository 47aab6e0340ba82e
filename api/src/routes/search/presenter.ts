import { isoTime } from "@merit/core/base/days.ts";
import type { QueryStatistics, SearchStatistics } from "@merit/core/operations/search/analytics.ts";
import type { SearchPage } from "@merit/core/operations/search/search.ts";
import { placeCursor } from "./schema.ts";

export const presentSearch = ({ searchId, hits, total, next }: SearchPage) => ({
  search_id: searchId,
  total,
  data: hits,
  has_more: next !== null,
  next_cursor: next === null ? null : placeCursor({ searchId, offset: next }),
});

export const presentStatistics = (range: { from: Date; to: Date }, found: SearchStatistics) => ({
  from: isoTime(range.from),
  to: isoTime(range.to),
  searches: found.searches,
  without_hits: found.without_hits,
  clicks: found.clicks,
  click_rate: rate(found),
  average_ms: found.average_ms,
  top_queries: found.top.map(presentQuery),
  queries_without_hits: found.withoutHits.map(presentQuery),
});

const presentQuery = (query: QueryStatistics) => ({ ...query, click_rate: rate(query) });

const rate = ({ clicks, searches }: { clicks: number; searches: number }) =>
  searches === 0 ? 0 : Math.round((clicks / searches) * 1000) / 1000;
