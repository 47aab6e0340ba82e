import { and, asc, eq, gt, isNotNull, notInArray, or, sql } from "drizzle-orm";
import { listed, rowCount, unindexed, value } from "../../store/db/dialect.ts";
import { campaigns } from "../../store/db/schema/campaigns.ts";
import { issuances } from "../../store/db/schema/issuances.ts";
import { prepared, type Store } from "../../store/db/store.ts";
import * as jobs from "../../store/jobs/jobs.ts";
import { jobKey } from "./reference.ts";

// Rewards that wait for their wallets' trustlines.

const isHeld = isNotNull(issuances.held_at);

/** The next merchant whose rewards wait. */
const selectHolder = prepared((store) =>
  store
    .select({ id: issuances.merchant_id })
    .from(issuances)
    .where(and(isHeld, gt(issuances.merchant_id, value(issuances.merchant_id, "after"))))
    .orderBy(asc(issuances.merchant_id))
    .limit(1)
    .prepare(),
);

/** Merchants whose rewards wait, after this one and at most so many. */
export async function holders(store: Store, after: number, limit: number): Promise<number[]> {
  const found: number[] = [];
  // Each is one look at the index. To read the different ones, a database would read all rewards that wait.
  for (
    let next = await selectHolder(store).get({ after });
    next;
    next = await selectHolder(store).get({ after: next.id })
  ) {
    found.push(next.id);
    if (found.length === limit) break;
  }
  return found;
}

/** A reward that waits, and whether its campaign is closed or holds no longer. */
export interface Held {
  id: number;
  wallet: string;
  isOver: boolean;
}

/** Where a page begins: after this reward, by wallet and then by age. */
export type HeldPlace = Pick<Held, "id" | "wallet">;

const selectHeld = prepared((store) => {
  const isOver = or(
    notInArray(campaigns.status, ["active", "paused"]),
    sql`coalesce(${campaigns.hold_until}, ${campaigns.ends_at}) <= ${value(campaigns.ends_at, "time")}`,
  );
  const { merchant_id, wallet_address, id } = issuances;
  const after = sql`(${value(wallet_address, "wallet")}, ${value(id, "id")})`;
  return store
    .select({ id, wallet: wallet_address, over: sql<number>`case when ${isOver} then 1 else 0 end` })
    .from(issuances)
    .innerJoin(campaigns, eq(campaigns.id, unindexed(issuances.campaign_id)))
    .where(and(isHeld, eq(merchant_id, value(merchant_id, "merchantId")), sql`(${wallet_address}, ${id}) > ${after}`))
    .orderBy(asc(wallet_address), asc(id))
    .limit(rowCount("limit"))
    .prepare();
});

/** Rewards of a merchant that wait, of one wallet after the other. @param time by the ledger's clock */
export async function held(
  store: Store,
  merchantId: number,
  { after: { id, wallet }, limit, time }: { after: HeldPlace; limit: number; time: Date },
): Promise<Held[]> {
  const rows = await selectHeld(store).all({ merchantId, wallet, id, limit, time });
  return rows.map((row) => ({ id: row.id, wallet: row.wallet ?? "", isOver: Number(row.over) === 1 }));
}

const selectWaiting = prepared((store) =>
  store
    .select({ id: issuances.merchant_id })
    .from(issuances)
    .where(and(isHeld, eq(issuances.wallet_address, value(issuances.wallet_address, "wallet"))))
    .limit(1)
    .prepare(),
);

/** A merchant whose reward waits for this wallet's trustline, if any does. */
export const merchantOf = async (store: Store, wallet: string): Promise<number | undefined> =>
  (await selectWaiting(store).get({ wallet }))?.id;

const releaseThese = prepared((store) =>
  store
    .update(issuances)
    .set({ held_at: null })
    .where(and(isHeld, sql`${issuances.id} in ${listed("ids", issuances.id)}`))
    .returning({ merchantId: issuances.merchant_id, key: issuances.idempotency_key })
    .prepare(),
);

/** Lets a worker try these rewards now. @returns how many of them still waited */
export async function release(store: Store, ids: readonly number[], now: Date): Promise<number> {
  const released = await releaseThese(store).all({ ids: JSON.stringify(ids) });
  const keys = released.map(({ merchantId, key }) => jobKey(merchantId, key));
  await jobs.makeKeysDue(store, "reward-issuance", keys, now);
  return released.length;
}
