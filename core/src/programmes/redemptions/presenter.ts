import { isoTime } from "../../base/days.ts";
import { formatAmount } from "../../base/money.ts";
import type { Redemption } from "./store.ts";

/** A redemption without the next actions of its reader. */
export const presentRedemption = (redemption: Redemption) => ({
  id: redemption.id,
  kind: redemption.kind,
  status: redemption.status,
  user_id: redemption.user_id,
  merchant_id: redemption.merchant_id,
  item_id: redemption.item_id,
  item_name: redemption.item_name,
  quantity: redemption.quantity,
  price: redemption.price,
  price_version: redemption.price_version,
  points: redemption.points,
  reason: redemption.reason,
  next_status: redemption.next_status,
  error_message: redemption.error_message,
  on_chain: redemption.kind === "on_chain" ? presentOnChain(redemption) : null,
  created_at: isoTime(redemption.created_at),
  updated_at: isoTime(redemption.updated_at),
});

const presentOnChain = (redemption: Redemption) => ({
  wallet_address: redemption.wallet_address,
  contract_redemption_id: redemption.contract_redemption_id,
  contract_item_id: redemption.contract_item_id,
  amount: redemption.amount === null ? null : formatAmount(redemption.amount),
  reference: redemption.reference,
  cancel_until: redemption.cancel_until === null ? null : isoTime(redemption.cancel_until),
  deadline: isoTime(redemption.deadline),
  tx_hash: redemption.tx_hash,
  end_tx_hash: redemption.end_tx_hash,
});
