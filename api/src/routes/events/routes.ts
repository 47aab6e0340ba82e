import { presentEventFor } from "@merit/core/operations/events/presenter.ts";
import * as events from "@merit/core/operations/events/service.ts";
import { requireListed, requireStreamed } from "../../http/event-stream.ts";
import { listOf, presentIdPage } from "../../http/list.ts";
import { ownerOf } from "../../http/owner.ts";
import { defineRoute } from "../../http/route.ts";
import { eventFeed } from "./feed.ts";
import * as T from "./schema.ts";

export const list = defineRoute({
  method: "get",
  path: "/events",
  auth: ["merchant", "user"],
  summary: "What happened to the caller's records, newest first, or as it happens (server-sent events)",
  description:
    "Events are kept for 30 days, or as many as the service is set to. The schema `EventType` lists the types. Events of the ledger's contracts are in GET /contract-events. With the header `Accept: text/event-stream`, the answer is a stream. It begins behind the event that the header `Last-Event-ID` or `after` names, or with the next one. An `event: problem` says why it ends.",
  request: { query: T.listQuery },
  responses: { 200: listOf(T.eventView) },
  events: T.eventStream,
  errors: { 410: ["events_deleted", "position_unknown"], 429: ["too_many_connections"], 503: ["no_connections_left"] },
  async handler({ context, merchant, session, query: { after, cursor, type, object, ...filter }, stream }) {
    const types = T.typesWanted({ type, object });
    const owner = ownerOf({ merchant, session });
    if (stream) {
      const { limit: _, ...others } = filter;
      requireStreamed({ cursor, ...others });
      return stream(eventFeed(context, owner, { types }), after);
    }
    requireListed({ after });
    const request = { ...filter, types, before: cursor };
    const page = await context.db.read((store) => events.list(context.settings, store, owner, request));
    return { status: 200, body: presentIdPage(page, (event) => presentEventFor(owner, event)) };
  },
});

export const show = defineRoute({
  method: "get",
  path: "/events/:id",
  auth: ["merchant", "user"],
  summary: "One event",
  description: "Shows the object as it was then. Other people's events, and deleted ones, are 404.",
  request: { params: T.eventParams },
  responses: { 200: T.eventView },
  errors: {},
  async handler({ context, merchant, session, params }) {
    const owner = ownerOf({ merchant, session });
    const event = await context.db.read((store) => events.get(store, owner, params.id));
    return { status: 200, body: presentEventFor(owner, event) };
  },
});
