import { onePage, rewardTx, wallet } from "../../http/examples.ts";

const transaction = {
  id: 3,
  type: "reward" as const,
  campaign_id: 2,
  campaign_name: "Spring",
  wallet_address: wallet,
  user_id: null,
  amount: "12.5",
  tx_hash: rewardTx,
  created_at: "2026-11-21T17:55:01.330Z",
  updated_at: "2026-11-21T17:55:06.018Z",
};
const totals = {
  merchant_id: 1,
  campaign_id: 2,
  transactions: 1,
  amount: "12.5",
  wallets: 1,
  pending: { count: 1, amount: "5" },
  failed: { count: 0, amount: "0" },
};

export const list = { query: { campaign_id: "2", page: "1" }, answers: { 200: onePage(transaction) } };
export const merchantTotals = { query: { campaign_id: "2" }, answers: { 200: totals } };
