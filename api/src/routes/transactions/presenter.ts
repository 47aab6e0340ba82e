import { isoTime } from "@merit/core/days.ts";
import { formatAmount } from "@merit/core/money.ts";
import type { LedgerTransaction, Total, totals } from "@merit/core/transactions/service.ts";

export const presentTransaction = ({ issuance, campaignName }: LedgerTransaction) => ({
  id: issuance.id,
  type: "reward",
  campaign_id: issuance.campaign_id,
  campaign_name: campaignName,
  wallet_address: issuance.wallet_address,
  user_id: issuance.user_id,
  amount: issuance.amount === null ? null : formatAmount(issuance.amount),
  tx_hash: issuance.tx_hash,
  created_at: isoTime(issuance.created_at),
  updated_at: isoTime(issuance.updated_at),
});

type Totals = Awaited<ReturnType<typeof totals>>;

export const presentTotals = (
  merchantId: number,
  campaignId: number | undefined,
  { pending, confirmed, failed }: Totals,
) => ({
  merchant_id: merchantId,
  campaign_id: campaignId ?? null,
  transactions: confirmed.count,
  amount: formatAmount(confirmed.amount),
  wallets: confirmed.wallets,
  pending: presentTotal(pending),
  failed: presentTotal(failed),
});

const presentTotal = ({ count, amount }: Pick<Total, "count" | "amount">) => ({ count, amount: formatAmount(amount) });
