import { and, eq, isNull } from "drizzle-orm";
import { apiKeys, merchants } from "../db/schema.ts";
import { prepared, type Store, value } from "../db/store.ts";

export type Merchant = typeof merchants.$inferSelect;

/** Undefined if the e-mail address is taken. */
export async function insert(store: Store, row: Omit<Merchant, "id">): Promise<Merchant | undefined> {
  return store.insert(merchants).values(row).onConflictDoNothing({ target: merchants.email }).returning().get();
}

export async function insertKey(
  store: Store,
  row: { merchant_id: number; hash: string; last4: string; created_at: Date },
): Promise<void> {
  await store.insert(apiKeys).values(row);
}

const selectById = prepared((store) =>
  store
    .select()
    .from(merchants)
    .where(eq(merchants.id, value(merchants.id, "id")))
    .prepare(),
);

export async function byId(store: Store, id: number): Promise<Merchant | undefined> {
  return selectById(store).get({ id });
}

const selectByKeyHash = prepared((store) =>
  store
    .select({ merchant: merchants })
    .from(apiKeys)
    .innerJoin(merchants, eq(merchants.id, apiKeys.merchant_id))
    .where(and(eq(apiKeys.hash, value(apiKeys.hash, "hash")), isNull(apiKeys.revoked_at)))
    .prepare(),
);

export async function byKeyHash(store: Store, hash: string): Promise<Merchant | undefined> {
  return selectByKeyHash(store).get({ hash })?.merchant;
}
