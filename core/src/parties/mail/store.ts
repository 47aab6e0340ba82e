import { and, asc, count, desc, eq, gt, inArray, isNotNull, isNull, lt, lte, max, ne, sql } from "drizzle-orm";
import { HOUR_MS } from "../../base/days.ts";
import type { PageRequest } from "../../base/page.ts";
import { newest } from "../../store/db/newest.ts";
import { emailLogs } from "../../store/db/schema/mail.ts";
import type { Store } from "../../store/db/store.ts";

export type EmailLog = typeof emailLogs.$inferSelect;
export type NewEmailLog = typeof emailLogs.$inferInsert;

export async function insert(store: Store, row: NewEmailLog): Promise<EmailLog> {
  return store.insert(emailLogs).values(row).returning().get();
}

export async function byId(store: Store, id: number): Promise<EmailLog | undefined> {
  return store.select().from(emailLogs).where(eq(emailLogs.id, id)).get();
}

export async function update(store: Store, id: number, change: Partial<NewEmailLog>): Promise<void> {
  await store.update(emailLogs).set(change).where(eq(emailLogs.id, id));
}

/** True if there is a mail about this event of a contract. */
export async function wasPosted(store: Store, eventId: string): Promise<boolean> {
  const row = await store.select({ id: emailLogs.id }).from(emailLogs).where(eq(emailLogs.event_id, eventId)).get();
  return row !== undefined;
}

// A mail from the future was sent before the clock was set back, and must not keep back others.
const isOfLastHour = (now: Date) =>
  and(
    gt(emailLogs.created_at, new Date(now.getTime() - HOUR_MS)),
    lte(emailLogs.created_at, now),
    ne(emailLogs.status, "skipped"),
  );

/** Mails of a kind in the last hour to the user, or to the merchant where there is no user, newest first. */
export async function ofLastHour(
  store: Store,
  {
    userId,
    merchantId,
    template,
  }: {
    userId: number | null;
    merchantId?: number | null;
    template: string;
  },
  { now, limit }: { now: Date; limit: number },
): Promise<EmailLog[]> {
  const isReader =
    userId === null
      ? and(isNull(emailLogs.user_id), eq(emailLogs.merchant_id, merchantId ?? 0))
      : eq(emailLogs.user_id, userId);
  return store
    .select()
    .from(emailLogs)
    .where(and(isReader, eq(emailLogs.template, template), isOfLastHour(now)))
    .orderBy(desc(emailLogs.id))
    .limit(limit);
}

/** Number of mails of all kinds to an address in the last hour. */
export async function countTo(store: Store, recipient: string, now: Date): Promise<number> {
  const isOne = and(eq(emailLogs.recipient, recipient), isOfLastHour(now));
  const row = await store.select({ all: count() }).from(emailLogs).where(isOne).get();
  return Number(row?.all ?? 0);
}

/** Number of mails to addresses that weren't confirmed, in the last hour; counts up to `limit`. */
export async function countUnconfirmed(store: Store, now: Date, limit: number): Promise<number> {
  const isOne = and(sql`${emailLogs.unconfirmed} = 1`, isOfLastHour(now));
  const found = store.select({ id: emailLogs.id }).from(emailLogs).where(isOne).limit(limit).as("found");
  const row = await store.select({ all: count() }).from(found).get();
  return Number(row?.all ?? 0);
}

/** Inserts the mails that aren't there yet, and returns them: of each period there is one. */
export async function insertAll(store: Store, added: readonly NewEmailLog[]): Promise<EmailLog[]> {
  if (added.length === 0) return [];
  return store
    .insert(emailLogs)
    .values([...added])
    .onConflictDoNothing()
    .returning();
}

/** Notices of these kinds to these readers that still collect events, or that were last tried after `since`. */
export async function recentNotices(
  store: Store,
  {
    templates,
    userIds,
    merchantIds,
    since,
  }: Record<"userIds" | "merchantIds", number[]> & {
    templates: string[];
    since: Date;
  },
): Promise<EmailLog[]> {
  const isNotice = isNotNull(emailLogs.first_event);
  const states = [
    and(eq(emailLogs.status, sql`'queued'`), isNull(emailLogs.last_event)),
    gt(emailLogs.updated_at, since),
  ];
  const readers = [
    userIds.length > 0 ? inArray(emailLogs.user_id, userIds) : undefined,
    merchantIds.length > 0 ? and(isNull(emailLogs.user_id), inArray(emailLogs.merchant_id, merchantIds)) : undefined,
  ];
  const found: EmailLog[] = [];
  // Each has an index that holds few rows.
  for (const state of states) {
    for (const reader of readers.filter((reader) => reader !== undefined)) {
      const these = and(inArray(emailLogs.template, templates), reader, isNotice, state);
      found.push(...(await store.select().from(emailLogs).where(these)));
    }
  }
  return found;
}

/** Newest first; those of one merchant, or all for null. */
export const list = (store: Store, merchantId: number | null, page: PageRequest): Promise<EmailLog[]> =>
  newest(store, emailLogs, page, { merchant_id: merchantId ?? undefined });

/** Mails that one commit looks at: other commits wait for it. */
const PRUNED_AT_ONCE = 10_000;

/** Deletes the oldest of those from before `time` that aren't waiting, but for the newest: its number must not be given again. @returns how many */
export async function prune(store: Store, time: Date): Promise<number> {
  const oldest = store.select({ id: emailLogs.id }).from(emailLogs).orderBy(asc(emailLogs.id)).limit(PRUNED_AT_ONCE);
  const newest = store.select({ id: max(emailLogs.id) }).from(emailLogs);
  const isOver = and(
    inArray(emailLogs.id, sql`(${oldest})`),
    lt(emailLogs.created_at, time),
    ne(emailLogs.status, "queued"),
    lt(emailLogs.id, sql`(${newest})`),
  );
  return (await store.delete(emailLogs).where(isOver)).changes;
}

/** The mails of a deleted user stay in the log, without their address. */
export async function forgetRecipient(store: Store, userId: number): Promise<void> {
  await store.update(emailLogs).set({ recipient: null }).where(eq(emailLogs.user_id, userId));
}
