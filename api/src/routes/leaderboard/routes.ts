import { announce, page } from "@merit/core/programmes/leaderboard/board.ts";
import { defineRoute } from "../../http/route.ts";
import { presentBoard, presentRebuild } from "./presenter.ts";
import * as T from "./schema.ts";

export const list = defineRoute({
  method: "get",
  path: "/leaderboard",
  auth: "user",
  summary: "Users with the most points, and the caller's own rank",
  description:
    "Points from merchants count, whether awarded or given by rules; bonuses and refunds don't. Of two users with the same points, the one who had them earlier " +
    "is ahead. The ranking is computed every five minutes; deleted users disappear at once.",
  request: { query: T.listQuery },
  responses: { 200: T.boardView },
  errors: {},
  async handler({ context, session, query: { period, limit, cursor, around } }) {
    const from = around ? null : (cursor ?? 1);
    return { status: 200, body: presentBoard(period, await page(context, session.user.id, { period, from, limit })) };
  },
});

export const warm = defineRoute({
  method: "post",
  path: "/admin/cache/warm",
  auth: "admin",
  keyless: true,
  summary: "Computes the leaderboard now and pushes it to connected clients",
  description: "It happens every five minutes anyway.",
  request: {},
  responses: { 200: T.warmView },
  errors: {},
  async handler({ context }) {
    await context.db.commit(announce);
    return { status: 200, body: presentRebuild(await context.leaderboard.rebuild()) };
  },
});
