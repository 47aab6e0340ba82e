import { and, eq, gte, inArray, lt } from "drizzle-orm";
import type { PageRequest } from "../../base/page.ts";
import { isGiven, leastId, nextId, unlessTaken } from "../../store/db/dialect.ts";
import { newest } from "../../store/db/newest.ts";
import { merchants } from "../../store/db/schema/merchants.ts";
import { prepared, type Store } from "../../store/db/store.ts";

export type Merchant = typeof merchants.$inferSelect;

/** Undefined if the e-mail address is taken. */
export async function insert(
  store: Store,
  row: Pick<Merchant, "name" | "email" | "created_at">,
): Promise<Merchant | undefined> {
  return store
    .insert(merchants)
    .values({ ...row, id: nextId(merchants) })
    .onConflictDoNothing({ target: merchants.email })
    .returning()
    .get();
}

const selectById = prepared((store) => store.select().from(merchants).where(isGiven(merchants.id)).prepare());

export async function byId(store: Store, id: number): Promise<Merchant | undefined> {
  return selectById(store).get({ id });
}

/** Id of the merchant who registers next. */
export async function nextMerchantId(store: Store): Promise<number> {
  const [merchant] = await newest(store, merchants, { limit: 1 });
  return Math.max((merchant?.id ?? 0) + 1, await leastId(store));
}

/** The merchant with this address, in lower case. */
export async function byEmail(store: Store, email: string): Promise<Merchant | undefined> {
  return store.select().from(merchants).where(eq(merchants.email, email)).get();
}

/** Names by id. */
export async function namesOf(store: Store, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const columns = { id: merchants.id, name: merchants.name };
  const found = await store
    .select(columns)
    .from(merchants)
    .where(inArray(merchants.id, [...ids]));
  return new Map(found.map(({ id, name }) => [id, name]));
}

/** Newest first; `email` is the beginning of an address, in lower case. */
export async function list(store: Store, { email, ...page }: { email?: string } & PageRequest): Promise<Merchant[]> {
  const named = email && and(gte(merchants.email, email), lt(merchants.email, `${email}\u{10ffff}`));
  return newest(store, merchants, page, {}, named || undefined);
}

/** Null if the e-mail address is another merchant's. */
export async function update(
  store: Store,
  id: number,
  change: Partial<Pick<Merchant, "name" | "email" | "email_verified_at" | "pending_email">>,
): Promise<Merchant | null> {
  return unlessTaken(store, async () =>
    store.update(merchants).set(change).where(eq(merchants.id, id)).returning().get(),
  );
}
