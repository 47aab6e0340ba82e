import { count, eq, gt, inArray, lte, min, or, sql } from "drizzle-orm";
import type { Decision } from "../../base/limits/sliding-window.ts";
import { databaseTime } from "../../store/db/dialect.ts";
import { loginAttempts as t } from "../../store/db/schema/users.ts";
import type { Store } from "../../store/db/store.ts";
import { sha256 } from "./refresh-tokens.ts";

export const WINDOW_SECONDS = 60;

const WINDOW_MS = WINDOW_SECONDS * 1000;

export interface Taken extends Decision {
  /** Id of the attempt; null if it was refused. */
  id: number | null;
}

/** Counts an attempt, if fewer than `limit` were counted within the window. */
export async function take(store: Store, subject: string, limit: number): Promise<Taken> {
  const hash = sha256(subject);
  const since = sql`${databaseTime()} - ${WINDOW_MS}`;
  // Attempts from before the clock was set back lie in the future, and would count for longer.
  await store.delete(t).where(or(lte(t.made_at, since), gt(t.made_at, databaseTime())));
  const [row] = await store
    .select({ count: count(), oldest: min(t.made_at), now: databaseTime().mapWith(Number) })
    .from(t)
    .where(eq(t.subject, hash));
  const counted = Number(row?.count ?? 0);
  const now = row?.now ?? 0;
  const leavesAt = (row?.oldest?.getTime() ?? now) + WINDOW_MS;
  const resetSeconds = Math.max(1, Math.ceil((leavesAt - now) / 1000));
  if (counted >= limit) return { allowed: false, remaining: 0, resetSeconds, id: null };
  const { id } = await store.insert(t).values({ subject: hash, made_at: databaseTime() }).returning({ id: t.id }).get();
  return { allowed: true, remaining: limit - counted - 1, resetSeconds, id };
}

/** Takes attempts back, so that they no longer count. */
export async function giveBack(store: Store, ids: readonly number[]): Promise<void> {
  await store.delete(t).where(inArray(t.id, [...ids]));
}
