import { and, asc, count, desc, eq, exists, gt, inArray, isNotNull, isNull, lt, ne, sql } from "drizzle-orm";
import type { PageRequest } from "../../base/page.ts";
import { topics } from "../../base/wake.ts";
import { asRows } from "../../store/db/columns.ts";
import { insertedFrom, isGiven, listed, nextId, rowCount, value } from "../../store/db/dialect.ts";
import { newest } from "../../store/db/newest.ts";
import { DELETED_AT_ONCE } from "../../store/db/oldest.ts";
import { facts } from "../../store/db/schema/facts.ts";
import { merchants } from "../../store/db/schema/merchants.ts";
import { type DeliveryStatus, webhookAttempts, webhookDeliveries, webhooks } from "../../store/db/schema/webhooks.ts";
import { prepared, type SQLiteTable, type Store } from "../../store/db/store.ts";
import { writeFact } from "../../store/db/write-fact.ts";

export type Webhook = typeof webhooks.$inferSelect;
export type Delivery = typeof webhookDeliveries.$inferSelect;
export type Attempt = typeof webhookAttempts.$inferSelect;
/** A delivery with its requests, newest first. */
export type ShownDelivery = Delivery & { requests: Attempt[] };

const isThere = isNull(webhooks.deleted_at);

export async function insert(store: Store, row: Omit<typeof webhooks.$inferInsert, "id">): Promise<Webhook> {
  return store
    .insert(webhooks)
    .values({ ...row, id: nextId(webhooks) })
    .returning()
    .get();
}

/** The webhook with this id, also one that was deleted. */
export async function byId(store: Store, id: number): Promise<Webhook | undefined> {
  return store.select().from(webhooks).where(eq(webhooks.id, id)).get();
}

export async function ownedBy(store: Store, merchantId: number, id: number): Promise<Webhook | undefined> {
  const webhook = await byId(store, id);
  return webhook?.merchant_id === merchantId && webhook.deleted_at === null ? webhook : undefined;
}

export const listOf = (store: Store, merchantId: number, page: PageRequest): Promise<Webhook[]> =>
  newest(store, webhooks, page, { merchant_id: merchantId }, isThere);

export async function countOf(store: Store, merchantId: number): Promise<number> {
  const found = await store
    .select({ id: webhooks.id })
    .from(webhooks)
    .where(and(eq(webhooks.merchant_id, merchantId), isThere));
  return found.length;
}

export async function update(
  store: Store,
  id: number,
  change: Partial<Omit<Webhook, "id" | "merchant_id">>,
): Promise<Webhook | undefined> {
  return store
    .update(webhooks)
    .set(change)
    .where(and(eq(webhooks.id, id), isThere))
    .returning()
    .get();
}

/** Merchants that have webhooks, in the order of their ids, behind one. */
export async function ownersAfter(store: Store, id: number, limit: number) {
  const theirs = store
    .select({ id: webhooks.id })
    .from(webhooks)
    .where(and(eq(webhooks.merchant_id, merchants.id), isThere));
  return store
    .select({ id: merchants.id, email: merchants.email })
    .from(merchants)
    .where(and(gt(merchants.id, id), exists(theirs)))
    .orderBy(asc(merchants.id))
    .limit(limit);
}

/** Disables an endpoint that isn't yet; undefined if it is, or is gone. */
export async function disable(store: Store, id: number, reason: string, now: Date): Promise<Webhook | undefined> {
  return store
    .update(webhooks)
    .set({ status: "disabled", disabled_reason: reason, updated_at: now })
    .where(and(eq(webhooks.id, id), eq(webhooks.status, "enabled"), isThere))
    .returning()
    .get();
}

const isEnabledOf = and(
  sql`${webhooks.merchant_id} in ${listed("merchantIds", webhooks.merchant_id)}`,
  eq(webhooks.status, "enabled"),
  isThere,
);

const selectEnabledOf = prepared((store) =>
  store.select().from(webhooks).where(isEnabledOf).orderBy(asc(webhooks.id)).prepare(),
);

/** The endpoints of these merchants that take events now, oldest first. */
export async function enabledOf(store: Store, merchantIds: readonly number[]): Promise<Webhook[]> {
  return selectEnabledOf(store).all({ merchantIds: JSON.stringify(merchantIds) });
}

const selectNumbers = prepared((store) =>
  store
    .select({ merchant_id: webhooks.merchant_id, number: count() })
    .from(webhooks)
    .where(isEnabledOf)
    .groupBy(webhooks.merchant_id)
    .prepare(),
);

/** How many endpoints take events now, of each of these merchants that has any. */
export async function numbersOf(store: Store, merchantIds: readonly number[]): Promise<Map<number, number>> {
  const found = await selectNumbers(store).all({ merchantIds: JSON.stringify(merchantIds) });
  return new Map(found.map(({ merchant_id, number }) => [merchant_id, Number(number)]));
}

const selectByIds = prepared((store) =>
  store
    .select()
    .from(webhooks)
    .where(sql`${webhooks.id} in ${listed("ids", webhooks.id)}`)
    .prepare(),
);

/** The webhooks with these ids, also those that were deleted. */
export async function byIds(store: Store, ids: readonly number[]): Promise<Webhook[]> {
  return selectByIds(store).all({ ids: JSON.stringify(ids) });
}

const updateAnswering = prepared((store) =>
  store
    .update(webhooks)
    .set({ failing_since: null, warned_at: null })
    .where(and(sql`${webhooks.id} in ${listed("ids", webhooks.id)}`, isNotNull(webhooks.failing_since)))
    .prepare(),
);

const updateProven = prepared((store) =>
  store
    .update(webhooks)
    .set({ proven_at: value(webhooks.proven_at, "now") })
    .where(and(sql`${webhooks.id} in ${listed("ids", webhooks.id)}`, isNull(webhooks.proven_at)))
    .returning()
    .prepare(),
);

/** Notes that the last attempts of these endpoints didn't fail. */
export async function noteAnswers(store: Store, ids: readonly number[]): Promise<void> {
  await updateAnswering(store).run({ ids: JSON.stringify(ids) });
}

/** Notes that endpoints have taken an event. @returns those that did so for the first time */
export async function noteProven(store: Store, ids: readonly number[], now: Date): Promise<Webhook[]> {
  return updateProven(store).all({ ids: JSON.stringify(ids), now });
}

const updateFailing = prepared((store) =>
  store
    .update(webhooks)
    .set({ failing_since: value(webhooks.failing_since, "now") })
    .where(and(sql`${webhooks.id} in ${listed("ids", webhooks.id)}`, isNull(webhooks.failing_since), isThere))
    .prepare(),
);

/** Notes that the last attempts of these endpoints failed. @returns the endpoints that still take events */
export async function noteFailures(store: Store, ids: readonly number[], now: Date): Promise<Webhook[]> {
  await updateFailing(store).run({ ids: JSON.stringify(ids), now });
  const found = await byIds(store, ids);
  return found.filter(({ status, deleted_at }) => status === "enabled" && deleted_at === null);
}

const POSITION = "webhooks_position";

/** Id of the last event for which deliveries were made; null before the first look. */
export async function readPosition(store: Store): Promise<number | null> {
  const row = await store.select().from(facts).where(eq(facts.name, POSITION)).get();
  return row ? Number(row.value) : null;
}

export const writePosition = (store: Store, id: number): Promise<void> => writeFact(store, POSITION, String(id));

const BACKLOG = "webhook_backlog:";
/** Behind all names that begin with BACKLOG: the semicolon is the character after the colon. */
const BACKLOG_END = "webhook_backlog;";

/** How far an endpoint's pending deliveries have been gone through: up to the one with the id `after` (backlogs.ts). */
export interface Backlog {
  webhook_id: number;
  after: number;
}

/** Has an endpoint's pending deliveries gone through, from the oldest on. */
export async function openBacklog(store: Store, webhook_id: number): Promise<void> {
  if ((await pendingOf(store, webhook_id, { limit: 1 })).length === 0) return;
  await moveBacklog(store, { webhook_id, after: 0 });
  await store.notify(topics.events);
}

export const moveBacklog = (store: Store, { webhook_id, after }: Backlog): Promise<void> =>
  writeFact(store, BACKLOG + webhook_id, String(after));

export async function closeBacklog(store: Store, webhook_id: number): Promise<void> {
  await store.delete(facts).where(eq(facts.name, BACKLOG + webhook_id));
}

const selectBacklogs = prepared((store) =>
  store
    .select()
    .from(facts)
    .where(and(gt(facts.name, BACKLOG), lt(facts.name, BACKLOG_END)))
    .orderBy(asc(facts.name))
    .limit(rowCount("limit"))
    .prepare(),
);

export async function backlogs(store: Store, limit: number): Promise<Backlog[]> {
  const found = await selectBacklogs(store).all({ limit });
  return found.map(({ name, value: after }) => ({
    webhook_id: Number(name.slice(BACKLOG.length)),
    after: Number(after),
  }));
}

export interface NewDelivery {
  webhook_id: number;
  event_id: number;
  event_type: string;
}

const dueColumns = {
  id: webhookDeliveries.id,
  webhook_id: webhookDeliveries.webhook_id,
  event_id: webhookDeliveries.event_id,
  event_type: webhookDeliveries.event_type,
};

const insertDeliveries = prepared((store) =>
  store
    .insert(webhookDeliveries)
    .select(insertedFrom(webhookDeliveries, "rows"))
    .onConflictDoNothing()
    .returning(dueColumns)
    .prepare(),
);

const dueNow = (now: Date) => ({ status: "pending", attempts: 0, next_attempt_at: now, updated_at: now }) as const;

/** Deliveries that are due now. @returns those that weren't there */
export async function insertDue(store: Store, added: readonly NewDelivery[], now: Date) {
  const firstId = Number((await firstNewDelivery(store).get())?.id);
  const rows = added.map((row, index) => ({ id: firstId + index, ...row, ...dueNow(now), created_at: now }));
  return insertDeliveries(store).all({ rows: asRows(webhookDeliveries, rows) });
}

/** Makes an endpoint's deliveries due now: new ones, and again those that have ended. @returns them, without those on their way */
export async function makeDue(store: Store, webhookId: number, wanted: readonly NewDelivery[], now: Date) {
  const { webhook_id, event_id, status } = webhookDeliveries;
  const eventIds = wanted.map((row) => row.event_id);
  const again = await store
    .update(webhookDeliveries)
    .set(dueNow(now))
    .where(and(eq(webhook_id, webhookId), inArray(event_id, eventIds), ne(status, "pending")))
    .returning(dueColumns);
  const made = await insertDue(store, wanted, now);
  return [...again, ...made].sort((a, b) => a.event_id - b.event_id);
}

const selectFirstNewId = (table: SQLiteTable) =>
  prepared((store) =>
    store
      .select({ id: sql<bigint>`${nextId(table)}` })
      .from(sql`(select 1) one`)
      .prepare(),
  );
const firstNewDelivery = selectFirstNewId(webhookDeliveries);
const firstNewAttempt = selectFirstNewId(webhookAttempts);

const selectDeliveriesByIds = prepared((store) =>
  store
    .select()
    .from(webhookDeliveries)
    .where(sql`${webhookDeliveries.id} in ${listed("ids", webhookDeliveries.id)}`)
    .prepare(),
);

export async function deliveriesByIds(store: Store, ids: readonly number[]): Promise<Delivery[]> {
  return selectDeliveriesByIds(store).all({ ids: JSON.stringify(ids) });
}

const updateDelivered = prepared((store) =>
  store
    .update(webhookDeliveries)
    .set({
      status: "delivered",
      attempts: sql`${webhookDeliveries.attempts} + 1`,
      next_attempt_at: null,
      updated_at: sql`${value(webhookDeliveries.updated_at, "now")}`,
    })
    .where(sql`${webhookDeliveries.id} in ${listed("ids", webhookDeliveries.id)}`)
    .prepare(),
);

/** Notes that the last attempts of these deliveries arrived. */
export async function noteDelivered(store: Store, ids: readonly number[], now: Date): Promise<void> {
  await updateDelivered(store).run({ ids: JSON.stringify(ids), now });
}

const updateRetried = prepared((store) =>
  store
    .update(webhookDeliveries)
    .set({
      attempts: value(webhookDeliveries.attempts, "attempts"),
      next_attempt_at: value(webhookDeliveries.next_attempt_at, "runAt"),
      updated_at: value(webhookDeliveries.updated_at, "now"),
    })
    .where(isGiven(webhookDeliveries.id))
    .prepare(),
);

/** Notes that a delivery's attempt failed, and when the next one is. */
export async function noteRetry(
  store: Store,
  retried: { id: number; attempts: number; runAt: Date; now: Date },
): Promise<void> {
  await updateRetried(store).run(retried);
}

export async function deliveryById(store: Store, id: number): Promise<Delivery | undefined> {
  return store.select().from(webhookDeliveries).where(eq(webhookDeliveries.id, id)).get();
}

export async function updateDelivery(
  store: Store,
  id: number,
  change: Partial<Pick<Delivery, "status" | "attempts" | "next_attempt_at" | "updated_at">>,
): Promise<void> {
  await store.update(webhookDeliveries).set(change).where(eq(webhookDeliveries.id, id));
}

/** Deliveries that haven't ended, oldest first, with ids behind `after`. */
export async function pendingOf(
  store: Store,
  webhookId: number,
  { after = 0, limit }: { after?: number; limit: number },
) {
  const { id, webhook_id, event_type } = webhookDeliveries;
  return store
    .select({ id, webhook_id, event_type })
    .from(webhookDeliveries)
    .where(and(eq(webhook_id, webhookId), eq(webhookDeliveries.status, "pending"), gt(id, after)))
    .orderBy(asc(id))
    .limit(limit);
}

const selectFull = prepared((store) => {
  const pending = and(eq(webhookDeliveries.webhook_id, webhooks.id), eq(webhookDeliveries.status, sql`'pending'`));
  const last = store
    .select({ one: sql`1` })
    .from(webhookDeliveries)
    .where(pending)
    .orderBy(asc(webhookDeliveries.id))
    .limit(1)
    .offset(rowCount("others"));
  return store
    .select({ id: webhooks.id })
    .from(webhooks)
    .where(and(sql`${webhooks.id} in ${listed("ids", webhooks.id)}`, exists(last)))
    .prepare();
});

/** Those of the endpoints with at least `count` deliveries that haven't ended. The database counts them by its index. */
export async function fullOf(store: Store, ids: readonly number[], count: number): Promise<Set<number>> {
  const found = await selectFull(store).all({ ids: JSON.stringify(ids), others: count - 1 });
  return new Set(found.map(({ id }) => id));
}

/** Ends deliveries that won't arrive. */
export async function fail(store: Store, ids: readonly number[], now: Date): Promise<void> {
  await store
    .update(webhookDeliveries)
    .set({ status: "failed", next_attempt_at: null, updated_at: now })
    .where(inArray(webhookDeliveries.id, [...ids]));
}

/** Newest first. */
export const deliveriesOf = (
  store: Store,
  webhook_id: number,
  {
    status,
    delivery_id: id,
    ...page
  }: PageRequest & { status?: DeliveryStatus | undefined; delivery_id?: number | undefined },
): Promise<Delivery[]> => newest(store, webhookDeliveries, page, { webhook_id, status, id });

const insertAttemptRows = prepared((store) =>
  store.insert(webhookAttempts).select(insertedFrom(webhookAttempts, "rows")).prepare(),
);

export async function insertAttempts(store: Store, added: readonly Omit<Attempt, "id">[]): Promise<void> {
  const firstId = Number((await firstNewAttempt(store).get())?.id);
  const rows = added.map((row, index) => ({ id: firstId + index, ...row }));
  await insertAttemptRows(store).run({ rows: asRows(webhookAttempts, rows) });
}

/** The most requests that a page of deliveries shows: ten each of a full page, as many as a delivery has unless it is replayed. */
const MOST_SHOWN = 1_000;

/** Attempts of these deliveries, newest first. */
export async function attemptsOf(store: Store, deliveryIds: readonly number[]): Promise<Attempt[]> {
  return store
    .select()
    .from(webhookAttempts)
    .where(inArray(webhookAttempts.delivery_id, [...deliveryIds]))
    .orderBy(desc(webhookAttempts.id))
    .limit(MOST_SHOWN);
}

/** Deletes deliveries of events before this id, with their attempts. @returns how many deliveries */
export async function prune(store: Store, eventId: number): Promise<number> {
  const found = await store
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .where(lt(webhookDeliveries.event_id, eventId))
    .orderBy(asc(webhookDeliveries.event_id), asc(webhookDeliveries.id))
    .limit(DELETED_AT_ONCE);
  if (found.length === 0) return 0;
  // As values, not as a subquery: see `rowsOf` in db/dialect.ts.
  const old = found.map(({ id }) => id);
  await store.delete(webhookAttempts).where(inArray(webhookAttempts.delivery_id, old));
  await store.delete(webhookDeliveries).where(inArray(webhookDeliveries.id, old));
  return old.length;
}
