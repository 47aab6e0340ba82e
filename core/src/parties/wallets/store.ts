import { and, asc, count, eq, gt, isNotNull, sql } from "drizzle-orm";
import { isGiven, listed } from "../../store/db/dialect.ts";
import { userWallets } from "../../store/db/schema/users.ts";
import { prepared, type Store } from "../../store/db/store.ts";

export type Wallet = typeof userWallets.$inferSelect;

/** False if somebody has the wallet. */
export async function insert(store: Store, row: Wallet): Promise<boolean> {
  const inserted = await store
    .insert(userWallets)
    .values(row)
    .onConflictDoNothing()
    .returning({ address: userWallets.address })
    .get();
  return inserted !== undefined;
}

export async function byAddress(store: Store, address: string): Promise<Wallet | undefined> {
  return store.select().from(userWallets).where(eq(userWallets.address, address)).get();
}

/** Oldest first. */
export async function listOf(store: Store, userId: number): Promise<Wallet[]> {
  return store
    .select()
    .from(userWallets)
    .where(eq(userWallets.user_id, userId))
    .orderBy(asc(userWallets.created_at), asc(userWallets.address));
}

/** Gives the wallet to the user, unless another one has proven it; false if so. */
export async function prove(
  store: Store,
  { address, userId, now }: { address: string; userId: number; now: Date },
): Promise<boolean> {
  const wallet = { address, user_id: userId, proven_at: now, created_at: now };
  const row = await store
    .insert(userWallets)
    .values(wallet)
    .onConflictDoUpdate({
      target: userWallets.address,
      set: {
        user_id: userId,
        proven_at: sql`coalesce(${userWallets.proven_at}, excluded.proven_at)`,
        created_at: sql`case when ${userWallets.user_id} = excluded.user_id then ${userWallets.created_at} else excluded.created_at end`,
      },
      // A proven wallet wins over a named one; between two proofs the first one holds.
      setWhere: sql`${userWallets.proven_at} is null or ${userWallets.user_id} = excluded.user_id`,
    })
    .returning({ address: userWallets.address })
    .get();
  return row !== undefined;
}

export async function countOf(store: Store, userId: number): Promise<{ all: number; proven: number }> {
  const row = await store
    .select({ all: count(), proven: count(userWallets.proven_at) })
    .from(userWallets)
    .where(eq(userWallets.user_id, userId))
    .get();
  return { all: Number(row?.all ?? 0), proven: Number(row?.proven ?? 0) };
}

const selectOwner = prepared((store) =>
  store
    .select({ id: userWallets.user_id })
    .from(userWallets)
    .where(and(isGiven(userWallets.address), isNotNull(userWallets.proven_at)))
    .prepare(),
);

/** The user who has proven the wallet. */
export async function ownerOf(store: Store, address: string): Promise<number | undefined> {
  return (await selectOwner(store).get({ address }))?.id;
}

const selectOwners = prepared((store) =>
  store
    .select({ address: userWallets.address, id: userWallets.user_id })
    .from(userWallets)
    .where(and(sql`${userWallets.address} in ${listed("addresses")}`, isNotNull(userWallets.proven_at)))
    .prepare(),
);

/** The users who have proven these wallets, by wallet. */
export async function ownersOf(store: Store, addresses: readonly string[]): Promise<Map<string, number>> {
  const rows = await selectOwners(store).all({ addresses: JSON.stringify(addresses) });
  return new Map(rows.map(({ address, id }) => [address, id]));
}

/** Proven wallets in the order of their addresses, after this one. */
export async function provenAfter(store: Store, after: string, limit: number): Promise<string[]> {
  const rows = await store
    .select({ address: userWallets.address })
    .from(userWallets)
    .where(and(gt(userWallets.address, after), isNotNull(userWallets.proven_at)))
    .orderBy(asc(userWallets.address))
    .limit(limit);
  return rows.map(({ address }) => address);
}

/** False if the user has no such wallet. */
export async function remove(store: Store, userId: number, address: string): Promise<boolean> {
  const row = await store
    .delete(userWallets)
    .where(and(eq(userWallets.address, address), eq(userWallets.user_id, userId)))
    .returning({ address: userWallets.address })
    .get();
  return row !== undefined;
}

export async function removeOf(store: Store, userId: number): Promise<void> {
  await store.delete(userWallets).where(eq(userWallets.user_id, userId));
}
