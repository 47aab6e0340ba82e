import { and, eq, isNull } from "drizzle-orm";
import { type Grant, pointEvents } from "../../store/db/schema/point-rules.ts";
import type { Store } from "../../store/db/store.ts";

export type PointEvent = typeof pointEvents.$inferSelect;

/** Undefined if the merchant used the reference before. */
export async function insert(store: Store, row: typeof pointEvents.$inferInsert): Promise<PointEvent | undefined> {
  return store.insert(pointEvents).values(row).onConflictDoNothing().returning().get();
}

export async function setGrants(store: Store, id: number, grants: Grant[]): Promise<void> {
  await store.update(pointEvents).set({ grants }).where(eq(pointEvents.id, id));
}

export async function byReference(
  store: Store,
  merchantId: number,
  reference: string,
): Promise<PointEvent | undefined> {
  return store
    .select()
    .from(pointEvents)
    .where(and(eq(pointEvents.merchant_id, merchantId), eq(pointEvents.reference, reference)))
    .get();
}

export async function ownedBy(store: Store, merchantId: number, id: number): Promise<PointEvent | undefined> {
  return store
    .select()
    .from(pointEvents)
    .where(and(eq(pointEvents.merchant_id, merchantId), eq(pointEvents.id, id)))
    .get();
}

/** Marks an event as cancelled; false if it was cancelled before. */
export async function markCancelled(store: Store, id: number, now: Date): Promise<boolean> {
  const row = await store
    .update(pointEvents)
    .set({ cancelled_at: now })
    .where(and(eq(pointEvents.id, id), isNull(pointEvents.cancelled_at)))
    .returning({ id: pointEvents.id })
    .get();
  return row !== undefined;
}
