import { and, asc, desc, eq, gt, isNotNull, lt, or } from "drizzle-orm";
import { notFound } from "../../base/errors.ts";
import { dropShares, drops } from "../../store/db/schema/drops.ts";
import { userWallets } from "../../store/db/schema/users.ts";
import type { Store } from "../../store/db/store.ts";
import { whichWallet } from "./problems.ts";
import type { Drop, DropShare } from "./store.ts";

// Shares that a user may claim: those of the wallets that the user has proven.

export interface UserShare {
  drop: Drop;
  share: DropShare;
}

/** A share's place in the list: drops newest first, their leaves in order. */
export interface SharePlace {
  dropId: number;
  leaf: number;
}

const sharesOfUsers = (store: Store) =>
  store
    .select({ drop: drops, share: dropShares })
    .from(userWallets)
    .innerJoin(dropShares, eq(dropShares.wallet_address, userWallets.address))
    .innerJoin(drops, eq(drops.id, dropShares.drop_id))
    .$dynamic();

const isTheirs = (userId: number) => and(eq(userWallets.user_id, userId), isNotNull(userWallets.proven_at));

/** Shares of drops that pay now or will, claimed ones too. */
export async function listOpen(
  store: Store,
  userId: number,
  { now, after, limit }: { now: Date; after?: SharePlace; limit: number },
): Promise<UserShare[]> {
  const behind =
    after && or(lt(drops.id, after.dropId), and(eq(drops.id, after.dropId), gt(dropShares.leaf, after.leaf)));
  return sharesOfUsers(store)
    .where(and(isTheirs(userId), eq(drops.status, "active"), gt(drops.expires_at, now), behind))
    .orderBy(desc(drops.id), asc(dropShares.leaf))
    .limit(limit);
}

/** In one drop, whatever its status; empty if none of the user's wallets has a share. */
export async function inDrop(store: Store, userId: number, dropId: number): Promise<UserShare[]> {
  return sharesOfUsers(store)
    .where(and(isTheirs(userId), eq(drops.id, dropId)))
    .orderBy(asc(dropShares.leaf));
}

/**
 * The share that is meant: that of the wallet, or the only one that isn't claimed yet.
 * @throws Problem 404, 422 where a wallet has to be named
 */
export async function choose(
  store: Store,
  userId: number,
  dropId: number,
  wallet: string | undefined,
): Promise<UserShare> {
  const all = await inDrop(store, userId, dropId);
  const [first, ...others] = all;
  if (!first) throw notFound("drop", dropId);
  if (wallet !== undefined) {
    const named = all.find(({ share }) => share.wallet_address === wallet);
    if (!named) throw notFound("share of wallet", wallet);
    return named;
  }
  if (others.length === 0) return first;
  const open = all.filter(({ share }) => share.claim_status !== "claimed");
  const [only, ...more] = open;
  if (only && more.length === 0) return only;
  throw whichWallet((only ? open : all).map(({ share }) => share.wallet_address));
}
