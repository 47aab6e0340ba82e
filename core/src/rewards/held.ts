import { and, asc, gt, inArray, isNotNull, notInArray, or, sql } from "drizzle-orm";
import { listed, value } from "../db/dialect.ts";
import { campaigns } from "../db/schema/campaigns.ts";
import { issuances } from "../db/schema/issuances.ts";
import { prepared, type Store } from "../db/store.ts";
import * as jobs from "../jobs/jobs.ts";
import { jobKey } from "./reference.ts";

// Rewards that wait for their wallets' trustlines.

const isHeld = isNotNull(issuances.held_at);

/** Wallets that rewards wait for, in their own order, after this one. */
export async function heldWallets(store: Store, after: string, limit: number): Promise<string[]> {
  const rows = await store
    .selectDistinct({ wallet: issuances.wallet_address })
    .from(issuances)
    .where(and(isHeld, gt(issuances.wallet_address, after)))
    .orderBy(asc(issuances.wallet_address))
    .limit(limit);
  return rows.flatMap(({ wallet }) => (wallet === null ? [] : [wallet]));
}

const updateHeld = prepared((store) => {
  const over = store
    .select({ id: campaigns.id })
    .from(campaigns)
    .where(
      or(
        notInArray(campaigns.status, ["active", "paused"]),
        sql`coalesce(${campaigns.hold_until}, ${campaigns.ends_at}) <= ${value(campaigns.ends_at, "time")}`,
      ),
    );
  return store
    .update(issuances)
    .set({ held_at: null })
    .where(
      and(isHeld, or(sql`${issuances.wallet_address} in ${listed("wallets")}`, inArray(issuances.campaign_id, over))),
    )
    .returning({ merchantId: issuances.merchant_id, key: issuances.idempotency_key })
    .prepare();
});

/**
 * Lets a worker try the rewards of these wallets now, and those of campaigns that are closed or hold no longer: these fail.
 * @param time by the ledger's clock
 * @returns how many there are
 */
export async function release(
  store: Store,
  wallets: readonly string[],
  { time, now }: { time: Date; now: Date },
): Promise<number> {
  const released = await updateHeld(store).all({ wallets: JSON.stringify(wallets), time });
  const keys = released.map(({ merchantId, key }) => jobKey(merchantId, key));
  await jobs.makeKeysDue(store, "reward-issuance", keys, now);
  return released.length;
}
