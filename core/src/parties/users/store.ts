import { and, count, eq, gte, inArray, isNotNull, isNull, lt, notExists, sql } from "drizzle-orm";
import type { PageRequest } from "../../base/page.ts";
import { isGiven } from "../../store/db/dialect.ts";
import { newest } from "../../store/db/newest.ts";
import { type Role, users, userWallets } from "../../store/db/schema/users.ts";
import { alias, prepared, type Store } from "../../store/db/store.ts";

export type User = typeof users.$inferSelect;
type NewUser = typeof users.$inferInsert;

/** Undefined if the e-mail address is taken (or the referral code, which is unlikely). */
export async function insert(store: Store, row: NewUser): Promise<User | undefined> {
  return store.insert(users).values(row).onConflictDoNothing().returning().get();
}

const selectById = prepared((store) =>
  store
    .select()
    .from(users)
    .where(and(isGiven(users.id), isNull(users.deleted_at)))
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

export interface UserFilter {
  /** Beginning of an address, in lower case. */
  email?: string;
  wallet_address?: string;
  role?: Role;
}

/** Accounts that aren't deleted, newest first. */
export async function list(
  store: Store,
  { email, wallet_address, role, ...page }: UserFilter & PageRequest,
): Promise<User[]> {
  const ofWallet = store
    .select({ id: userWallets.user_id })
    .from(userWallets)
    .where(eq(userWallets.address, wallet_address ?? ""));
  return newest(
    store,
    users,
    page,
    { role },
    isNull(users.deleted_at),
    email === undefined ? undefined : and(gte(users.email, email), lt(users.email, `${email}\u{10ffff}`)),
    wallet_address === undefined ? undefined : inArray(users.id, ofWallet),
  );
}

/** Users whom this one brought, newest first; the deleted ones too, who count as well. */
export const referredBy = (store: Store, id: number, page: PageRequest): Promise<User[]> =>
  newest(store, users, page, { referred_by: id });

export async function countReferredBy(store: Store, id: number): Promise<number> {
  const row = await store.select({ all: count() }).from(users).where(eq(users.referred_by, id)).get();
  return Number(row?.all ?? 0);
}
