import { isoTime } from "../../base/days.ts";
import { formatAmount } from "../../base/money.ts";
import * as mail from "../../parties/mail/outbox.ts";
import * as merchants from "../../parties/merchants/store.ts";
import type { User } from "../../parties/users/store.ts";
import type { Store } from "../../store/db/store.ts";
import type { Redemption } from "./store.ts";
import * as rows from "./store.ts";

/** Confirms a redemption to its user, in the commit that makes it. Not everybody has an address. */
export const announce = (context: mail.Sender, store: Store, user: User, { id, merchant_id }: Redemption) =>
  mail.postTo(context, store, user, { template: "redemption", merchantId: merchant_id, redemptionId: id });

/** Sentences of the mail about the redemption. @param asset code of the reward asset */
export async function mailDetails(store: Store, id: number, asset: string): Promise<string[]> {
  const redemption = await rows.byId(store, id);
  if (!redemption) return [];
  const { item_name, quantity, points, amount, merchant_id, cancel_until, created_at } = redemption;
  const merchant = merchant_id === null ? undefined : await merchants.byId(store, merchant_id);
  const price = amount === null ? `${points} points` : `${formatAmount(amount)} ${asset}`;
  const units = quantity === 1 ? "" : `${quantity} × `;
  const from = merchant ? ` from ${merchant.name}` : "";
  return [
    `You redeemed ${price}: ${units}${item_name ?? "an item"}${from}. The number of your redemption is ${id}.`,
    ...(cancel_until && cancel_until > created_at ? [`Your wallet can cancel it until ${isoTime(cancel_until)}.`] : []),
  ];
}
