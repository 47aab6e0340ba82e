import { fromSeconds, isoTime } from "../../base/days.ts";
import { formatAmount } from "../../base/money.ts";
import type { Overview, Power } from "./power.ts";
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

export const presentOverview = ({ settings, ...sums }: Overview) => ({
  paused: sums.paused,
  votes: formatAmount(sums.votes),
  warming: formatAmount(sums.warming),
  cooling: formatAmount(sums.cooling),
  proposal_threshold: formatAmount(settings.proposal_threshold),
  quorum_floor: formatAmount(settings.quorum_floor),
  voting_delay_ledgers: settings.voting_delay,
  voting_period_ledgers: settings.voting_period,
  late_extension_ledgers: settings.late_extension,
  delay_seconds: Number(settings.delay),
  grace_seconds: Number(settings.grace),
  warm_up_seconds: Number(settings.warm_up),
  cooldown_seconds: Number(settings.cooldown),
  veto_until: isoTime(fromSeconds(settings.veto_until)),
  classes: { parameter: settings.parameter, treasury: settings.treasury, upgrade: settings.upgrade },
});

const locked = (part: Power["warming"]) => part && { amount: formatAmount(part.amount), from: isoTime(part.from) };

export const presentPower = ({ wallet, votes, delegate, warming, cooling }: Power) => ({
  wallet_address: wallet,
  votes: formatAmount(votes),
  delegate,
  warming: locked(warming),
  cooling: locked(cooling),
});
