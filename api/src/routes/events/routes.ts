import * as log from "@merit/core/event-log/store.ts";
import { typesOf } from "@merit/core/event-log/types.ts";
import { presentEvent } from "@merit/core/events/presenter.ts";
import * as events from "@merit/core/events/service.ts";
import { topics } from "@merit/core/wake.ts";
import { listOf, presentIdPage } from "../../http/list.ts";
import { type Call, defineRoute } from "../../http/route.ts";
import * as T from "./schema.ts";

type Caller = Pick<Call<["merchant", "user"], unknown, unknown, unknown>, "merchant" | "session">;

const ownerOf = ({ merchant, session }: Caller) =>
  merchant ? { merchant_id: merchant.id } : { user_id: session?.user.id ?? 0 };

export const list = defineRoute({
  method: "get",
  path: "/events",
  auth: ["merchant", "user"],
  summary: "What happened to the caller's records, newest first",
  description:
    "Events are kept for 30 days, or as many as the service is set to. docs/events.md lists the types. Events of the ledger's contracts are in GET /contract-events.",
  request: { query: T.listQuery },
  responses: { 200: listOf(T.eventView) },
  errors: {},
  async handler({ context, merchant, session, query: { cursor, type, object, ...filter } }) {
    const ofObject = object && typesOf(object);
    const types = type && ofObject ? type.filter((each) => ofObject.includes(each)) : (type ?? ofObject);
    const request = { ...filter, types, before: cursor };
    const page = await context.db.read((store) => events.list(store, ownerOf({ merchant, session }), request));
    return { status: 200, body: presentIdPage(page, presentEvent) };
  },
});

/** Events that one read of a stream loads. */
const READ_AT_ONCE = 100;

export const stream = defineRoute({
  method: "get",
  path: "/events/stream",
  auth: ["merchant", "user"],
  summary: "The caller's events as they happen (server-sent events)",
  description:
    "Begins with the next event, or behind the one that the header `Last-Event-ID` or `after` names. An `event: problem` says why a stream ends. See docs/live.md.",
  request: { query: T.streamQuery },
  responses: { 200: T.eventStream },
  produces: "text/event-stream",
  errors: { 429: ["too_many_connections"], 503: ["no_connections_left"] },
  async handler({ context: { db }, merchant, session, query: { type, object, after }, stream }) {
    const owner = ownerOf({ merchant, session });
    const wanted = (event: events.Event) =>
      (type?.includes(event.type) ?? true) && (object === undefined || typesOf(object).includes(event.type));
    return stream({
      topic: topics.events,
      after,
      isPosition: (text) => /^evt_[1-9]\d{0,15}$/.test(text),
      latest: async () => events.presentId(await db.read(log.lastId)),
      async read(position) {
        const id = Number(position.slice("evt_".length));
        const found = await db.read((store) => events.after(store, id, READ_AT_ONCE, owner));
        return {
          events: found.filter(wanted).map(presentEvent),
          position: events.presentId(found.at(-1)?.id ?? id),
          hasMore: found.length === READ_AT_ONCE,
        };
      },
    });
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
