import { isoTime } from "../../base/days.ts";
import { formatAmount } from "../../base/money.ts";
import type { ProposalRow, StakeRow, VoteRow } from "./store.ts";

type Tallied = Pick<
  ProposalRow,
  | "in_favour"
  | "against"
  | "abstain"
  | "quorum"
  | "threshold_bps"
  | "snapshot"
  | "vote_end"
  | "executable_from"
  | "executable_until"
>;

export const presentTallies = (row: Tallied) => ({
  in_favour: formatAmount(row.in_favour),
  against: formatAmount(row.against),
  abstain: formatAmount(row.abstain),
  quorum: formatAmount(row.quorum),
  threshold_bps: row.threshold_bps,
  snapshot: row.snapshot,
  vote_end: row.vote_end,
  executable_from: isoTime(row.executable_from),
  executable_until: isoTime(row.executable_until),
});

/** A proposal without its state, which only the latest ledger decides. */
export const presentProposalRow = (row: ProposalRow) => ({
  id: row.reference,
  proposer: row.proposer,
  description: row.description,
  ...presentTallies(row),
  outcome: row.outcome,
  tx_hash: row.tx_hash,
  created_at: isoTime(row.created_at),
});

export const presentVote = (row: VoteRow) => ({
  voter: row.voter,
  delegate: row.delegate,
  support: row.support,
  weight: formatAmount(row.weight),
  tx_hash: row.tx_hash,
  created_at: isoTime(row.created_at),
});

export const presentStake = (row: Omit<StakeRow, "id">) => ({
  wallet_address: row.wallet_address,
  votes: formatAmount(row.votes),
  warming: formatAmount(row.warming),
  warming_since: isoTime(row.warming_since),
  cooling: formatAmount(row.cooling),
  cooling_until: isoTime(row.cooling_until),
  updated_at: isoTime(row.updated_at),
});

/** `delegate`: null if the right was taken back. */
export const presentDelegation = (delegator: string, delegate: string | null, since: Date) => ({
  wallet_address: delegator,
  delegate,
  since: isoTime(since),
});
