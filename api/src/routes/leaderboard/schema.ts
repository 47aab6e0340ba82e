import { periods } from "@merit/core/store/rankings/periods.ts";
import { z } from "zod";
import { isoTime, oneOf } from "../../http/fields.ts";
import { cursorOf, limit, listOf, partsOf } from "../../http/list.ts";

export const listQuery = z
  .strictObject({
    period: z
      .enum(periods, oneOf(periods))
      .default("all")
      .meta({ description: "all time, or since Monday or the first of the month, 00:00 UTC" }),
    limit,
    cursor: z.string("must be given once").transform(decodeRank).optional(),
    around: z.literal("me", 'must be "me"').optional().meta({ description: "the ranks around the caller's own" }),
  })
  .refine(({ cursor, around }) => cursor === undefined || around === undefined, {
    path: ["around"],
    message: "can't go with cursor: leave one of them out",
  })
  .meta({ examples: [{ period: "week", limit: "2" }] });

export const rankCursor = (rank: number) => cursorOf("rank", rank);

function decodeRank(cursor: string): number {
  const [rank] = partsOf(cursor, /^rank:([1-9]\d{0,9})$/);
  return Number(rank);
}

const place = z
  .strictObject({
    rank: z.int(),
    points: z.int().meta({ description: "points earned in the period" }),
    user_id: z.int(),
    display_name: z.string().meta({ description: "first name and initial, else a shortened wallet or a number" }),
  })
  .meta({ id: "LeaderboardPlace" });

export const boardView = listOf(place)
  .extend({
    period: z.enum(periods),
    starts_at: isoTime.meta({ description: "start of the period; points from then on count" }),
    updated_at: isoTime.meta({ description: "time of the ranking" }),
    ranked_users: z.int(),
    me: place.nullable().meta({ description: "the caller's own rank; null without points in the period" }),
  })
  .meta({
    id: "Leaderboard",
    examples: [
      {
        period: "week",
        starts_at: "2026-11-16T00:00:00.000Z",
        updated_at: "2026-11-21T18:05:00.000Z",
        ranked_users: 3,
        me: { rank: 2, points: 900, user_id: 8, display_name: "GARQ…4D5N" },
        data: [
          { rank: 1, points: 1250, user_id: 7, display_name: "Ada L." },
          { rank: 2, points: 900, user_id: 8, display_name: "GARQ…4D5N" },
        ],
        has_more: true,
        next_cursor: "cmFuazozOw",
      },
    ],
  });

export const warmView = z
  .strictObject({
    updated_at: isoTime,
    ranked_users: z.int(),
    new_rows: z.int().meta({ description: "rows of the ledger of points that were counted for the first time" }),
    took_ms: z.int(),
  })
  .meta({
    id: "LeaderboardRebuild",
    examples: [{ updated_at: "2026-11-21T18:05:00.000Z", ranked_users: 3, new_rows: 12, took_ms: 4 }],
  });
