const id = "5f0c7a1e9b3d42688a61c0ffee15600d0c11d0a9e2b7464f";
const hit = {
  type: "campaign" as const,
  id: 2,
  title: "Spring roast",
  highlight: [
    { text: "Spring", match: true },
    { text: " roast", match: false },
  ],
  subtitle: "Corner Coffee",
  merchant_id: 1,
};

export const search = {
  query: { q: "spr" },
  answers: { 200: { search_id: id, total: 1, data: [hit], has_more: false, next_cursor: null } },
};
export const click = { params: { id }, body: { type: "campaign" as const, id: 2 }, answers: { 204: undefined } };

const spring = { query: "spr", searches: 12, average_hits: 1.5, clicks: 9, click_rate: 0.75 };
const tea = { query: "tea", searches: 3, average_hits: 0, clicks: 0, click_rate: 0 };
export const statistics = {
  query: { limit: "20" },
  answers: {
    200: {
      since: "2026-10-22T18:00:00.000Z",
      until: "2026-11-21T18:00:00.000Z",
      searches: 15,
      without_hits: 3,
      clicks: 9,
      click_rate: 0.6,
      average_ms: 1.2,
      top_queries: [spring, tea],
      queries_without_hits: [tea],
    },
  },
};
