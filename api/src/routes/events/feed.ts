import type { Context } from "@merit/core/context/context.ts";
import { presentEvent } from "@merit/core/operations/events/presenter.ts";
import * as events from "@merit/core/operations/events/service.ts";
import * as log from "@merit/core/store/event-log/store.ts";
import type { Feed } from "../../http/feed.ts";

/** Events that one read loads. */
const READ_AT_ONCE = 100;

const idOf = (position: string) => Number(position.slice("evt_".length));

/** An owner's events that are wanted. */
export const eventFeed = (
  { db, settings }: Pick<Context, "db" | "settings">,
  owner: log.Owner,
  isWanted: (event: events.Event) => boolean,
): Feed => ({
  topic: log.topicOf(owner),
  isPosition: (text) => /^evt_(0|[1-9]\d{0,15})$/.test(text),
  requirePosition: (position) => db.read((store) => events.requirePosition(settings, store, owner, idOf(position))),
  latest: async () => events.presentId(await db.read(events.newest)),
  async read(position) {
    const id = idOf(position);
    const found = await db.read(async (store) => {
      const page = await events.after(store, id, READ_AT_ONCE, owner);
      // Behind a reader that has a long way to go, the oldest may be deleted. After the reading: what it found is all that there was.
      await events.requireKept(settings, store, owner, id);
      return page;
    });
    return {
      events: found.filter(isWanted).map(presentEvent),
      position: events.presentId(found.at(-1)?.id ?? id),
      hasMore: found.length === READ_AT_ONCE,
    };
  },
});
