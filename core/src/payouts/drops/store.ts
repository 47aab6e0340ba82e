import { and, asc, desc, eq, exists, inArray, isNull, lt, ne, or, sql } from "drizzle-orm";
import type { PageRequest } from "../../base/page.ts";
import { asRows } from "../../store/db/columns.ts";
import { insertedFrom } from "../../store/db/dialect.ts";
import { newest } from "../../store/db/newest.ts";
import { type DropStatus, dropShares, drops } from "../../store/db/schema/drops.ts";
import { prepared, type Store } from "../../store/db/store.ts";

export type Drop = typeof drops.$inferSelect;
export type DropShare = typeof dropShares.$inferSelect;
export type NewShare = Pick<DropShare, "leaf" | "wallet_address" | "amount" | "proof">;

const insertShares = prepared((store) => store.insert(dropShares).select(insertedFrom(dropShares, "rows")).prepare());

/** Shares that are stored or deleted in one commit: others have their turn in between. A share has 1.1 kB. */
export const SHARES_AT_ONCE = 1000;

export async function insert(store: Store, row: typeof drops.$inferInsert): Promise<Drop> {
  return store.insert(drops).values(row).returning().get();
}

export async function addShares(store: Store, drop_id: number, shares: readonly NewShare[]): Promise<void> {
  const unclaimed = { drop_id, claim_status: null, claim_tx_hash: null, claim_error: null };
  await insertShares(store).run({
    rows: asRows(
      dropShares,
      shares.map((share) => ({ ...share, ...unclaimed })),
    ),
  });
}

export async function countShares(store: Store, dropId: number): Promise<number> {
  return Number(await store.$count(dropShares, eq(dropShares.drop_id, dropId)));
}

/** Deletes some shares of a drop. @returns how many */
export async function removeShares(store: Store, dropId: number): Promise<number> {
  const first = await store
    .select({ leaf: dropShares.leaf })
    .from(dropShares)
    .where(eq(dropShares.drop_id, dropId))
    .orderBy(asc(dropShares.leaf))
    .limit(1)
    .get();
  if (!first) return 0;
  const removed = await store
    .delete(dropShares)
    .where(and(eq(dropShares.drop_id, dropId), lt(dropShares.leaf, first.leaf + SHARES_AT_ONCE)))
    .returning({ leaf: dropShares.leaf });
  return removed.length;
}

/** Deletes a drop without shares. */
export async function remove(store: Store, id: number): Promise<void> {
  await store.delete(drops).where(eq(drops.id, id));
}

/** Failed drops that still have shares are among so many of the newest drops: the shares of older ones were deleted. */
const NEWEST = 10_000;

/** Deletes some shares of a drop that has failed: nobody can claim them, and 10,000 take 11 MB. @returns how many */
export async function pruneShares(store: Store, before: Date): Promise<number> {
  const shares = store.select({ one: sql`1` }).from(dropShares).where(eq(dropShares.drop_id, drops.id));
  const failed = await store
    .select({ id: drops.id })
    .from(drops)
    .where(
      and(
        sql`${drops.id} > (select max(id) from ${drops}) - ${NEWEST}`,
        sql`${drops.status} = 'failed'`,
        lt(drops.updated_at, before),
        exists(shares),
      ),
    )
    .orderBy(desc(drops.id))
    .limit(1)
    .get();
  return failed ? removeShares(store, failed.id) : 0;
}

export async function byId(store: Store, id: number): Promise<Drop | undefined> {
  return store.select().from(drops).where(eq(drops.id, id)).get();
}

export async function byContractId(store: Store, contractDropId: number): Promise<Drop | undefined> {
  return store.select().from(drops).where(eq(drops.contract_drop_id, contractDropId)).get();
}

/** A drop of this merchant; another merchant's is treated as missing. */
export async function ownedBy(store: Store, merchantId: number, id: number): Promise<Drop | undefined> {
  const drop = await byId(store, id);
  return drop?.merchant_id === merchantId ? drop : undefined;
}

export interface DropPage extends PageRequest {
  status?: DropStatus | undefined;
}

/** Newest first, ids below `before`. */
export const listOf = (store: Store, merchantId: number, { status, ...page }: DropPage): Promise<Drop[]> =>
  newest(store, drops, page, { merchant_id: merchantId, status });

/** Changes a drop that is in one of the statuses; undefined if it isn't. */
export async function updateIn(
  store: Store,
  id: number,
  statuses: DropStatus[],
  change: Partial<Drop>,
): Promise<Drop | undefined> {
  return store
    .update(drops)
    .set(change)
    .where(and(eq(drops.id, id), inArray(drops.status, statuses)))
    .returning()
    .get();
}

export async function shareOf(store: Store, dropId: number, leaf: number): Promise<DropShare | undefined> {
  return store
    .select()
    .from(dropShares)
    .where(and(eq(dropShares.drop_id, dropId), eq(dropShares.leaf, leaf)))
    .get();
}

/** Shares of a drop that the ledger has paid. */
export async function claimedOf(store: Store, dropId: number): Promise<{ wallets: number; amount: bigint }> {
  const claimed = await store
    .select({ amount: dropShares.amount })
    .from(dropShares)
    .where(and(eq(dropShares.drop_id, dropId), eq(dropShares.claim_status, "claimed")));
  return { wallets: claimed.length, amount: claimed.reduce((sum, { amount }) => sum + amount, 0n) };
}

export async function shareOfWallet(store: Store, dropId: number, wallet: string): Promise<DropShare | undefined> {
  return store
    .select()
    .from(dropShares)
    .where(and(eq(dropShares.wallet_address, wallet), eq(dropShares.drop_id, dropId)))
    .get();
}

const share = ({ drop_id, leaf }: Pick<DropShare, "drop_id" | "leaf">) =>
  and(eq(dropShares.drop_id, drop_id), eq(dropShares.leaf, leaf));

/** Marks a share as being claimed; undefined if a claim of it is on its way or done. */
export async function startClaim(
  store: Store,
  key: Pick<DropShare, "drop_id" | "leaf">,
): Promise<DropShare | undefined> {
  const open = or(isNull(dropShares.claim_status), eq(dropShares.claim_status, "failed"));
  return store
    .update(dropShares)
    .set({ claim_status: "pending", claim_error: null })
    .where(and(share(key), open))
    .returning()
    .get();
}

/** Records that the ledger has paid a share, whoever sent the transaction; a hash that is already known stays. */
export async function recordClaimed(
  store: Store,
  key: Pick<DropShare, "drop_id" | "leaf">,
  txHash: string | null,
): Promise<void> {
  await store
    .update(dropShares)
    .set({
      claim_status: "claimed",
      claim_tx_hash: sql`coalesce(${dropShares.claim_tx_hash}, ${txHash})`,
      claim_error: null,
    })
    .where(share(key));
}

/** A leaf as the contract's `claim` and `claim_for` take it. */
export const leafArguments = (
  drop: Pick<Drop, "contract_drop_id">,
  { wallet_address, leaf, amount, proof }: DropShare,
) => ({
  wallet: wallet_address,
  drop: BigInt(drop.contract_drop_id ?? 0),
  index: leaf,
  amount,
  proof: proofOf(proof).map((node) => Buffer.from(node, "hex")),
});

/** Siblings from the leaf upwards, hex. */
export const proofOf = (proof: string): string[] => proof.match(/.{64}/g) ?? [];

/** Records the outcome of a claim; a claim that is done stays done. @returns false if it was done */
export async function updateClaim(
  store: Store,
  key: Pick<DropShare, "drop_id" | "leaf">,
  change: Partial<Pick<DropShare, "claim_status" | "claim_tx_hash" | "claim_error">>,
): Promise<boolean> {
  const changed = await store
    .update(dropShares)
    .set(change)
    .where(and(share(key), ne(dropShares.claim_status, "claimed")))
    .returning({ leaf: dropShares.leaf })
    .get();
  return changed !== undefined;
}
