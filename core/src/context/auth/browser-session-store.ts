import { and, eq, gt, isNull, or } from "drizzle-orm";
import { value } from "../../store/db/dialect.ts";
import { deleteOldest } from "../../store/db/oldest.ts";
import { browserSessions } from "../../store/db/schema/browser-sessions.ts";
import { apiKeys, merchants } from "../../store/db/schema/merchants.ts";
import { sessions, users } from "../../store/db/schema/users.ts";
import { prepared, type Store } from "../../store/db/store.ts";

export async function insert(store: Store, row: typeof browserSessions.$inferInsert): Promise<void> {
  await store.insert(browserSessions).values(row).run();
}

const isOpen = () =>
  and(
    eq(browserSessions.token_hash, value(browserSessions.token_hash, "hash")),
    gt(browserSessions.expires_at, value(browserSessions.expires_at, "now")),
  );

const selectUser = prepared((store) =>
  store
    .select({ session: sessions, user: users })
    .from(browserSessions)
    .innerJoin(sessions, eq(sessions.id, browserSessions.session_id))
    .innerJoin(users, eq(users.id, sessions.user_id))
    .where(
      and(
        isOpen(),
        isNull(sessions.revoked_at),
        gt(sessions.expires_at, value(sessions.expires_at, "now")),
        isNull(users.deleted_at),
      ),
    )
    .prepare(),
);

/** The open user session behind a cookie, with its user. */
export const userOf = async (store: Store, key: { hash: string; now: Date }) => selectUser(store).get(key);

const selectMerchant = prepared((store) =>
  store
    .select({ merchant: merchants, key: apiKeys })
    .from(browserSessions)
    .innerJoin(apiKeys, eq(apiKeys.id, browserSessions.api_key_id))
    .innerJoin(merchants, eq(merchants.id, apiKeys.merchant_id))
    .where(
      and(
        isOpen(),
        isNull(apiKeys.revoked_at),
        or(isNull(apiKeys.expires_at), gt(apiKeys.expires_at, value(apiKeys.expires_at, "now"))),
      ),
    )
    .prepare(),
);

/** The usable API key behind a cookie, with its merchant. */
export const merchantOf = async (store: Store, key: { hash: string; now: Date }) => selectMerchant(store).get(key);

export async function remove(store: Store, hash: string): Promise<void> {
  await store.delete(browserSessions).where(eq(browserSessions.token_hash, hash));
}

/** Deletes those that have expired. @returns how many */
export async function prune(store: Store, now: Date): Promise<number> {
  return deleteOldest(store, browserSessions.expires_at, now);
}
