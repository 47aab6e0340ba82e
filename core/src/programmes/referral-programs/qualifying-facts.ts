import { and, eq, isNotNull, isNull, lt, min, sql } from "drizzle-orm";
import { unindexed } from "../../store/db/dialect.ts";
import { contractEvents } from "../../store/db/schema/contract-events.ts";
import { issuances } from "../../store/db/schema/issuances.ts";
import { pointEvents } from "../../store/db/schema/point-rules.ts";
import type { Store } from "../../store/db/store.ts";

// Facts that decide if a newcomer qualifies.

/** A payment that a `reward` event shows. */
export interface Paid {
  campaignId: number;
  number: number;
  wallet: string;
  event: { id: string; ledger_closed_at: Date };
}

/** True if the merchant paid the wallet a reward before this one, in the order on the ledger. */
export async function wasRewarded(
  store: Store,
  merchantId: number,
  { campaignId, number, wallet, event }: Paid,
): Promise<boolean> {
  const { contract, type, id, tx_hash } = contractEvents;
  const paidIn = store
    .select({ id: min(id) })
    .from(contractEvents)
    .where(
      // The index of contracts would find all rewards ever paid.
      sql`${tx_hash} = ${issuances.tx_hash} and ${unindexed(contract)} = 'campaign' and ${unindexed(type)} = 'reward'`,
    );
  const earlier = await store
    .select({ id: issuances.id })
    .from(issuances)
    .where(
      and(
        eq(issuances.wallet_address, wallet),
        eq(issuances.merchant_id, merchantId),
        eq(issuances.status, "confirmed"),
        sql`(${issuances.campaign_id}, ${issuances.number}) <> (${campaignId}, ${number})`,
        // An event that isn't here is yet to be read, or was deleted long ago: the time of the confirmation tells which.
        sql`coalesce((${paidIn}) < ${event.id}, ${lt(issuances.updated_at, event.ledger_closed_at)})`,
      ),
    )
    .limit(1)
    .get();
  return earlier !== undefined;
}

/** Spending of a user with a merchant since `since`, in ten-millionths; and if there was any before. Without cancelled purchases. */
export async function spentBy(
  store: Store,
  { merchantId, userId, currency, since }: { merchantId: number; userId: number; currency: string; since: Date },
): Promise<{ spent: bigint; before: boolean }> {
  const { created_at, amount } = pointEvents;
  const at = since.getTime();
  const row = await store
    .select({
      spent: sql<bigint>`coalesce(sum(case when ${created_at} >= ${at} and ${pointEvents.currency} = ${currency}
        then ${amount} else 0 end), 0)`.mapWith(BigInt),
      before: sql<bigint>`coalesce(sum(case when ${created_at} < ${at} then 1 else 0 end), 0)`.mapWith(BigInt),
    })
    .from(pointEvents)
    .where(
      and(
        eq(pointEvents.user_id, userId),
        eq(pointEvents.merchant_id, merchantId),
        isNotNull(amount),
        isNull(pointEvents.cancelled_at),
      ),
    )
    .get();
  return { spent: row?.spent ?? 0n, before: (row?.before ?? 0n) > 0n };
}
