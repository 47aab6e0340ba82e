import * as budget from "../../programmes/campaigns/budget.ts";
import type { Store } from "../../store/db/store.ts";
import { emitBatch, emitVoucher } from "./events.ts";
import type { Batch, Voucher } from "./store.ts";
import * as rows from "./store.ts";

// The holder of a voucher's reservation in its campaign: the voucher itself while it is open, its reward while that is pending, and
// nobody otherwise. A change of the voucher's status moves the reservation, and each change is one conditional UPDATE: whatever
// happens at the same moment, one of them moves it.

/**
 * Gives the reservation to the voucher's reward, which is to be paid.
 * @returns false if the voucher wasn't open: nothing is reserved for the reward
 */
export const giveToReward = (store: Store, id: number, now: Date): Promise<boolean> =>
  rows.move(store, id, { from: ["open"], to: "redeemed", now });

/**
 * The voucher's reward has failed: the voucher is open again and has the reservation, so that its code isn't lost. Past its expiry it
 * ends as any open one does.
 * @returns false if the voucher wasn't redeemed: the reservation is still the reward's
 */
export async function takeFromReward(store: Store, id: number, now: Date): Promise<boolean> {
  const isBack = await rows.move(store, id, { from: ["redeemed"], to: "open", now });
  if (isBack) await emitVoucher(store, "reopened", id, now);
  return isBack;
}

/** Marks a voucher that had ended as redeemed: its reward is tried again, with a reservation of its own. */
export async function redeemEnded(store: Store, id: number, now: Date): Promise<void> {
  await rows.move(store, id, { from: ["cancelled", "expired"], to: "redeemed", now });
}

/** Settles a voucher whose reward the ledger has paid: no second one must be paid. */
export async function settlePaid(store: Store, voucher: Voucher, now: Date): Promise<void> {
  if (await giveToReward(store, voucher.id, now)) {
    await budget.release(store, voucher.campaign_id, voucher.batch.amount, now);
  } else {
    await redeemEnded(store, voucher.id, now);
  }
}

export type Ending = "cancelled" | "expired";

/** Ends a batch's open vouchers: their amounts are free again. @returns how many there were */
export async function endBatch(store: Store, batch: Batch, to: Ending, now: Date): Promise<number> {
  const count = await rows.moveOpen(store, batch.id, to, now);
  if (count === 0) return 0;
  await budget.release(store, batch.campaign_id, batch.amount * BigInt(count), now);
  await emitBatch(store, to, batch, now);
  return count;
}

/** Ends a batch that was found to be over, unless its campaign was extended since. @returns how many open vouchers it had */
export async function expireBatch(store: Store, { id }: Batch, now: Date): Promise<number> {
  const [batch] = await rows.overBatches(store, now, 1, id);
  return batch ? endBatch(store, batch, "expired", now) : 0;
}

/** Cancels one voucher; false if it isn't open. */
export async function cancelOne(store: Store, { id, batch }: Voucher, now: Date): Promise<boolean> {
  if (!(await rows.move(store, id, { from: ["open"], to: "cancelled", now }))) return false;
  await budget.release(store, batch.campaign_id, batch.amount, now);
  await emitBatch(store, "cancelled", batch, now);
  return true;
}
