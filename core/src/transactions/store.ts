import { and, desc, eq, isNotNull, lt, type SQL, sql } from "drizzle-orm";
import { campaigns, type IssuanceStatus, issuances, userWallets } from "../db/schema.ts";
import type { Store } from "../db/store.ts";
import type { Issuance } from "../rewards/store.ts";

/** Tokens that moved on the ledger for a campaign. */
export interface LedgerTransaction {
  issuance: Issuance;
  campaignName: string;
}

export interface TransactionFilter {
  campaign_id?: number;
  wallet_address?: string;
}

export interface TransactionPage extends TransactionFilter {
  before?: number;
  /** Rows to pass over. */
  offset?: number;
  limit: number;
}

/** The status as a literal: a bound value would keep SQLite from its partial index. */
const isConfirmed = sql`${issuances.status} = 'confirmed'`;

const payments = (store: Store) =>
  store
    .select({ issuance: issuances, campaignName: campaigns.name })
    .from(issuances)
    .innerJoin(campaigns, eq(campaigns.id, issuances.campaign_id))
    .$dynamic();

const matching = ({ campaign_id, wallet_address, before }: TransactionPage) =>
  and(
    isConfirmed,
    campaign_id === undefined ? undefined : eq(issuances.campaign_id, campaign_id),
    wallet_address === undefined ? undefined : eq(issuances.wallet_address, wallet_address),
    before === undefined ? undefined : lt(issuances.id, before),
  );

/** Of a merchant's campaigns, newest first. */
export async function listOf(store: Store, merchantId: number, page: TransactionPage): Promise<LedgerTransaction[]> {
  return payments(store)
    .where(and(eq(issuances.merchant_id, merchantId), matching(page)))
    .orderBy(desc(issuances.id))
    .limit(page.limit)
    .offset(page.offset ?? 0);
}

/** To the wallets that a user has proven, newest first. */
export async function listOfUser(store: Store, userId: number, page: TransactionPage): Promise<LedgerTransaction[]> {
  return payments(store)
    .innerJoin(userWallets, eq(userWallets.address, issuances.wallet_address))
    .where(and(eq(userWallets.user_id, userId), isNotNull(userWallets.proven_at), matching(page)))
    .orderBy(desc(issuances.id))
    .limit(page.limit)
    .offset(page.offset ?? 0);
}

export interface Total {
  status: IssuanceStatus;
  count: number;
  /** Stroops. */
  amount: bigint;
  wallets: number;
}

/** Sums per status of a merchant's issuances, of one campaign or all. */
export async function totalsOf(store: Store, merchantId: number, campaignId?: number): Promise<Total[]> {
  const rows = await store
    .select({
      status: issuances.status,
      count: whole(sql`count(*)`),
      // In halves: a sum of amounts may be beyond what SQLite's integers hold.
      high: whole(sql`sum(${issuances.amount} >> 32)`),
      low: whole(sql`sum(${issuances.amount} & 4294967295)`),
      wallets: whole(sql`count(distinct ${issuances.wallet_address})`),
    })
    .from(issuances)
    .where(
      and(
        eq(issuances.merchant_id, merchantId),
        campaignId === undefined ? undefined : eq(issuances.campaign_id, campaignId),
      ),
    )
    .groupBy(issuances.status);
  return rows.map(({ status, count, high, low, wallets }) => ({
    status,
    count: Number(count),
    amount: (high << 32n) + low,
    wallets: Number(wallets),
  }));
}

const whole = (expression: SQL) => sql<bigint>`${expression}`.mapWith((value: bigint | number) => BigInt(value));
