import { and, desc, eq, isNotNull, lt, type SQL, sql } from "drizzle-orm";
import { rowCount, value } from "../db/dialect.ts";
import { campaigns } from "../db/schema/campaigns.ts";
import { type IssuanceStatus, issuances } from "../db/schema/issuances.ts";
import { userWallets } from "../db/schema/users.ts";
import { preparedWith, type Store } from "../db/store.ts";
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

const isConfirmed = sql`${issuances.status} = 'confirmed'`;

type Uses = (condition: keyof TransactionFilter | "before") => boolean;

const matching = (uses: Uses) =>
  and(
    isConfirmed,
    uses("campaign_id") ? eq(issuances.campaign_id, value(issuances.campaign_id, "campaign_id")) : undefined,
    uses("wallet_address")
      ? eq(issuances.wallet_address, value(issuances.wallet_address, "wallet_address"))
      : undefined,
    uses("before") ? lt(issuances.id, value(issuances.id, "before")) : undefined,
  );

const payments = (store: Store) =>
  store
    .select({ issuance: issuances, campaignName: campaigns.name })
    .from(issuances)
    .innerJoin(campaigns, eq(campaigns.id, issuances.campaign_id));

export const selectOfMerchant = preparedWith((store, uses: Uses) =>
  payments(store)
    .where(and(eq(issuances.merchant_id, value(issuances.merchant_id, "merchant_id")), matching(uses)))
    .orderBy(desc(issuances.id))
    .limit(rowCount("limit"))
    .offset(rowCount("offset"))
    .prepare(),
);

/** Of a merchant's campaigns, newest first. */
export async function listOf(
  store: Store,
  merchantId: number,
  { offset = 0, limit, ...conditions }: TransactionPage,
): Promise<LedgerTransaction[]> {
  return selectOfMerchant(store, conditions).all({ ...conditions, merchant_id: merchantId, offset, limit });
}

const selectOfUser = preparedWith((store, uses: Uses) =>
  payments(store)
    .innerJoin(userWallets, eq(userWallets.address, issuances.wallet_address))
    .where(
      and(
        eq(userWallets.user_id, value(userWallets.user_id, "user_id")),
        isNotNull(userWallets.proven_at),
        matching(uses),
      ),
    )
    .orderBy(desc(issuances.id))
    .limit(rowCount("limit"))
    .offset(rowCount("offset"))
    .prepare(),
);

/** To the wallets that a user has proven, newest first. */
export async function listOfUser(
  store: Store,
  userId: number,
  { offset = 0, limit, ...conditions }: TransactionPage,
): Promise<LedgerTransaction[]> {
  return selectOfUser(store, conditions).all({ ...conditions, user_id: userId, offset, limit });
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
      // Summed in halves: a sum of amounts may exceed SQLite's integers.
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
