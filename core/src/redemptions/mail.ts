import type { Store } from "../db/store.ts";
import * as merchants from "../merchants/store.ts";
import * as rows from "./store.ts";

/** What the mail says about the redemption. */
export async function mailDetails(store: Store, id: number): Promise<string[]> {
  const redemption = await rows.byId(store, id);
  if (!redemption) return [];
  const { item_name, quantity, points, merchant_id } = redemption;
  const merchant = merchant_id === null ? undefined : await merchants.byId(store, merchant_id);
  const units = quantity === 1 ? "" : `${quantity} × `;
  const from = merchant ? ` from ${merchant.name}` : "";
  return [`You redeemed ${points} points: ${units}${item_name}${from}. The number of your redemption is ${id}.`];
}
