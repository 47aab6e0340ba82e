import type { Drop } from "@merit/core/drops/service.ts";
import { formatAmount } from "@merit/core/money.ts";

export const presentDrop = (drop: Drop) => ({
  id: drop.id,
  merchant_id: drop.merchant_id,
  name: drop.name,
  status: drop.status,
  total: formatAmount(drop.total),
  wallets: drop.leaves,
  root: drop.root,
  reference: drop.reference,
  opens_at: drop.opens_at.toISOString(),
  expires_at: drop.expires_at.toISOString(),
  contract_drop_id: drop.contract_drop_id,
  tx_hash: drop.tx_hash,
  sweep_tx_hash: drop.sweep_tx_hash,
  remainder: drop.remainder === null ? null : formatAmount(drop.remainder),
  error_message: drop.error_message,
  created_at: drop.created_at.toISOString(),
  updated_at: drop.updated_at.toISOString(),
});
