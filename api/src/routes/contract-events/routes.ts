import * as events from "@merit/core/contract-events/service.ts";
import { listOf, presentPage } from "../../http/list.ts";
import { defineRoute } from "../../http/route.ts";
import { presentEvent } from "./presenter.ts";
import * as T from "./schema.ts";

export const list = defineRoute({
  method: "get",
  path: "/contract-events",
  auth: "merchant",
  summary: "Indexed contract events in the order of the ledger",
  request: { query: T.listQuery },
  responses: { 200: listOf(T.eventView) },
  errors: {},
  async handler({ context, query: { cursor, ...filter } }) {
    const page = await context.db.read((store) => events.list(store, { ...filter, after: cursor }));
    return { status: 200, body: presentPage(page, presentEvent, ({ id }) => id) };
  },
});
