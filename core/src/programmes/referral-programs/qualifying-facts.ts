import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { issuances } from "../../store/db/schema/issuances.ts";
import { pointEvents } from "../../store/db/schema/point-rules.ts";
import type { Store } from "../../store/db/store.ts";

// Facts that decide if a newcomer qualifies.

/** True if the merchant paid the wallet a reward before the one with this number. */
export async function wasRewarded(
  store: Store,
  {
    merchantId,
    wallet,
    campaignId,
    number,
  }: { merchantId: number; wallet: string; campaignId: number; number: number },
): Promise<boolean> {
  const paid = store
    .select({ id: issuances.id })
    .from(issuances)
    .where(and(eq(issuances.campaign_id, campaignId), eq(issuances.number, number)));
  const earlier = await store
    .select({ id: issuances.id })
    .from(issuances)
    .where(
      and(
        eq(issuances.wallet_address, wallet),
        eq(issuances.merchant_id, merchantId),
        eq(issuances.status, "confirmed"),
        // A payment that this database doesn't have (yet) counts as the latest.
        sql`${issuances.id} < coalesce((${paid}), ${Number.MAX_SAFE_INTEGER})`,
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
