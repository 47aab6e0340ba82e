import { type FieldError, Problem, validationFailed } from "@merit/core/base/errors.ts";
import type { Context } from "@merit/core/context/context.ts";
import type { presentEventFor } from "@merit/core/operations/events/presenter.ts";
import * as campaigns from "@merit/core/programmes/campaigns/store.ts";
import { type EventObject, eventTypeNames, objectOf } from "@merit/core/store/event-log/types.ts";
import type { Feed } from "../http/feed.ts";
import { unknownName, wholeNumber } from "../http/fields.ts";
import type { Identity } from "../http/identity.ts";
import { validate } from "../http/input.ts";
import { contractEventFeed } from "../routes/contract-events/feed.ts";
import * as contractEvents from "../routes/contract-events/schema.ts";
import { eventFeed } from "../routes/events/feed.ts";
import * as events from "../routes/events/schema.ts";
import type { SubscribeMessage } from "./messages.ts";

/** Pushed to every user from the start: it has no positions, since only the newest counts. */
export const LEADERBOARD = "leaderboard:update";
const CONTRACT_EVENTS = "contract-events";
const EVENTS = "events";

const objects = [...new Set(eventTypeNames.map(objectOf))];
const campaignId = wholeNumber(1);
const topics = [EVENTS, ...objects, CONTRACT_EVENTS, LEADERBOARD];

/** @throws Problem 422 for a topic that there is none, or that this caller can't read */
export function checkTopic(topic: string, { merchant }: Identity): void {
  const [object = "", id] = topic.split(":");
  // A share of a drop has an id such as 7-3.
  const isKnown =
    topics.includes(topic) || (objects.includes(object as EventObject) && /^[\w-]{1,100}$/.test(id ?? ""));
  if (!isKnown) throw wrong("topic", unknownName("a topic", topic, topics));
  if (topic === CONTRACT_EVENTS && !merchant) throw wrong("topic", "is a topic of merchants: log in with an API key");
  if (topic === LEADERBOARD && merchant) throw wrong("topic", "is a topic of users: log in with an access token");
}

export interface Source {
  feed: Feed;
  /** The events of the feed that are the topic's, if the feed has others too. */
  test?: Test;
}

export type Test = (event: OwnEvent) => boolean;

/** An event of the caller's own feed. */
export type OwnEvent = ReturnType<typeof presentEventFor>;

/** Where a topic's events come from, for this caller. @throws Problem 422 */
export async function sourceOf(
  context: Context,
  { merchant, session }: Identity,
  { topic, filter: given }: Pick<SubscribeMessage, "topic" | "filter">,
): Promise<Source> {
  const query = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, String(value)]));
  if (topic === CONTRACT_EVENTS && merchant) {
    return ofFilter(async () => {
      const filter = validate(contractEvents.topicFilter, query);
      return { feed: await contractEventFeed({ context, merchant }, filter) };
    });
  }
  const filter = await ofFilter(async () => validate(events.topicFilter, query));
  const [object, id] = topic.split(":");
  if (object === "campaign" && id !== undefined && merchant) {
    const { data: number } = campaignId.safeParse(id);
    const campaign = number && (await context.db.read((store) => campaigns.ownedBy(store, merchant.id, number)));
    if (!campaign) throw wrong("topic", `has ${id}, which is not the id of a campaign of yours`);
  }
  const owner = merchant ? { merchant_id: merchant.id } : { user_id: session?.user.id ?? 0 };
  const types = events.typesWanted(filter);
  const test = (event: OwnEvent) =>
    (types?.includes(event.type) ?? true) && (topic === EVENTS || isAbout(event, object, id));
  return { feed: eventFeed(context, owner), test };
}

/** A campaign's events are also those of its rewards. */
function isAbout(event: OwnEvent, object: string | undefined, id: string | undefined): boolean {
  if (event.object === object) return id === undefined || event.object_id === id;
  return (
    object === "campaign" && id !== undefined && String((event.data as { campaign_id?: unknown }).campaign_id) === id
  );
}

const wrong = (field: string, message: string) => validationFailed([{ field, message }]);

/** Fields of the filter are named as the message has them. */
async function ofFilter<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof Problem) || error.errors === undefined) throw error;
    throw validationFailed(
      error.errors.map(({ field, message }): FieldError => ({ field: `filter.${field}`, message })),
    );
  }
}
