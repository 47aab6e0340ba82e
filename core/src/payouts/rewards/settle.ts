import { and, eq, inArray, sql } from "drizzle-orm";
import type { PointSettings } from "../../base/settings/points.ts";
import { topics } from "../../base/wake.ts";
import * as budget from "../../programmes/campaigns/budget.ts";
import { onRewardsConfirmed } from "../../programmes/points/reward-points.ts";
import { issuances } from "../../store/db/schema/issuances.ts";
import type { Store } from "../../store/db/store.ts";
import { takeFromReward } from "../vouchers/reservations.ts";
import { emitChange, emitConfirmed } from "./events.ts";
import { findPayment } from "./paid-events.ts";
import type { Issuance } from "./store.ts";
import * as rows from "./store.ts";

// The payout worker's changes of issuances. Each function belongs into the commit that also settles the job, and none
// changes an issuance that isn't pending: whatever repeats, a reservation is settled once.
// After the commit `topics.issuance(id)` is notified: a caller of /rewards/distribute may be waiting.

/** A payment of the ledger. `txHash` is null if only the contract's marks show it; the indexed events will name the transaction. */
export interface Payment {
  id: number;
  txHash: string | null;
}

/**
 * Confirms rewards that the ledger paid. A batch of payouts takes as many statements as one, but for the points that its rules give.
 * @returns those that were pending
 */
export async function confirm(
  store: Store,
  payments: readonly Payment[],
  { settings, now }: { settings: PointSettings; now: Date },
): Promise<Issuance[]> {
  const byHash = Map.groupBy(await withKnownHashes(store, payments), ({ txHash }) => txHash);
  const confirmed: Issuance[] = [];
  for (const [tx_hash, paid] of byHash) {
    const ids = paid.map(({ id }) => id);
    const change = { from: "pending", to: "confirmed", tx_hash, error_message: null, now } as const;
    confirmed.push(...(await rows.move(store, ids, change)));
  }
  for (const [campaignId, spent] of Map.groupBy(confirmed, ({ campaign_id }) => campaign_id)) {
    const payments = spent.map((each) => ({ ...each, amount: amountOf(each) }));
    await budget.spend(store, campaignId, { payments, now });
  }
  await emitConfirmed(store, confirmed, now);
  await onRewardsConfirmed(store, confirmed, { settings, now });
  for (const { id } of confirmed) await store.notify(topics.issuance(id));
  return confirmed;
}

async function withKnownHashes(store: Store, payments: readonly Payment[]): Promise<Payment[]> {
  const known: Payment[] = [];
  for (const payment of payments) {
    const issuance = payment.txHash === null ? await rows.byId(store, payment.id) : undefined;
    const found = issuance && (await findPayment(store, issuance));
    known.push(found ? { ...payment, txHash: found.tx_hash } : payment);
  }
  return known;
}

/** Fails a reward; only with proof that no transaction on its way can still pay it. `reason` is for the merchant. */
export async function fail(
  store: Store,
  id: number,
  { reason, now }: { reason: string; now: Date },
): Promise<Issuance | null> {
  const change = { from: "pending", to: "failed", tx_hash: null, error_message: reason, now } as const;
  const [issuance] = await rows.move(store, [id], change);
  if (!issuance) return null;
  await emitChange(store, "failed", issuance, now);
  const { voucher_id } = issuance;
  const isBack = voucher_id !== null && (await takeFromReward(store, voucher_id, now));
  if (!isBack) await budget.release(store, issuance.campaign_id, amountOf(issuance), now);
  await store.notify(topics.issuance(id));
  return issuance;
}

/** Amount of an issuance that was requested, and not found on the ledger. */
export function amountOf({ id, amount }: Pick<Issuance, "id" | "amount">): bigint {
  if (amount === null) throw new Error(`the amount of issuance ${id} is not known`);
  return amount;
}

/** Records that a worker has picked these up. */
export async function countAttempt(store: Store, ids: number[], now: Date): Promise<void> {
  await update(store, ids, {
    attempts: sql`${issuances.attempts} + 1`,
    claimed_at: now,
    held_at: null,
    updated_at: now,
  });
}

/** Says that a pending issuance waits for its wallet's trustline. This is an event once, however often it is tried meanwhile. */
export async function hold(store: Store, id: number, { reason, now }: { reason: string; now: Date }): Promise<void> {
  const before = await rows.byId(store, id);
  if (before?.status !== "pending") return;
  const { first_held_at } = before;
  const change = { error_message: reason, held_at: now, first_held_at: first_held_at ?? now, updated_at: now };
  await update(store, [id], change);
  if (first_held_at === null) await emitChange(store, "held", { ...before, ...change }, now);
}

/** Says why a pending issuance waits or is tried again. */
export async function note(store: Store, ids: number[], { reason, now }: { reason: string; now: Date }): Promise<void> {
  await update(store, ids, { error_message: reason, updated_at: now });
}

/** Records that the stored submission carries these. Throws if one is carried already: two transactions could pay it. */
export async function attach(store: Store, ids: number[], submissionId: number, now: Date): Promise<void> {
  const free = and(
    inArray(issuances.id, ids),
    eq(issuances.status, "pending"),
    sql`${issuances.submission_id} is null`,
  );
  const changed = await store
    .update(issuances)
    .set({ submission_id: submissionId, updated_at: now })
    .where(free)
    .returning({ id: issuances.id });
  if (changed.length !== ids.length) {
    throw new Error(`submission ${submissionId} can't carry ${ids.join(", ")}: one of them is settled or on its way`);
  }
}

/** Frees the pending issuances that a submission carried, once it is proven dead or has its results. */
export async function detach(store: Store, submissionId: number, now: Date): Promise<number[]> {
  const freed = await store
    .update(issuances)
    .set({ submission_id: null, updated_at: now })
    .where(and(eq(issuances.submission_id, submissionId), eq(issuances.status, "pending")))
    .returning({ id: issuances.id });
  return freed.map(({ id }) => id);
}

async function update(store: Store, ids: number[], change: Record<string, unknown>): Promise<void> {
  if (ids.length === 0) return;
  await store
    .update(issuances)
    .set(change)
    .where(and(inArray(issuances.id, ids), eq(issuances.status, "pending")));
}
