import { isoTime } from "../../base/days.ts";
import { formatAmount } from "../../base/money.ts";
import type { Issuance } from "./store.ts";

/** An issuance as the API and events show it. */
export const presentIssuance = (issuance: Issuance) => ({
  id: issuance.id,
  idempotency_key: issuance.idempotency_key,
  campaign_id: issuance.campaign_id,
  user_id: issuance.user_id,
  voucher_id: issuance.voucher_id,
  wallet_address: issuance.wallet_address,
  amount: issuance.amount === null ? null : formatAmount(issuance.amount),
  status: issuance.status,
  tx_hash: issuance.tx_hash,
  error_message: issuance.error_message,
  attempts: issuance.attempts,
  created_at: isoTime(issuance.created_at),
  updated_at: isoTime(issuance.updated_at),
});
