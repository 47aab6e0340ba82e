import type { Store } from "../../store/db/store.ts";
import * as jobs from "../../store/jobs/jobs.ts";
import { tooManyWaiting } from "../chain/problems.ts";

/** Transactions for a merchant's records that may wait to be sent. Above it, nothing new can be asked for; what exists can still be ended. */
export const MOST_WAITING = 1_000;

/**
 * For calls that make a new record, which a transaction then puts on the ledger. Counts campaigns and drops, which are the merchant's own
 * group, and items. What its customers ask for, such as claims of a drop, doesn't count: they could shut the merchant out.
 * @throws Problem 429 `too_many_waiting`
 */
export async function requireRoom(store: Store, merchantId: number): Promise<void> {
  const waiting = await jobs.waitingOf(store, {
    queue: "transaction-submission",
    group: String(merchantId),
    prefix: jobs.groupOf(merchantId, "contract-item"),
    most: MOST_WAITING,
  });
  if (waiting >= MOST_WAITING) throw tooManyWaiting(MOST_WAITING);
}
