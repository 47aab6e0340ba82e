import type { Context } from "@merit/core/context/context.ts";
import { presentEventFor } from "@merit/core/operations/events/presenter.ts";
import * as events from "@merit/core/operations/events/service.ts";
import * as log from "@merit/core/store/event-log/store.ts";
import type { EventType } from "@merit/core/store/event-log/types.ts";
import type { Feed } from "../../http/feed.ts";

/** Events that one read loads. */
const READ_AT_ONCE = 100;

export const idOf = (position: string) => Number(position.slice("evt_".length));

/** An owner's events; of all types, or some. */
export const eventFeed = (
  { db, settings }: Pick<Context, "db" | "settings">,
  owner: log.Owner,
  { types }: { types?: readonly EventType[] | undefined } = {},
): Feed => ({
  topic: log.topicOf(owner),
  isPosition: (text) => /^evt_(0|[1-9]\d{0,15})$/.test(text),
  requirePosition: (position) => db.read((store) => events.requirePosition(settings, store, owner, idOf(position))),
  latest: async () => events.presentId(await db.read(events.newest)),
  async read(position) {
    const id = idOf(position);
    const page = await db.read(async (store) => {
      const read = await events.readOn(store, id, READ_AT_ONCE, { owner, types });
      // Behind a reader that has a long way to go, the oldest may be deleted. After the reading: what it found is all that there was.
      await events.requireKept(settings, store, owner, id);
      return read;
    });
    return {
      events: page.found.map((event) => presentEventFor(owner, event)),
      position: events.presentId(page.position),
      hasMore: page.hasMore,
    };
  },
});
