import { and, asc, count, desc, eq, gt, gte, inArray, lt, lte, max, sql } from "drizzle-orm";
import { type Topic, topics } from "../../base/wake.ts";
import { asRows } from "../db/columns.ts";
import { insertedFrom, isGiven, listed, rowCount, value } from "../db/dialect.ts";
import { DELETED_AT_ONCE } from "../db/oldest.ts";
import { events, eventsDeleted } from "../db/schema/events.ts";
import { issuances } from "../db/schema/issuances.ts";
import { prepared, preparedWith, type Store } from "../db/store.ts";
import type { EventType } from "./types.ts";

export type EventRow = Omit<typeof events.$inferSelect, "type"> & { type: EventType };

export interface NewEvent {
  type: EventType;
  /** Merchant and user who may see it. */
  merchantId: number | null;
  userId: number | null;
  objectId: number | string;
  /** The object as the API shows it; null if `service.ts` makes it of the object's row. */
  data: object | null;
}

/** Ids per millisecond; a commit with more events takes ids of the milliseconds that follow. */
const IDS_PER_MS = 1024;

const selectLastId = prepared((store) =>
  store
    .select({ id: max(events.id) })
    .from(events)
    .prepare(),
);

/** Id of the newest event; 0 if there is none. */
export async function lastId(store: Store): Promise<number> {
  return (await selectLastId(store).get())?.id ?? 0;
}

const insertRows = prepared((store) => store.insert(events).select(insertedFrom(events, "rows")).prepare());

/** The first id of a time. */
export const idAt = (time: Date): number => time.getTime() * IDS_PER_MS;

/** Units that record past changes again, which are no new events. */
const silent = new WeakSet<Store>();

/** Does a part of a unit of work whose changes are no events. */
export async function withoutEvents(unit: Store, part: (store: Store) => Promise<void>): Promise<void> {
  silent.add(unit);
  try {
    await part(unit);
  } finally {
    silent.delete(unit);
  }
}

/** Adds events, in this order, to the commit of what they report. */
export async function emit(store: Store, added: readonly NewEvent[], now: Date): Promise<void> {
  if (added.length === 0 || silent.has(store)) return;
  const firstId = Math.max((await lastId(store)) + 1, idAt(now));
  const rows = added.map(({ type, merchantId, userId, objectId, data }, index) => ({
    ...{ id: firstId + index, type, merchant_id: merchantId, user_id: userId },
    ...{ object_id: String(objectId), data, created_at: now },
  }));
  await insertRows(store).run({ rows: asRows(events, rows) });
  for (const topic of new Set(added.flatMap(topicsOf))) await store.notify(topic);
}

const topicsOf = ({ merchantId, userId }: NewEvent): Topic[] => [
  topics.events,
  ...(merchantId === null ? [] : [topicOf({ merchant_id: merchantId })]),
  ...(userId === null ? [] : [topicOf({ user_id: userId })]),
];

/** Owner of events: a merchant or a user. */
export type Owner = { merchant_id: number } | { user_id: number };

/** Notified when there are new events of this owner. */
export const topicOf = (owner: Owner): Topic =>
  "merchant_id" in owner ? topics.eventsOf("merchant", owner.merchant_id) : topics.eventsOf("user", owner.user_id);

export interface EventFilter {
  types?: readonly EventType[] | undefined;
  object_id?: string | undefined;
  /** First moment, and the one behind the last. */
  from?: Date | undefined;
  to?: Date | undefined;
}

type Condition = "merchant_id" | "user_id" | "type" | "object_id" | "from" | "to" | "before" | "after";

const conditions = (uses: (condition: Condition) => boolean) =>
  and(
    uses("merchant_id") ? isGiven(events.merchant_id) : undefined,
    uses("user_id") ? isGiven(events.user_id) : undefined,
    uses("type") ? isGiven(events.type) : undefined,
    uses("object_id") ? isGiven(events.object_id) : undefined,
    uses("from") ? gte(events.created_at, value(events.created_at, "from")) : undefined,
    uses("to") ? lt(events.created_at, value(events.created_at, "to")) : undefined,
    uses("before") ? lt(events.id, value(events.id, "before")) : undefined,
    uses("after") ? gt(events.id, value(events.id, "after")) : undefined,
  );

export const selectNewest = preparedWith((store, uses: (condition: Condition) => boolean) =>
  store.select().from(events).where(conditions(uses)).orderBy(desc(events.id)).limit(rowCount("limit")).prepare(),
);

const selectOldest = preparedWith((store, uses: (condition: Condition) => boolean) =>
  store.select().from(events).where(conditions(uses)).orderBy(asc(events.id)).limit(rowCount("limit")).prepare(),
);

/** An owner's events, newest first, ids below `before`. */
export async function listOf(
  store: Store,
  owner: Owner,
  { types, limit, ...filter }: EventFilter & { before?: number | undefined; limit: number },
): Promise<EventRow[]> {
  const found: EventRow[] = [];
  for (const type of eachType(types)) {
    const given = { ...owner, ...filter, ...type };
    found.push(...((await selectNewest(store, given).all({ ...given, limit })) as EventRow[]));
  }
  return found.sort((a, b) => b.id - a.id).slice(0, limit);
}

/** Events behind the one with this id, in the order in which they happened; all owners', or one's, and of all types or some. */
export async function after(
  store: Store,
  id: number,
  limit: number,
  { owner, types }: { owner?: Owner; types?: readonly EventType[] | undefined } = {},
): Promise<EventRow[]> {
  const found: EventRow[] = [];
  for (const type of eachType(types)) {
    const given = { after: id, ...owner, ...type };
    found.push(...((await selectOldest(store, given).all({ ...given, limit })) as EventRow[]));
  }
  return found.sort((a, b) => a.id - b.id).slice(0, limit);
}

/** One condition per type: each type has its place in the index, where its events are found without reading others. */
const eachType = (types: readonly EventType[] | undefined): { type?: EventType }[] =>
  types === undefined ? [{}] : types.map((type) => ({ type }));

/** A range of one owner's events, in the order in which they happened. */
export interface Range {
  owner: Partial<Pick<EventRow, "merchant_id" | "user_id">>;
  types: readonly EventType[];
  /** First and last id. */
  from: number;
  to: number;
  /** True: only those of rewards that have waited for a trustline. */
  waited?: boolean | undefined;
}

/** Other objects' ids need not be numbers. */
const issuanceId = sql`case when ${events.type} like 'issuance.%' then cast(${events.object_id} as bigint) end`;
const hasWaited = sql`exists (select 1 from ${issuances} where ${issuances.id} = ${issuanceId} and ${issuances.first_held_at} is not null)`;

const inRange = ({ owner, types, from, to, waited }: Range) =>
  and(
    owner.merchant_id == null ? undefined : eq(events.merchant_id, owner.merchant_id),
    owner.user_id == null ? undefined : eq(events.user_id, owner.user_id),
    inArray(events.type, [...types]),
    gte(events.id, from),
    lte(events.id, to),
    waited ? hasWaited : undefined,
  );

export async function listRange(store: Store, range: Range, limit: number): Promise<EventRow[]> {
  return (await store.select().from(events).where(inRange(range)).orderBy(asc(events.id)).limit(limit)) as EventRow[];
}

export async function countRange(store: Store, range: Range): Promise<number> {
  const row = await store.select({ count: count() }).from(events).where(inRange(range)).get();
  return Number(row?.count ?? 0);
}

export async function byId(store: Store, id: number): Promise<EventRow | undefined> {
  return (await store.select().from(events).where(eq(events.id, id)).get()) as EventRow | undefined;
}

const selectByIds = prepared((store) =>
  store
    .select()
    .from(events)
    .where(sql`${events.id} in ${listed("ids", events.id)}`)
    .prepare(),
);

export async function byIds(store: Store, ids: readonly number[]): Promise<EventRow[]> {
  return (await selectByIds(store).all({ ids: JSON.stringify(ids) })) as EventRow[];
}

/** Id of the last event of this owner that was deleted; 0 if none was. */
export async function deletedUpTo(store: Store, owner: Owner): Promise<number> {
  const ownKey = "merchant_id" in owner ? `merchant:${owner.merchant_id}` : `user:${owner.user_id}`;
  return lastDeletedOf(store, ownKey);
}

/** The key under which `events_deleted` has the last of all deleted events. */
const ALL = "all";

/** Id of the last event of all that were deleted; 0 if none was. */
export const lastDeleted = (store: Store): Promise<number> => lastDeletedOf(store, ALL);

async function lastDeletedOf(store: Store, owner: string): Promise<number> {
  const row = await store.select().from(eventsDeleted).where(eq(eventsDeleted.owner, owner)).get();
  return row?.last_id ?? 0;
}

/** Deletes the oldest events from before `time`, and notes their owners. @returns how many */
export async function prune(store: Store, time: Date): Promise<number> {
  const found = await store
    .select({ id: events.id })
    .from(events)
    .where(lt(events.id, idAt(time)))
    .orderBy(asc(events.id))
    .limit(DELETED_AT_ONCE);
  if (found.length === 0) return 0;
  // As values, not as a subquery: see `rowsOf` in db/dialect.ts.
  const isOld = inArray(
    events.id,
    found.map(({ id }) => id),
  );
  for (const kind of ["merchant", "user"] as const) {
    const owner = kind === "merchant" ? events.merchant_id : events.user_id;
    await store
      .insert(eventsDeleted)
      .select(
        sql`select ${`${kind}:`} || ${owner}, max(${events.id}) from ${events}
          where ${isOld} and ${owner} is not null group by ${owner}`,
      )
      .onConflictDoUpdate({ target: eventsDeleted.owner, set: { last_id: sql`excluded.last_id` } });
  }
  const last_id = Math.max(...found.map(({ id }) => id));
  await store
    .insert(eventsDeleted)
    .values({ owner: ALL, last_id })
    .onConflictDoUpdate({ target: eventsDeleted.owner, set: { last_id } });
  await store.delete(events).where(isOld);
  return found.length;
}
