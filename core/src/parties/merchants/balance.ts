import { and, eq, inArray, isNotNull } from "drizzle-orm";
import { fromSeconds } from "../../base/days.ts";
import { formatAmount } from "../../base/money.ts";
import type { Context } from "../../context/context.ts";
import { RpcUnavailable } from "../../ledger/chain/errors.ts";
import { orLedgerUnreadable } from "../../ledger/chain/problems.ts";
import { campaigns } from "../../store/db/schema/campaigns.ts";
import { drops } from "../../store/db/schema/drops.ts";
import type { Store } from "../../store/db/store.ts";
import * as grants from "./grant-store.ts";
import { balanceShort } from "./problems.ts";
import { type Takeable, takeable } from "./takeable.ts";

/** A merchant's money in the pool, as the ledger has it. Stroops. */
export interface Balance {
  /** Amount that it may reserve for campaigns and drops. */
  free: bigint;
  /** Grants that the ledger hasn't confirmed yet. */
  incoming: bigint;
  /** Amount that is left in its campaigns and drops. */
  reserved: bigint;
  /** The most that leaves the pool for it in any 24 hours. */
  dailyLimit: bigint;
  /** Rest of that limit now. */
  dailyLimitLeft: bigint;
  /** Account that may withdraw the free balance; null: nobody yet. */
  owner: string | null;
  /** A first owner that waits. */
  pendingOwner: PendingOwner | null;
  /** Campaigns and drops from which the rest can come back. */
  takeable: Takeable[];
}

/** Anyone may make it the owner in this time, by the ledger's clock. */
export interface PendingOwner {
  address: string;
  from: Date;
  until: Date;
}

type ChainContext = Pick<Context, "chain" | "db" | "log">;
type ClockContext = ChainContext & Pick<Context, "clock">;

/** @throws Problem 503 `rpc_unavailable` */
export async function readBalance({ chain, clock, db, log }: ClockContext, merchantId: number): Promise<Balance> {
  const { pool } = chain.contracts;
  const merchant = BigInt(merchantId);
  const open = await db.read((store) => openReserves(store, merchantId));
  const { campaign, distribution } = chain.manifest.contracts;
  const reserves = [
    ...open.campaigns.map((id) => ({ contract: campaign.id, id })),
    ...open.drops.map((id) => ({ contract: distribution.id, id })),
  ];
  const [free, limit, owner, pending, { reserved }] = await Promise.all([
    pool.view("balance", { merchant }),
    pool.view("limit", { merchant }),
    pool.view("owner", { merchant }),
    pool.view("pending_owner", { merchant }),
    chain.pool({ reserves }),
  ]).catch(orLedgerUnreadable(log));
  const known = await db.read(async (store) => ({
    incoming: await grants.onTheirWay(store, merchantId),
    takeable: await takeable(store, merchantId, clock.now()),
  }));
  return {
    ...known,
    free: free.value,
    reserved,
    dailyLimit: limit.value.limit,
    dailyLimitLeft: limit.value.remaining,
    owner: owner.value ?? null,
    pendingOwner: pending.value
      ? {
          address: pending.value.to,
          from: fromSeconds(pending.value.eta),
          until: fromSeconds(pending.value.expires_at),
        }
      : null,
  };
}

/** Ids in the contracts. */
async function openReserves(store: Store, merchantId: number): Promise<{ campaigns: number[]; drops: number[] }> {
  const ofCampaigns = await store
    .select({ id: campaigns.contract_campaign_id })
    .from(campaigns)
    .where(
      and(
        eq(campaigns.merchant_id, merchantId),
        inArray(campaigns.status, ["active", "paused", "ended"]),
        isNotNull(campaigns.contract_campaign_id),
      ),
    );
  const ofDrops = await store
    .select({ id: drops.contract_drop_id })
    .from(drops)
    .where(
      and(
        eq(drops.merchant_id, merchantId),
        inArray(drops.status, ["active", "sweeping", "cancelling"]),
        isNotNull(drops.contract_drop_id),
      ),
    );
  return { campaigns: ofCampaigns.map(({ id }) => Number(id)), drops: ofDrops.map(({ id }) => Number(id)) };
}

/**
 * Refuses what the free balance and the grants on their way can't cover. While the ledger can't be read, everything passes: the ledger decides later.
 * @param amount stroops
 * @throws Problem 409 `balance_short`
 */
export async function requireBalance(context: ChainContext, merchantId: number, amount: bigint): Promise<void> {
  const { chain, db, log } = context;
  // Before the ledger: a grant that is confirmed meanwhile counts twice, not never.
  const incoming = await db.read((store) => grants.onTheirWay(store, merchantId));
  const free = await chain.contracts.pool.view("balance", { merchant: BigInt(merchantId) }).catch((error) => {
    if (!(error instanceof RpcUnavailable)) throw error;
    log.warn({ err: error }, "could not read a merchant's balance");
    return undefined;
  });
  if (!free) return;
  const available = free.value + incoming;
  if (available < amount) throw balanceShort(formatAmount(available), formatAmount(amount));
}
