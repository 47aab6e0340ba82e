import { isoTime } from "@merit/core/base/days.ts";
import type { BoardPage } from "@merit/core/programmes/leaderboard/board.ts";
import type { Standings } from "@merit/core/store/rankings/leaderboard.ts";
import type { Period } from "@merit/core/store/rankings/periods.ts";
import { rankCursor } from "./schema.ts";

export function presentBoard(period: Period, { standings, places, hasMore, next, own }: BoardPage) {
  const { startsAt, ranking } = standings.boards[period];
  return {
    period,
    starts_at: isoTime(new Date(startsAt)),
    updated_at: isoTime(standings.updatedAt),
    ranked_users: ranking.users.length,
    me: own,
    data: places,
    has_more: hasMore,
    next_cursor: hasMore ? rankCursor(next) : null,
  };
}

export const presentRebuild = ({ updatedAt, rows, tookMs, boards }: Standings) => ({
  updated_at: isoTime(updatedAt),
  ranked_users: boards.all.ranking.users.length,
  new_rows: rows,
  took_ms: tookMs,
});
