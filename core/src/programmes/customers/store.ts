import { and, desc, eq, inArray, isNotNull, isNull, lte, notExists, sql } from "drizzle-orm";
import type { PageRequest } from "../../base/page.ts";
import { isOlder } from "../../store/db/newest.ts";
import { issuances } from "../../store/db/schema/issuances.ts";
import { users, userWallets } from "../../store/db/schema/users.ts";
import { alias, type Store } from "../../store/db/store.ts";

/** A wallet's newest reward of a merchant. */
export interface LastReward {
  /** Id of the issuance. */
  id: number;
  wallet_address: string;
  created_at: Date;
}

const later = alias(issuances, "later");

export interface CustomersPage extends PageRequest {
  /** Id of the newest reward when the first page was read: newer ones would move wallets from later pages to earlier ones. */
  upTo?: number | undefined;
}

/** The newest reward of each wallet. */
export async function lastRewards(store: Store, merchantId: number, page: CustomersPage): Promise<LastReward[]> {
  const newer = store
    .select({ id: later.id })
    .from(later)
    .where(
      and(
        eq(later.wallet_address, issuances.wallet_address),
        eq(later.merchant_id, merchantId),
        sql`${later.id} > ${issuances.id}`,
        page.upTo === undefined ? undefined : lte(later.id, page.upTo),
      ),
    );
  return store
    .select({
      id: issuances.id,
      wallet_address: sql<string>`${issuances.wallet_address}`,
      created_at: issuances.created_at,
    })
    .from(issuances)
    .where(
      and(
        eq(issuances.merchant_id, merchantId),
        isNotNull(issuances.wallet_address),
        isOlder(issuances.id, page),
        notExists(newer),
      ),
    )
    .orderBy(desc(issuances.id))
    .limit(page.limit);
}

export interface Paid {
  wallet_address: string | null;
  /** Rewards. */
  count: number;
  /** Stroops. */
  amount: bigint;
}

/** Sums that a merchant has paid to each of these wallets. */
export async function paidTo(store: Store, merchantId: number, wallets: string[]): Promise<Paid[]> {
  const rows = await store
    .select({
      wallet_address: issuances.wallet_address,
      count: sql`count(*)`.mapWith(Number),
      // Summed in halves: a sum of amounts may exceed SQLite's integers.
      high: sql`sum(${issuances.amount} >> 32)`.mapWith(BigInt),
      low: sql`sum(${issuances.amount} & 4294967295)`.mapWith(BigInt),
    })
    .from(issuances)
    .where(
      and(
        inArray(issuances.wallet_address, wallets),
        eq(issuances.merchant_id, merchantId),
        sql`${issuances.status} = 'confirmed'`,
      ),
    )
    .groupBy(issuances.wallet_address);
  return rows.map(({ high, low, ...paid }) => ({ ...paid, amount: (high << 32n) + low }));
}

/** Users who have proven one of these wallets. */
export async function holdersOf(store: Store, wallets: string[]) {
  return store
    .select({
      wallet: userWallets.address,
      id: users.id,
      first_name: users.first_name,
      last_name: users.last_name,
    })
    .from(userWallets)
    .innerJoin(users, eq(users.id, userWallets.user_id))
    .where(and(inArray(userWallets.address, wallets), isNotNull(userWallets.proven_at), isNull(users.deleted_at)));
}
