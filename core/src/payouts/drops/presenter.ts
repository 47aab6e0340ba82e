import { isoTime } from "../../base/days.ts";
import { formatAmount } from "../../base/money.ts";
import type { Drop, DropShare } from "./store.ts";

export const presentDrop = (drop: Drop) => ({
  id: drop.id,
  merchant_id: drop.merchant_id,
  name: drop.name,
  status: drop.status,
  total: formatAmount(drop.total),
  wallets: drop.leaves,
  root: drop.root,
  reference: drop.reference,
  starts_at: isoTime(drop.opens_at),
  ends_at: isoTime(drop.expires_at),
  contract_drop_id: drop.contract_drop_id,
  tx_hash: drop.tx_hash,
  end_tx_hash: drop.sweep_tx_hash,
  remainder: drop.remainder === null ? null : formatAmount(drop.remainder),
  error_message: drop.error_message,
  created_at: isoTime(drop.created_at),
  updated_at: isoTime(drop.updated_at),
});

/** A share without the fields that only a claim needs. */
export const presentShareState = (drop: Drop, share: DropShare) => ({
  drop_id: drop.id,
  merchant_id: drop.merchant_id,
  name: drop.name,
  wallet_address: share.wallet_address,
  amount: formatAmount(share.amount),
  starts_at: isoTime(drop.opens_at),
  ends_at: isoTime(drop.expires_at),
  claim_status: share.claim_status,
  claim_tx_hash: share.claim_tx_hash,
  claim_error: share.claim_error,
  contract_drop_id: drop.contract_drop_id,
  index: share.leaf,
});
