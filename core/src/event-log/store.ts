import { and, asc, desc, eq, gt, gte, inArray, lt, max, sql } from "drizzle-orm";
import { asRows } from "../db/columns.ts";
import { insertedFrom, rowCount, value } from "../db/dialect.ts";
import { events } from "../db/schema/events.ts";
import { prepared, preparedWith, type Store } from "../db/store.ts";
import { topics } from "../wake.ts";
import type { EventType } from "./types.ts";

export type EventRow = Omit<typeof events.$inferSelect, "type"> & { type: EventType };

export interface NewEvent {
  type: EventType;
  /** Who may see it. */
  merchantId: number | null;
  userId: number | null;
  objectId: number | string;
  /** The object as the API shows it; null if `service.ts` makes it of the object's row. */
  data: object | null;
}

/** Of each millisecond; a commit with more takes ids of those that follow. */
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

/** Adds events, in this order, to the commit of what they report. */
export async function emit(store: Store, added: readonly NewEvent[], now: Date): Promise<void> {
  if (added.length === 0) return;
  const firstId = Math.max((await lastId(store)) + 1, idAt(now));
  const rows = added.map(({ type, merchantId, userId, objectId, data }, index) => ({
    ...{ id: firstId + index, type, merchant_id: merchantId, user_id: userId },
    ...{ object_id: String(objectId), data, created_at: now },
  }));
  await insertRows(store).run({ rows: asRows(events, rows) });
  await store.notify(topics.events);
}

/** Whose events: a merchant's, or a user's. */
export type Owner = { merchant_id: number } | { user_id: number };

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
    uses("merchant_id") ? eq(events.merchant_id, value(events.merchant_id, "merchant_id")) : undefined,
    uses("user_id") ? eq(events.user_id, value(events.user_id, "user_id")) : undefined,
    uses("type") ? eq(events.type, value(events.type, "type")) : undefined,
    uses("object_id") ? eq(events.object_id, value(events.object_id, "object_id")) : undefined,
    uses("from") ? gte(events.created_at, value(events.created_at, "from")) : undefined,
    uses("to") ? lt(events.created_at, value(events.created_at, "to")) : undefined,
    uses("before") ? lt(events.id, value(events.id, "before")) : undefined,
    uses("after") ? gt(events.id, value(events.id, "after")) : undefined,
  );

export const selectNewest = preparedWith((store, uses: (condition: Condition) => boolean) =>
  store.select().from(events).where(conditions(uses)).orderBy(desc(events.id)).limit(rowCount("limit")).prepare(),
);

export const selectOldest = preparedWith((store, uses: (condition: Condition) => boolean) =>
  store.select().from(events).where(conditions(uses)).orderBy(asc(events.id)).limit(rowCount("limit")).prepare(),
);

/** An owner's events, newest first, ids below `before`. */
export async function listOf(
  store: Store,
  owner: Owner,
  { types, limit, ...filter }: EventFilter & { before?: number | undefined; limit: number },
): Promise<EventRow[]> {
  // Each type has its place in the index, where its newest ones are found without reading others.
  const each = types === undefined ? [{}] : types.map((type) => ({ type }));
  const found: EventRow[] = [];
  for (const type of each) {
    const given = { ...owner, ...filter, ...type };
    found.push(...((await selectNewest(store, given).all({ ...given, limit })) as EventRow[]));
  }
  return found.sort((a, b) => b.id - a.id).slice(0, limit);
}

/** Events behind the one with this id, in the order in which they happened; all owners', or one's. */
export async function after(store: Store, id: number, limit: number, owner?: Owner): Promise<EventRow[]> {
  const given = { after: id, ...owner };
  return (await selectOldest(store, given).all({ ...given, limit })) as EventRow[];
}

export async function byId(store: Store, id: number): Promise<EventRow | undefined> {
  return (await store.select().from(events).where(eq(events.id, id)).get()) as EventRow | undefined;
}

export async function hasEvent(store: Store, type: EventType, objectId: number | string): Promise<boolean> {
  const given = { type, object_id: String(objectId) };
  return (await selectNewest(store, given).get({ ...given, limit: 1 })) !== undefined;
}

/** Events that one commit deletes: others wait for it. */
const PRUNED_AT_ONCE = 10_000;

/** Deletes the oldest of those from before `time`. @returns how many */
export async function prune(store: Store, time: Date): Promise<number> {
  const old = store
    .select({ id: events.id })
    .from(events)
    .where(lt(events.id, idAt(time)))
    .orderBy(asc(events.id))
    .limit(PRUNED_AT_ONCE);
  const { changes } = await store
    .delete(events)
    .where(inArray(events.id, sql`(${old})`))
    .run();
  return changes;
}
