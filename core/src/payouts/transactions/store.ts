import { and, eq, getTableColumns, sql } from "drizzle-orm";
import { isGiven, rowCount, unindexed, value } from "../../store/db/dialect.ts";
import { isPeriod, type Period, pageOf } from "../../store/db/period.ts";
import { campaigns } from "../../store/db/schema/campaigns.ts";
import { type IssuanceStatus, issuances } from "../../store/db/schema/issuances.ts";
import { preparedWith, type Store } from "../../store/db/store.ts";
import type { Issuance } from "../rewards/store.ts";

/** Tokens that the ledger paid: a reward, or a claimed share of a drop. */
export interface LedgerTransaction
  extends Pick<Issuance, "id" | "wallet_address" | "user_id" | "amount" | "tx_hash" | "created_at" | "updated_at"> {
  type: "reward" | "drop";
  /** Null for a drop. */
  campaign_id: number | null;
  /** Name of the campaign, or of the drop. */
  name: string;
}

export interface TransactionFilter extends Period {
  campaign_id?: number;
  wallet_address?: string;
}

export interface TransactionPage extends TransactionFilter {
  /** Only this reward. */
  id?: number;
  before?: number;
  /** Rows to pass over. */
  offset?: number;
  limit: number;
}

type Uses = (condition: keyof TransactionFilter | "id" | "before") => boolean;

export const selectOfMerchant = preparedWith((store, uses: Uses) => {
  const byTime = isPeriod(uses);
  const page = pageOf(issuances, uses, byTime);
  // A campaign, and what was paid, have too many rows to be sorted by time; a wallet has few.
  const { campaign_id, status } = issuances;
  const isFew = uses("wallet_address") || uses("id");
  return store
    .select({ ...getTableColumns(issuances), type: sql<"reward">`'reward'`, name: campaigns.name })
    .from(issuances)
    .innerJoin(campaigns, eq(campaigns.id, issuances.campaign_id))
    .where(
      and(
        isGiven(issuances.merchant_id),
        sql`${unindexed(status, byTime)} = 'confirmed'`,
        uses("campaign_id")
          ? eq(unindexed(campaign_id, byTime || isFew), value(campaign_id, "campaign_id"))
          : undefined,
        uses("wallet_address") ? isGiven(issuances.wallet_address) : undefined,
        uses("id") ? isGiven(issuances.id) : undefined,
        page.where,
      ),
    )
    .orderBy(...page.order)
    .limit(rowCount("limit"))
    .offset(rowCount("offset"))
    .prepare();
});

export async function listOf(
  store: Store,
  merchantId: number,
  { offset = 0, limit, ...conditions }: TransactionPage,
): Promise<LedgerTransaction[]> {
  return selectOfMerchant(store, conditions).all({ ...conditions, merchant_id: merchantId, offset, limit });
}

export interface Total {
  status: IssuanceStatus;
  /** True if they wait for their wallets' trustlines. */
  held: boolean;
  /** Rewards. */
  count: number;
  /** Number of transactions on the ledger, as far as known; one can pay many rewards. */
  transactions: number;
  /** Stroops. */
  amount: bigint;
  wallets: number;
}

/** Sums per status of a merchant's issuances, of one campaign or all. Those that wait for a trustline are apart. */
export async function totalsOf(store: Store, merchantId: number, campaignId?: number): Promise<Total[]> {
  const isHeld = sql<number>`${issuances.held_at} is not null`;
  const rows = await store
    .select({
      status: issuances.status,
      held: isHeld.mapWith(Boolean),
      count: sql`count(*)`.mapWith(Number),
      transactions: sql`count(distinct ${issuances.tx_hash})`.mapWith(Number),
      // Summed in halves: a sum of amounts may exceed SQLite's integers.
      high: sql`sum(${issuances.amount} >> 32)`.mapWith(BigInt),
      low: sql`sum(${issuances.amount} & 4294967295)`.mapWith(BigInt),
      wallets: sql`count(distinct ${issuances.wallet_address})`.mapWith(Number),
    })
    .from(issuances)
    .where(
      and(
        eq(issuances.merchant_id, merchantId),
        campaignId === undefined ? undefined : eq(issuances.campaign_id, campaignId),
      ),
    )
    .groupBy(issuances.status, isHeld);
  return rows.map(({ high, low, ...total }) => ({ ...total, amount: (high << 32n) + low }));
}
