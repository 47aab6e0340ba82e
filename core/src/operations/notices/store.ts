import { and, asc, eq, gt, inArray, isNotNull, isNull } from "drizzle-orm";
import type { Mailbox } from "../../parties/mail/preferences.ts";
import { facts } from "../../store/db/schema/facts.ts";
import { emailLogs } from "../../store/db/schema/mail.ts";
import { merchants } from "../../store/db/schema/merchants.ts";
import { users } from "../../store/db/schema/users.ts";
import type { Store } from "../../store/db/store.ts";
import { writeFact } from "../../store/db/write-fact.ts";
import { lastId } from "../../store/event-log/store.ts";

const POSITION = "mail_position";

/** Before the first look, the newest event is the position: what happened before the service had notices is told to nobody. */
export async function beginNotices(store: Store): Promise<void> {
  const value = String(await lastId(store));
  await store.insert(facts).values({ name: POSITION, value }).onConflictDoNothing();
}

/** Id of the last event that was looked at. */
export async function readPosition(store: Store): Promise<number> {
  const row = await store.select().from(facts).where(eq(facts.name, POSITION)).get();
  return Number(row?.value ?? 0);
}

export const writePosition = (store: Store, id: number): Promise<void> => writeFact(store, POSITION, String(id));

/** Mailboxes by id of those users who have proven that the mailbox is theirs. */
export async function usersMailboxes(store: Store, ids: readonly number[]): Promise<Map<number, Mailbox>> {
  if (ids.length === 0) return new Map();
  const found = await store
    .select({ id: users.id, email: users.email, mail_off: users.mail_off })
    .from(users)
    .where(and(inArray(users.id, [...ids]), isNotNull(users.email_verified_at), isNull(users.deleted_at)));
  return new Map(found.map(({ id, ...mailbox }) => [id, mailbox]));
}

/** Merchants in the order of their ids, behind one. */
export async function merchantsAfter(store: Store, id: number, limit: number) {
  return store.select().from(merchants).where(gt(merchants.id, id)).orderBy(asc(merchants.id)).limit(limit);
}

/** Those of these merchants that have their statement of the month. */
export async function withStatement(store: Store, month: string, ids: readonly number[]): Promise<Set<number | null>> {
  const { template, merchant_id, period, user_id } = emailLogs;
  const isTheirs = and(inArray(merchant_id, [...ids]), isNull(user_id));
  const isOfMonth = and(eq(template, "statement"), eq(period, month));
  const found = await store.select({ merchant_id }).from(emailLogs).where(and(isOfMonth, isTheirs));
  return new Set(found.map((mail) => mail.merchant_id));
}

export async function merchantsMailboxes(
  store: Store,
  ids: readonly number[],
): Promise<Map<number, Mailbox & { created_at: Date }>> {
  if (ids.length === 0) return new Map();
  const found = await store
    .select({
      id: merchants.id,
      email: merchants.email,
      mail_off: merchants.mail_off,
      created_at: merchants.created_at,
    })
    .from(merchants)
    .where(inArray(merchants.id, [...ids]));
  return new Map(found.map(({ id, ...mailbox }) => [id, mailbox]));
}
