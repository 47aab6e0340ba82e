import { and, count, desc, eq, isNotNull, isNull, lt, notExists, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { users } from "../db/schema.ts";
import { prepared, type Store, value } from "../db/store.ts";

export type User = typeof users.$inferSelect;
type NewUser = typeof users.$inferInsert;

/** Undefined if the e-mail address (or, hardly, the referral code) is taken. */
export async function insert(store: Store, row: NewUser): Promise<User | undefined> {
  return store.insert(users).values(row).onConflictDoNothing().returning().get();
}

const selectById = prepared((store) =>
  store
    .select()
    .from(users)
    .where(and(eq(users.id, value(users.id, "id")), isNull(users.deleted_at)))
    .prepare(),
);

export async function byId(store: Store, id: number): Promise<User | undefined> {
  return selectById(store).get({ id });
}

/** The account that logs in by this address; it is in lower case. */
export async function byLogin(store: Store, email: string): Promise<User | undefined> {
  return store
    .select()
    .from(users)
    .where(and(eq(users.email, email), isNotNull(users.password_hash), isNull(users.deleted_at)))
    .get();
}

export async function byEmail(store: Store, email: string): Promise<User | undefined> {
  return store.select().from(users).where(eq(users.email, email)).get();
}

export async function byReferralCode(store: Store, code: string): Promise<User | undefined> {
  return store
    .select()
    .from(users)
    .where(and(eq(users.referral_code, code), isNull(users.deleted_at)))
    .get();
}

export async function update(store: Store, id: number, change: Partial<NewUser>): Promise<User | undefined> {
  return store
    .update(users)
    .set(change)
    .where(and(eq(users.id, id), isNull(users.deleted_at)))
    .returning()
    .get();
}

/** Gives the user an address unless another one has it; undefined if so. */
export async function setEmail(
  store: Store,
  id: number,
  email: string,
  change: Partial<NewUser>,
): Promise<User | undefined> {
  const others = alias(users, "others");
  const taken = store
    .select({ one: sql`1` })
    .from(others)
    .where(and(eq(others.email, email), sql`${others.id} <> ${id}`));
  return store
    .update(users)
    .set({ ...change, email })
    .where(and(eq(users.id, id), isNull(users.deleted_at), notExists(taken)))
    .returning()
    .get();
}

/** Users whom this one brought, newest first; the deleted ones too, who count as well. */
export async function referredBy(
  store: Store,
  id: number,
  { before, limit }: { before?: number; limit: number },
): Promise<User[]> {
  const older = before === undefined ? undefined : lt(users.id, before);
  return store
    .select()
    .from(users)
    .where(and(eq(users.referred_by, id), older))
    .orderBy(desc(users.id))
    .limit(limit);
}

export async function countReferredBy(store: Store, id: number): Promise<number> {
  const row = await store.select({ all: count() }).from(users).where(eq(users.referred_by, id)).get();
  return Number(row?.all ?? 0);
}
