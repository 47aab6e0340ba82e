import { and, eq, gt, isNull, lte, or } from "drizzle-orm";
import type { PageRequest } from "../../base/page.ts";
import { isGiven, value } from "../../store/db/dialect.ts";
import { newest } from "../../store/db/newest.ts";
import { apiKeys, merchants } from "../../store/db/schema/merchants.ts";
import { prepared, type Store } from "../../store/db/store.ts";
import type { Merchant } from "./store.ts";

export type ApiKey = typeof apiKeys.$inferSelect;

export async function insert(
  store: Store,
  row: Pick<ApiKey, "merchant_id" | "name" | "scopes" | "hash" | "last4" | "created_at">,
): Promise<ApiKey> {
  return store.insert(apiKeys).values(row).returning().get();
}

const isUsable = (now: Date) =>
  and(isNull(apiKeys.revoked_at), or(isNull(apiKeys.expires_at), gt(apiKeys.expires_at, now)));

const selectByHash = prepared((store) =>
  store
    .select({ merchant: merchants, key: apiKeys })
    .from(apiKeys)
    .innerJoin(merchants, eq(merchants.id, apiKeys.merchant_id))
    .where(
      and(
        isGiven(apiKeys.hash),
        isNull(apiKeys.revoked_at),
        or(isNull(apiKeys.expires_at), gt(apiKeys.expires_at, value(apiKeys.expires_at, "now"))),
      ),
    )
    .prepare(),
);

/** The usable key with this hash, and whose it is. */
export async function byHash(
  store: Store,
  hash: string,
  now: Date,
): Promise<{ merchant: Merchant; key: ApiKey } | undefined> {
  return selectByHash(store).get({ hash, now });
}

/** A key of this merchant; another merchant's is treated as missing. */
export async function ownedBy(store: Store, merchantId: number, id: number): Promise<ApiKey | undefined> {
  return store
    .select()
    .from(apiKeys)
    .where(and(eq(apiKeys.id, id), eq(apiKeys.merchant_id, merchantId)))
    .get();
}

/** Newest first, ids below `before`; those that no longer work as well. */
export const listOf = (store: Store, merchantId: number, page: PageRequest): Promise<ApiKey[]> =>
  newest(store, apiKeys, page, { merchant_id: merchantId });

export async function usableOf(store: Store, merchantId: number, now: Date): Promise<ApiKey[]> {
  return store
    .select()
    .from(apiKeys)
    .where(and(eq(apiKeys.merchant_id, merchantId), isUsable(now)));
}

/** Undefined if the key was already revoked or rotated. */
export async function expire(store: Store, id: number, at: Date): Promise<ApiKey | undefined> {
  const lasting = and(eq(apiKeys.id, id), isNull(apiKeys.expires_at), isNull(apiKeys.revoked_at));
  return store.update(apiKeys).set({ expires_at: at }).where(lasting).returning().get();
}

export async function revoke(store: Store, id: number, now: Date): Promise<void> {
  await store
    .update(apiKeys)
    .set({ revoked_at: now })
    .where(and(eq(apiKeys.id, id), isNull(apiKeys.revoked_at)));
}

/** Notes a use, unless a later one than `unless` is noted. */
export async function touch(store: Store, id: number, now: Date, unless: Date): Promise<void> {
  const stale = or(isNull(apiKeys.last_used_at), lte(apiKeys.last_used_at, unless));
  await store
    .update(apiKeys)
    .set({ last_used_at: now })
    .where(and(eq(apiKeys.id, id), stale));
}
