import { and, asc, eq, exists, gt, isNotNull, notInArray, or, type SQL, sql } from "drizzle-orm";
import { listed, unindexed, value } from "../../store/db/dialect.ts";
import { campaigns } from "../../store/db/schema/campaigns.ts";
import { issuances } from "../../store/db/schema/issuances.ts";
import { prepared, type Store } from "../../store/db/store.ts";
import * as jobs from "../../store/jobs/jobs.ts";
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

const releasing = (which: (store: Store) => SQL) =>
  prepared((store) =>
    store
      .update(issuances)
      .set({ held_at: null })
      .where(and(isHeld, which(store)))
      .returning({ merchantId: issuances.merchant_id, key: issuances.idempotency_key })
      .prepare(),
  );

const releaseOfWallets = releasing(() => sql`${issuances.wallet_address} in ${listed("wallets")}`);

/** Looks at what is held: there is less of that than of rewards, or campaigns, that are over. */
const releaseOver = releasing((store) => {
  const isOver = or(
    notInArray(campaigns.status, ["active", "paused"]),
    sql`coalesce(${campaigns.hold_until}, ${campaigns.ends_at}) <= ${value(campaigns.ends_at, "time")}`,
  );
  return exists(
    store
      .select({ one: sql`1` })
      .from(campaigns)
      .where(and(eq(campaigns.id, unindexed(issuances.campaign_id)), isOver)),
  );
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
  const released = [
    ...(await releaseOfWallets(store).all({ wallets: JSON.stringify(wallets) })),
    ...(await releaseOver(store).all({ time })),
  ];
  const keys = released.map(({ merchantId, key }) => jobKey(merchantId, key));
  await jobs.makeKeysDue(store, "reward-issuance", keys, now);
  return released.length;
}
