import { isoTime } from "../../base/days.ts";
import { formatAmount } from "../../base/money.ts";
import { type Escrow, type Proposal, statusOf } from "./store.ts";

/** An escrow as the events of the ledger tell it. */
export const presentEscrowRow = (row: Escrow) => ({
  id: row.contract_escrow_id,
  status: statusOf(row),
  depositor: row.depositor,
  beneficiary: row.beneficiary,
  arbiter: row.arbiter,
  amount: formatAmount(row.amount),
  held: formatAmount(row.held),
  tx_hash: row.tx_hash,
  created_at: isoTime(row.created_at),
  updated_at: isoTime(row.updated_at),
});

export const presentProposal = (proposal: Proposal) => ({
  id: proposal.id,
  escrow_id: proposal.contract_escrow_id,
  wallet_address: proposal.wallet_address,
  action: proposal.action,
  milestone: proposal.action === "cancel" ? null : proposal.milestone,
  share: proposal.share,
  deadline: proposal.deadline && isoTime(proposal.deadline),
  expires_at: isoTime(proposal.expires_at),
});
