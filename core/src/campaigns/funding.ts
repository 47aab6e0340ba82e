import type { Context } from "../context/context.ts";
import { requireBalance } from "../merchants/balance.ts";
import { get } from "./service.ts";

/**
 * Refuses to fund a draft that its merchant's balance can't cover; a campaign that is funded already passes.
 * @throws Problem 404, 409 `balance_short`
 */
export async function requireFunds(context: Context, merchantId: number, id: number): Promise<void> {
  const { status, next_status, budget } = await context.db.read((store) => get(store, merchantId, id));
  if (status === "draft" && next_status === null) await requireBalance(context, merchantId, budget);
}
