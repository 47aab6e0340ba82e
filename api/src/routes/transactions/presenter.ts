import { isoTime } from "@merit/core/base/days.ts";
import { formatAmount } from "@merit/core/base/money.ts";
import { keyText, type LedgerTransaction, type Total, type Totals } from "@merit/core/payouts/transactions/service.ts";

/** `leaf`: of a drop's share. */
export const presentTransaction = (row: LedgerTransaction & { leaf?: number }) => ({
  id: keyText({ type: row.type, id: row.id, leaf: row.leaf ?? 0 }),
  type: row.type,
  issuance_id: row.type === "reward" ? row.id : null,
  drop_id: row.type === "drop" ? row.id : null,
  campaign_id: row.campaign_id,
  campaign_name: row.type === "reward" ? row.name : null,
  drop_name: row.type === "drop" ? row.name : null,
  wallet_address: row.wallet_address,
  user_id: row.user_id,
  amount: row.amount === null ? null : formatAmount(row.amount),
  tx_hash: row.tx_hash,
  created_at: isoTime(row.created_at),
  updated_at: isoTime(row.updated_at),
});

export const presentTotals = (
  merchantId: number,
  campaignId: number | undefined,
  { pending, held, confirmed, failed }: Totals,
) => ({
  merchant_id: merchantId,
  campaign_id: campaignId ?? null,
  rewards: confirmed.count,
  transactions: confirmed.transactions,
  amount: formatAmount(confirmed.amount),
  wallets: confirmed.wallets,
  pending: presentTotal(pending),
  held: presentTotal(held),
  failed: presentTotal(failed),
});

const presentTotal = ({ count, amount }: Pick<Total, "count" | "amount">) => ({ count, amount: formatAmount(amount) });
