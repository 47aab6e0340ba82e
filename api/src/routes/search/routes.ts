import { DAY_MS } from "@merit/core/base/days.ts";
import * as analytics from "@merit/core/operations/search/analytics.ts";
import { searcherOf } from "@merit/core/operations/search/kinds.ts";
import { search as find } from "@merit/core/operations/search/search.ts";
import { nothing } from "../../http/fields.ts";
import { defineRoute } from "../../http/route.ts";
import { presentSearch, presentStatistics } from "./presenter.ts";
import * as T from "./schema.ts";

export const search = defineRoute({
  method: "get",
  path: "/search",
  auth: ["user", "merchant"],
  scope: "read",
  quota: "search",
  summary: "Finds campaigns, catalogue items, drops and more by words, best first",
  description:
    "Everybody finds active and paused campaigns, and items that can be redeemed. Users also find drops with a share for their wallets. " +
    "Merchants also find their own records, and issuances by the beginning of the key or by the wallet. Administrators " +
    "find everything. At most 200 hits.",
  request: { query: T.searchQuery },
  responses: { 200: T.searchView },
  errors: {},
  async handler({ context, merchant, session, query: { q, type = null, limit, cursor } }) {
    const page = await find(context, searcherOf({ merchant, session }), {
      q,
      type,
      limit,
      ...(cursor && { place: cursor }),
    });
    return { status: 200, body: presentSearch(page) };
  },
});

export const click = defineRoute({
  method: "post",
  path: "/search/:id/click",
  auth: ["user", "merchant"],
  scope: "read",
  keyless: true,
  summary: "Records which hit of a search was opened; only the first counts",
  description: "`id` is the `search_id` from GET /search. Other people's searches are 404.",
  request: { params: T.clickParams, body: T.clickBody },
  responses: { 204: nothing },
  errors: { 404: ["not_found"] },
  async handler({ context, merchant, session, params, body }) {
    const clicked = { ...body, searcher: searcherOf({ merchant, session }) };
    await context.db.commit((store) => analytics.click(context, store, params.id, clicked));
    return { status: 204, body: null };
  },
});

const DEFAULT_RANGE_MS = 30 * DAY_MS;

export const statistics = defineRoute({
  method: "get",
  path: "/admin/search-analytics",
  auth: "admin",
  summary: "The most frequent searches, searches without hits, and how often a hit is opened",
  description: "Covers the last 30 days, unless `from` and `to` say otherwise.",
  request: { query: T.statisticsQuery },
  responses: { 200: T.statisticsView },
  errors: {},
  async handler({ context, query: { from, to = context.clock.now(), limit } }) {
    const range = { from: from ?? new Date(to.getTime() - DEFAULT_RANGE_MS), to };
    const found = await context.db.read((store) => analytics.statistics(store, { ...range, limit }));
    return { status: 200, body: presentStatistics(range, found) };
  },
});
