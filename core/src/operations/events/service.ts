import { notFound } from "../../base/errors.ts";
import { type Page, toPage } from "../../base/page.ts";
import type { Settings } from "../../base/settings/settings.ts";
import { presentIssuance } from "../../payouts/rewards/presenter.ts";
import type { Issuance } from "../../payouts/rewards/store.ts";
import * as issuanceRows from "../../payouts/rewards/store.ts";
import type { Store } from "../../store/db/store.ts";
import { positionUnknown } from "../../store/event-log/problems.ts";
import * as rows from "../../store/event-log/store.ts";
import type { EventType } from "../../store/event-log/types.ts";
import { eventsDeleted } from "./problems.ts";

/** An event with its object, as the API showed it when it happened. */
export type Event = Omit<rows.EventRow, "data"> & { data: object };

type Kept = Pick<Settings, "eventsRetentionDays">;

/**
 * Checks the position of a reader that continues behind this event.
 * @throws Problem 410 `events_deleted` if events of the owner behind it are missing, `position_unknown` if there is no such event yet
 */
export async function requirePosition(settings: Kept, store: Store, owner: rows.Owner, id: number): Promise<void> {
  await requireKept(settings, store, owner, id);
  const last = await newest(store);
  if (id > last) throw positionUnknown(presentId(last));
}

/** Id of the newest event that there was, also if all have been deleted. */
export const newest = async (store: Store): Promise<number> =>
  Math.max(await rows.lastId(store), await rows.lastDeleted(store));

/** @throws Problem 410 `events_deleted` if events of the owner behind this one are missing */
export async function requireKept(settings: Kept, store: Store, owner: rows.Owner, id: number): Promise<void> {
  const deleted = await rows.deletedUpTo(store, owner);
  if (id < deleted) throw eventsDeleted(presentId(deleted), settings.eventsRetentionDays);
}

/** An owner's events, newest first. @throws Problem 410 `events_deleted` if all of those below `before` are missing */
export async function list(
  settings: Kept,
  store: Store,
  owner: rows.Owner,
  request: rows.EventFilter & { before?: number | undefined; limit: number },
): Promise<Page<Event>> {
  if (request.before !== undefined) await requireKept(settings, store, owner, request.before - 1);
  // As in `readOn`: a commit between the statements of two types would be seen in part.
  const before = request.before ?? (await newest(store)) + 1;
  const page = await toPage({ ...request, before }, (asked) => rows.listOf(store, owner, asked));
  return { ...page, rows: await complete(store, page.rows) };
}

/** @throws Problem 404, also for another owner's */
export async function get(store: Store, owner: rows.Owner, id: number): Promise<Event> {
  const row = await rows.byId(store, id);
  const isOwn = row && Object.entries(owner).every(([column, of]) => row[column as keyof rows.EventRow] === of);
  const [event] = isOwn ? await complete(store, [row]) : [];
  if (!event) throw notFound("event", presentId(id));
  return event;
}

/** A page of an owner's events. */
export interface ReadOn {
  found: Event[];
  /** Position of the next page: behind all events up to here, also those of other types. */
  position: number;
  hasMore: boolean;
}

/** An owner's events of these types behind a position, oldest first. */
export async function readOn(
  store: Store,
  id: number,
  limit: number,
  which: { owner: rows.Owner; types: readonly EventType[] | undefined },
): Promise<ReadOn> {
  // The newest id is read first, and later events are left for the next page: each type has a statement, and others commit in between.
  const last = Math.max(id, await newest(store));
  const page = (await rows.after(store, id, limit, which)).filter((row) => row.id <= last);
  const hasMore = page.length === limit;
  return { found: await complete(store, page), position: hasMore ? (page.at(-1)?.id ?? id) : last, hasMore };
}

/** Events with these ids that are kept, in no order. */
export async function byIds(store: Store, ids: readonly number[]): Promise<Event[]> {
  return complete(store, await rows.byIds(store, ids));
}

/** The first events of a range, and how many there are. */
export async function range(
  store: Store,
  range: rows.Range,
  limit: number,
): Promise<{ found: Event[]; count: number }> {
  return {
    found: await complete(store, await rows.listRange(store, range, limit)),
    count: await rows.countRange(store, range),
  };
}

export const presentId = (id: number): string => `evt_${id}`;

/** Adds the objects of those events that don't have them: of rewards that were accepted or paid. */
async function complete(store: Store, found: readonly rows.EventRow[]): Promise<Event[]> {
  const missing = found.filter(({ data }) => data === null).map(({ object_id }) => Number(object_id));
  const issuances = new Map((await issuanceRows.byIds(store, missing)).map((issuance) => [issuance.id, issuance]));
  return found.flatMap((row) => {
    const issuance = issuances.get(Number(row.object_id));
    const data = row.data ?? (issuance && presentIssuance(stateAt(row.type, issuance)));
    return data ? [{ ...row, data: data as object }] : [];
  });
}

/** The reward at the time of the event, of those whose other fields don't change after it was accepted or paid. */
function stateAt(type: EventType, issuance: Issuance): Issuance {
  if (type === "issuance.confirmed") return issuance;
  const { created_at } = issuance;
  const state = { status: "pending", tx_hash: null, error_message: null, attempts: 0 } as const;
  return { ...issuance, ...state, updated_at: created_at };
}
