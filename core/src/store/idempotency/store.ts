import { and } from "drizzle-orm";
import { isGiven } from "../db/dialect.ts";
import { deleteOldest } from "../db/oldest.ts";
import { idempotencyRecords } from "../db/schema/idempotency.ts";
import { prepared, type Store } from "../db/store.ts";

export type IdempotencyRecord = typeof idempotencyRecords.$inferSelect;

const selectRecord = prepared((store) =>
  store
    .select()
    .from(idempotencyRecords)
    .where(and(isGiven(idempotencyRecords.scope), isGiven(idempotencyRecords.key)))
    .prepare(),
);

export async function find(store: Store, scope: string, key: string): Promise<IdempotencyRecord | undefined> {
  return selectRecord(store).get({ scope, key });
}

/** Throws if the key is there: `find` comes first, in the same commit. */
export async function insert(store: Store, record: IdempotencyRecord): Promise<void> {
  await store.insert(idempotencyRecords).values(record);
}

/** Deletes answers given before `limit`. @returns how many */
export async function prune(store: Store, limit: Date): Promise<number> {
  return deleteOldest(store, idempotencyRecords.created_at, limit);
}
