import type { DecodedCall } from "@merit/core/agreements/governance/decode.ts";
import { callName } from "@merit/core/agreements/governance/decode.ts";
import { presentProposalRow, presentTallies } from "@merit/core/agreements/governance/presenter.ts";
import type { Proposal } from "@merit/core/agreements/governance/service.ts";
import type { Delegators, ListedProposal } from "@merit/core/agreements/governance/store.ts";
import { isoTime } from "@merit/core/base/days.ts";
import { formatAmount } from "@merit/core/base/money.ts";
import type { Context } from "@merit/core/context/context.ts";

export const presentDelegators = ({ rows, count, votes }: Delegators) => ({
  data: rows.map(({ delegator, votes, since }) => ({
    wallet_address: delegator,
    votes: formatAmount(votes),
    since: isoTime(since),
  })),
  count,
  votes: formatAmount(votes),
});

export const presentListed = ({ chain }: Context, { state, ...row }: ListedProposal) => ({
  ...presentProposalRow(row),
  state,
  calls: (row.calls as { target: string; function: string }[]).map((call) => callName(chain.manifest, call)),
});

export const presentCall = ({ contract, target, function: name, args, known, words }: DecodedCall) => ({
  contract,
  target,
  function: name,
  args,
  known,
  words,
});

export const presentProposal = ({ row, ...proposal }: Proposal) => ({
  id: proposal.id,
  state: proposal.state,
  proposer: proposal.proposer,
  calls: proposal.calls.map(presentCall),
  ...presentTallies(proposal),
  delay_seconds: Number(proposal.delay),
  grace_seconds: Number(proposal.grace),
  next: proposal.next && {
    step: proposal.next.step,
    from: isoTime(proposal.next.from),
    until: isoTime(proposal.next.until),
  },
  description: row?.description ?? null,
  outcome: row?.outcome ?? null,
  tx_hash: row?.tx_hash ?? null,
  created_at: row ? isoTime(row.created_at) : null,
});
