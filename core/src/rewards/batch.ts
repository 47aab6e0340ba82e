import type { Context } from "../context/context.ts";
import { undoneIfRefused } from "../db/dialect.ts";
import type { Store } from "../db/store.ts";
import { Problem } from "../errors.ts";
import { type Accepted, acceptOne, type NewReward } from "./accept.ts";

/** A reward that was accepted, or why it wasn't. */
export type BatchResult = Accepted | Problem;

/**
 * Accepts rewards in the caller's commit, each by the rules of a single one and in this order: a refused one leaves the
 * others unchanged, and if a key comes twice, the second one is a repeat.
 * @throws Problem 503 `reconciling` for all of them
 */
export async function acceptBatch(
  context: Pick<Context, "clock" | "settings">,
  store: Store,
  merchantId: number,
  rewards: readonly NewReward[],
): Promise<BatchResult[]> {
  const results: BatchResult[] = [];
  for (const reward of rewards) {
    const result = await undoneIfRefused(store, () => acceptOne(context, store, merchantId, reward));
    // The caller's mistakes concern one reward; our failures concern all.
    if (result instanceof Problem && result.status >= 500) throw result;
    results.push(result);
  }
  return results;
}
