import type { Context } from "../../context/context.ts";
import { requireBalance } from "../../parties/merchants/balance.ts";
import { type Extension, wantedBy } from "./extension.ts";
import { get } from "./service.ts";

/**
 * Refuses to fund a draft that its merchant's balance can't cover; a campaign that is funded already passes.
 * @throws Problem 404, 409 `balance_short`
 */
export async function requireFunds(context: Context, merchantId: number, id: number): Promise<void> {
  const { status, next_status, budget } = await context.db.read((store) => get(store, merchantId, id));
  if (status === "draft" && next_status === null) await requireBalance(context, merchantId, budget);
}

/**
 * Refuses an extension that its merchant's balance can't cover; one that is on its way or done passes.
 * @throws Problem 404, 409 `balance_short`
 */
export async function requireMoreFunds(context: Context, merchantId: number, id: number, wanted: Extension) {
  const more = wantedBy(await context.db.read((store) => get(store, merchantId, id)), wanted);
  if (more > 0n) await requireBalance(context, merchantId, more);
}
