const ada = { rank: 1, points: 1250, user_id: 7, display_name: "Ada L." };
const grace = { rank: 2, points: 900, user_id: 8, display_name: "GARQ…4D5N" };

export const list = {
  query: { period: "week" as const, limit: "2" },
  answers: {
    200: {
      period: "week" as const,
      starts_at: "2026-11-16T00:00:00.000Z",
      updated_at: "2026-11-21T18:05:00.000Z",
      ranked_users: 3,
      me: grace,
      data: [ada, grace],
      has_more: true,
      next_cursor: "cmFuazoz",
    },
  },
};

export const warm = {
  answers: { 200: { updated_at: "2026-11-21T18:05:00.000Z", ranked_users: 3, new_rows: 12, took_ms: 4 } },
};
