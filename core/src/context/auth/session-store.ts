import { and, eq, gt, isNull, ne } from "drizzle-orm";
import type { PageRequest } from "../../base/page.ts";
import { isGiven, value } from "../../store/db/dialect.ts";
import { newest } from "../../store/db/newest.ts";
import { deleteOldest } from "../../store/db/oldest.ts";
import { sessions, users } from "../../store/db/schema/users.ts";
import { prepared, type Store } from "../../store/db/store.ts";

export type Session = typeof sessions.$inferSelect;
type NewSession = typeof sessions.$inferInsert;

export async function insert(store: Store, row: NewSession): Promise<Session> {
  return store.insert(sessions).values(row).returning().get();
}

const selectWithUser = prepared((store) =>
  store
    .select({ session: sessions, user: users })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.user_id))
    .where(
      and(
        isGiven(sessions.id),
        isGiven(sessions.user_id),
        isNull(sessions.revoked_at),
        gt(sessions.expires_at, value(sessions.expires_at, "now")),
        isNull(users.deleted_at),
      ),
    )
    .prepare(),
);

/** A session that is open, with its user. */
export async function openWithUser(store: Store, key: { id: number; user_id: number; now: Date }) {
  return selectWithUser(store).get(key);
}

export async function byFamily(store: Store, familyHash: string): Promise<Session | undefined> {
  return store.select().from(sessions).where(eq(sessions.family_hash, familyHash)).get();
}

/** Replaces the token if it is still `from`, and the session open and not too old; of two at the same moment one succeeds. */
export async function rotate(
  store: Store,
  {
    familyHash,
    from,
    to,
    now,
    expiresAt,
    startedAfter,
  }: { familyHash: string; from: string; to: string; now: Date; expiresAt: Date; startedAfter: Date },
): Promise<Session | undefined> {
  return store
    .update(sessions)
    .set({ token_hash: to, previous_hash: from, rotated_at: now, expires_at: expiresAt })
    .where(
      and(
        eq(sessions.family_hash, familyHash),
        eq(sessions.token_hash, from),
        isNull(sessions.revoked_at),
        gt(sessions.expires_at, now),
        gt(sessions.created_at, startedAfter),
      ),
    )
    .returning()
    .get();
}

const isOpen = (now: Date) => and(isNull(sessions.revoked_at), gt(sessions.expires_at, now));

/** The user's open sessions, newest first. */
export const listOpen = (
  store: Store,
  userId: number,
  { now, ...page }: PageRequest & { now: Date },
): Promise<Session[]> => newest(store, sessions, page, { user_id: userId }, isOpen(now));

/** False if the user has no such open session. */
export async function revoke(store: Store, key: { id: number; userId: number; now: Date }): Promise<boolean> {
  const row = await store
    .update(sessions)
    .set({ revoked_at: key.now })
    .where(and(eq(sessions.id, key.id), eq(sessions.user_id, key.userId), isOpen(key.now)))
    .returning({ id: sessions.id })
    .get();
  return row !== undefined;
}

/** Ends all sessions of the user, or all but one. */
export async function revokeAll(
  store: Store,
  userId: number,
  { now, except }: { now: Date; except?: number | undefined },
): Promise<void> {
  const other = except === undefined ? undefined : ne(sessions.id, except);
  await store
    .update(sessions)
    .set({ revoked_at: now })
    .where(and(eq(sessions.user_id, userId), isNull(sessions.revoked_at), other));
}

export async function removeOf(store: Store, userId: number): Promise<void> {
  await store.delete(sessions).where(eq(sessions.user_id, userId));
}

/** Deletes sessions whose tokens can't be used any more. @returns how many */
export async function prune(store: Store, now: Date): Promise<number> {
  return deleteOldest(store, sessions.expires_at, now);
}
