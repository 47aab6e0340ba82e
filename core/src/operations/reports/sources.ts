import { asc, count, gt, inArray } from "drizzle-orm";
import { isoTime } from "../../base/days.ts";
import { formatAmount } from "../../base/money.ts";
import { campaigns } from "../../store/db/schema/campaigns.ts";
import { merchantGrants } from "../../store/db/schema/grants.ts";
import { issuances } from "../../store/db/schema/issuances.ts";
import type { ReportKind } from "../../store/db/schema/reports.ts";
import { users, userWallets } from "../../store/db/schema/users.ts";
import type { Store } from "../../store/db/store.ts";
import type { Row } from "./files.ts";

/** A table that a report looks through, in order of its ids. */
export interface Source {
  /** Records with an id above `after`, in their order. */
  page(store: Store, after: number, limit: number): Promise<{ id: number; created_at: Date; row: () => Row }[]>;
}

/** Users without names and addresses, so that nothing of a deleted user remains in files. */
const userSource: Source = {
  async page(store, after, limit) {
    const rows = await store.select().from(users).where(gt(users.id, after)).orderBy(asc(users.id)).limit(limit);
    const ids = rows.map(({ id }) => id);
    const wallets = await store
      .select({ user: userWallets.user_id, all: count(), proven: count(userWallets.proven_at) })
      .from(userWallets)
      .where(inArray(userWallets.user_id, ids))
      .groupBy(userWallets.user_id);
    const walletsOf = new Map(
      wallets.map(({ user, all, proven }) => [user, { all: Number(all), proven: Number(proven) }]),
    );
    return rows.map((user) => ({
      id: user.id,
      created_at: user.created_at,
      row: () => ({
        id: user.id,
        role: user.role,
        email_verified: user.email_verified_at !== null,
        wallets: walletsOf.get(user.id)?.all ?? 0,
        proven_wallets: walletsOf.get(user.id)?.proven ?? 0,
        referred_by: user.referred_by,
        created_at: isoTime(user.created_at),
        deleted_at: isoTime(user.deleted_at),
      }),
    }));
  },
};

const campaignSource: Source = {
  async page(store, after, limit) {
    const found = await store
      .select()
      .from(campaigns)
      .where(gt(campaigns.id, after))
      .orderBy(asc(campaigns.id))
      .limit(limit);
    return found.map((campaign) => ({
      id: campaign.id,
      created_at: campaign.created_at,
      row: () => ({
        id: campaign.id,
        merchant_id: campaign.merchant_id,
        name: campaign.name,
        status: campaign.status,
        budget: formatAmount(campaign.budget),
        spent: formatAmount(campaign.spent),
        reserved: formatAmount(campaign.reserved),
        starts_at: isoTime(campaign.starts_at),
        ends_at: isoTime(campaign.ends_at),
        tx_hash: campaign.tx_hash,
        created_at: isoTime(campaign.created_at),
      }),
    }));
  },
};

const transactionSource: Source = {
  async page(store, after, limit) {
    const found = await store
      .select()
      .from(issuances)
      .where(gt(issuances.id, after))
      .orderBy(asc(issuances.id))
      .limit(limit);
    return found.map((issuance) => ({
      id: issuance.id,
      created_at: issuance.created_at,
      row: () => ({
        id: issuance.id,
        merchant_id: issuance.merchant_id,
        campaign_id: issuance.campaign_id,
        user_id: issuance.user_id,
        wallet_address: issuance.wallet_address,
        amount: issuance.amount === null ? null : formatAmount(issuance.amount),
        status: issuance.status,
        tx_hash: issuance.tx_hash,
        created_at: isoTime(issuance.created_at),
        updated_at: isoTime(issuance.updated_at),
      }),
    }));
  },
};

export const listed: Record<Exclude<ReportKind, "revenue">, { columns: string[]; source: Source }> = {
  users: {
    columns: ["id", "role", "email_verified", "wallets", "proven_wallets", "referred_by", "created_at", "deleted_at"],
    source: userSource,
  },
  campaigns: {
    columns: [
      ...["id", "merchant_id", "name", "status", "budget", "spent", "reserved"],
      ...["starts_at", "ends_at", "tx_hash", "created_at"],
    ],
    source: campaignSource,
  },
  transactions: {
    columns: [
      ...["id", "merchant_id", "campaign_id", "user_id", "wallet_address", "amount", "status", "tx_hash"],
      ...["created_at", "updated_at"],
    ],
    source: transactionSource,
  },
};

/** One movement of tokens that counts for a merchant's day. */
export interface Movement {
  id: number;
  /** When its status became what it is; for a payment whose amount was unknown, when that was found. */
  updated_at: Date;
  merchant_id: number;
  /** Null for a payment whose amount isn't known yet. */
  amount: bigint | null;
  status: string;
}

type MovementTable = typeof issuances | typeof merchantGrants;

const movementsOf =
  (table: MovementTable) =>
  async (store: Store, after: number, limit: number): Promise<Movement[]> => {
    const { id, updated_at, merchant_id, amount, status } = table;
    return store
      .select({ id, updated_at, merchant_id, amount, status })
      .from(table as typeof issuances)
      .where(gt(id, after))
      .orderBy(asc(id))
      .limit(limit);
  };

export const revenueColumns = ["day", "merchant_id", "rewards", "rewards_amount", "fundings", "fundings_amount"];
export const movements = { rewards: movementsOf(issuances), fundings: movementsOf(merchantGrants) };
