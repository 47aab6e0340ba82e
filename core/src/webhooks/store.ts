import { and, asc, desc, eq, inArray, isNull, lt, ne, sql } from "drizzle-orm";
import { nextId, unlessTaken } from "../db/dialect.ts";
import { facts } from "../db/schema/facts.ts";
import { type DeliveryStatus, webhookAttempts, webhookDeliveries, webhooks } from "../db/schema/webhooks.ts";
import type { Store } from "../db/store.ts";

export type Webhook = typeof webhooks.$inferSelect;
export type Delivery = typeof webhookDeliveries.$inferSelect;
export type Attempt = typeof webhookAttempts.$inferSelect;

const isThere = isNull(webhooks.deleted_at);

export async function insert(store: Store, row: Omit<typeof webhooks.$inferInsert, "id">): Promise<Webhook> {
  return store
    .insert(webhooks)
    .values({ ...row, id: nextId(webhooks) })
    .returning()
    .get();
}

/** Also one that was deleted. */
export async function byId(store: Store, id: number): Promise<Webhook | undefined> {
  return store.select().from(webhooks).where(eq(webhooks.id, id)).get();
}

export async function ownedBy(store: Store, merchantId: number, id: number): Promise<Webhook | undefined> {
  const webhook = await byId(store, id);
  return webhook?.merchant_id === merchantId && webhook.deleted_at === null ? webhook : undefined;
}

export async function listOf(store: Store, merchantId: number, { before, limit }: { before?: number; limit: number }) {
  const older = before === undefined ? undefined : lt(webhooks.id, before);
  return store
    .select()
    .from(webhooks)
    .where(and(eq(webhooks.merchant_id, merchantId), isThere, older))
    .orderBy(desc(webhooks.id))
    .limit(limit);
}

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

/** Disables an endpoint that isn't yet; undefined if it is, or is gone. */
export async function disable(store: Store, id: number, reason: string, now: Date): Promise<Webhook | undefined> {
  return store
    .update(webhooks)
    .set({ status: "disabled", disabled_reason: reason, updated_at: now })
    .where(and(eq(webhooks.id, id), eq(webhooks.status, "enabled"), isThere))
    .returning()
    .get();
}

/** The endpoints of these merchants that take events now. */
export async function enabledOf(store: Store, merchantIds: readonly number[]): Promise<Webhook[]> {
  return store
    .select()
    .from(webhooks)
    .where(and(inArray(webhooks.merchant_id, [...merchantIds]), eq(webhooks.status, "enabled"), isThere));
}

const POSITION = "webhooks_position";

/** Id of the last event for which deliveries were made; null before the first look. */
export async function readPosition(store: Store): Promise<number | null> {
  const row = await store.select().from(facts).where(eq(facts.name, POSITION)).get();
  return row ? Number(row.value) : null;
}

export async function writePosition(store: Store, id: number): Promise<void> {
  const value = String(id);
  await store
    .insert(facts)
    .values({ name: POSITION, value })
    .onConflictDoUpdate({ target: facts.name, set: { value } });
}

export interface NewDelivery {
  webhook_id: number;
  event_id: number;
  event_type: string;
}

/** A delivery that is due now; the one that is there already is due again if it has ended. Undefined if that one is on its way. */
export async function makeDue(store: Store, row: NewDelivery, now: Date): Promise<Delivery | undefined> {
  const due = { status: "pending", attempts: 0, next_attempt_at: now, updated_at: now } as const;
  const created = await unlessTaken(() =>
    store
      .insert(webhookDeliveries)
      .values({ ...row, ...due, id: nextId(webhookDeliveries), created_at: now })
      .returning()
      .get(),
  );
  if (created) return created;
  const isSame = and(eq(webhookDeliveries.webhook_id, row.webhook_id), eq(webhookDeliveries.event_id, row.event_id));
  return store
    .update(webhookDeliveries)
    .set(due)
    .where(and(isSame, ne(webhookDeliveries.status, "pending")))
    .returning()
    .get();
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

interface Page {
  before?: number | undefined;
  limit: number;
}

/** Newest first. */
export async function deliveriesOf(
  store: Store,
  webhookId: number,
  { status, before, limit }: Page & { status?: DeliveryStatus | undefined },
): Promise<Delivery[]> {
  const { webhook_id, id } = webhookDeliveries;
  return store
    .select()
    .from(webhookDeliveries)
    .where(
      and(
        eq(webhook_id, webhookId),
        status && eq(webhookDeliveries.status, status),
        before === undefined ? undefined : lt(id, before),
      ),
    )
    .orderBy(desc(id))
    .limit(limit);
}

export async function insertAttempt(store: Store, row: Omit<Attempt, "id">): Promise<void> {
  await store.insert(webhookAttempts).values({ ...row, id: nextId(webhookAttempts) });
}

/** Newest first; of one delivery, or all of the endpoint's. */
export async function attemptsOf(
  store: Store,
  webhookId: number,
  { delivery_id, before, limit }: Page & { delivery_id?: number | undefined },
): Promise<Attempt[]> {
  return store
    .select()
    .from(webhookAttempts)
    .where(
      and(
        eq(webhookAttempts.webhook_id, webhookId),
        delivery_id === undefined ? undefined : eq(webhookAttempts.delivery_id, delivery_id),
        before === undefined ? undefined : lt(webhookAttempts.id, before),
      ),
    )
    .orderBy(desc(webhookAttempts.id))
    .limit(limit);
}

/** Deletes what is about events before this id. @returns how many deliveries */
export async function prune(store: Store, eventId: number): Promise<number> {
  const old = store
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .where(lt(webhookDeliveries.event_id, eventId))
    .orderBy(asc(webhookDeliveries.event_id))
    .limit(10_000);
  await store.delete(webhookAttempts).where(inArray(webhookAttempts.delivery_id, sql`(${old})`));
  const { changes } = await store
    .delete(webhookDeliveries)
    .where(inArray(webhookDeliveries.id, sql`(${old})`))
    .run();
  return changes;
}
