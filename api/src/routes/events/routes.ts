import { presentEvent } from "@merit/core/operations/events/presenter.ts";
import * as events from "@merit/core/operations/events/service.ts";
import { listOf, presentIdPage } from "../../http/list.ts";
import { ownerOf } from "../../http/owner.ts";
import { defineRoute } from "../../http/route.ts";
import { eventFeed } from "./feed.ts";
import * as T from "./schema.ts";

export const list = defineRoute({
  method: "get",
  path: "/events",
  auth: ["merchant", "user"],
  summary: "What happened to the caller's records, newest first",
  description:
    "Events are kept for 30 days, or as many as the service is set to. docs/events.md lists the types. Events of the ledger's contracts are in GET /contract-events.",
  request: { query: T.listQuery },
  responses: { 200: listOf(T.eventView) },
  errors: { 410: ["events_deleted"] },
  async handler({ context, merchant, session, query: { cursor, type, object, ...filter } }) {
    const request = { ...filter, types: T.typesWanted({ type, object }), before: cursor };
    const owner = ownerOf({ merchant, session });
    const page = await context.db.read((store) => events.list(context.settings, store, owner, request));
    return { status: 200, body: presentIdPage(page, presentEvent) };
  },
});

export const stream = defineRoute({
  method: "get",
  path: "/events/stream",
  auth: ["merchant", "user"],
  summary: "The caller's events as they happen (server-sent events)",
  description:
    "Begins behind the event that the header `Last-Event-ID` or `after` names, or with the next one. An `event: problem` says why a stream ends. See docs/live.md.",
  request: { query: T.streamQuery },
  responses: { 200: T.eventStream },
  produces: "text/event-stream",
  errors: { 410: ["events_deleted", "position_unknown"], 429: ["too_many_connections"], 503: ["no_connections_left"] },
  async handler({ context, merchant, session, query: { after, ...filter }, stream }) {
    return stream(eventFeed(context, ownerOf({ merchant, session }), { types: T.typesWanted(filter) }), after);
  },
});

export const show = defineRoute({
  method: "get",
  path: "/events/:id",
  auth: ["merchant", "user"],
  summary: "One event",
  request: { params: T.eventParams },
  responses: { 200: T.eventView },
  errors: {},
  async handler({ context, merchant, session, params }) {
    const event = await context.db.read((store) => events.get(store, ownerOf({ merchant, session }), params.id));
    return { status: 200, body: presentEvent(event) };
  },
});
