import type { Overview, Power } from "@merit/core/agreements/governance/power.ts";
import { presentPower } from "@merit/core/agreements/governance/presenter.ts";
import type { LedgerProposal, NextStep } from "@merit/core/agreements/governance/proposals.ts";
import { duration, ledgersInDays, time } from "@merit/core/agreements/governance/words.ts";
import { formatAmount } from "@merit/core/base/money.ts";
import { record } from "../output.ts";

// Output of `merit governance`: JSON for scripts has the fields of the API's answers.

/** Lines under one name. */
export const linesText = (name: string, lines: string[]): [string, string][] =>
  lines.map((line, index) => [index === 0 ? name : "", line]);

export const proposalJson = ({ in_favour, against, abstain, quorum, delay, grace, ...proposal }: LedgerProposal) => ({
  ...proposal,
  in_favour: formatAmount(in_favour),
  against: formatAmount(against),
  abstain: formatAmount(abstain),
  quorum: formatAmount(quorum),
  delay_seconds: Number(delay),
  grace_seconds: Number(grace),
});

export const proposalText = (proposal: LedgerProposal) =>
  record([
    ["Proposal", proposal.id],
    ["State", proposal.state],
    ["Proposer", proposal.proposer],
    ...linesText(
      "What it does",
      proposal.calls.map(({ words }) => words),
    ),
    ["For", formatAmount(proposal.in_favour)],
    ["Against", formatAmount(proposal.against)],
    ["Abstain", formatAmount(proposal.abstain)],
    ["Quorum", `${formatAmount(proposal.quorum)} votes for and abstentions in all`],
    ["Majority", `${proposal.threshold_bps / 100} % of the votes for and against`],
    ["Vote", `after ledger ${proposal.snapshot}, until ledger ${proposal.vote_end}`],
    ["Delay", `${duration(proposal.delay)} after it is queued, then ${duration(proposal.grace)} to execute it`],
    ["Next", proposal.next ? nextText(proposal.next) : "nothing more can be done"],
  ]);

function nextText({ step, from, until }: NextStep): string {
  const about = step === "execute" ? "" : "about ";
  return `${step}: from ${about}${from.toISOString()} to ${about}${until.toISOString()}`;
}

export function powerText(power: Power): string {
  const { wallet_address, votes, delegate, warming, cooling } = presentPower(power);
  return record([
    ["Wallet", wallet_address],
    ["Votes", votes],
    ["Delegate", delegate ?? "none"],
    ["Warming up", warming ? `${warming.amount}, can be activated from ${warming.from}` : "0"],
    ["Cooling down", cooling ? `${cooling.amount}, can be withdrawn from ${cooling.from}` : "0"],
  ]);
}

export function overviewText({ settings, votes, warming, cooling, paused }: Overview): string {
  const { parameter, treasury, upgrade } = settings;
  return record([
    ["Stopped", paused ? "yes" : "no"],
    ["Votes of all", formatAmount(votes)],
    ["Warming up", `${formatAmount(warming)}, for ${duration(settings.warm_up)}`],
    ["Cooling down", `${formatAmount(cooling)}, for ${duration(settings.cooldown)}`],
    ["To propose", `${formatAmount(settings.proposal_threshold)} votes`],
    ["Voting delay", ledgersText(settings.voting_delay)],
    ["Voting period", ledgersText(settings.voting_period)],
    ["After the quorum", `at least ${ledgersText(settings.late_extension)}`],
    ["Delay", `${duration(settings.delay)}, then ${duration(settings.grace)} to execute`],
    ["Veto", `until ${time(settings.veto_until)}`],
    ["Lowest quorum", `${formatAmount(settings.quorum_floor)} votes`],
    ...Object.entries({ Parameter: parameter, Treasury: treasury, Upgrade: upgrade }).map(
      ([name, { quorum_bps, threshold_bps }]): [string, string] => [
        `Class ${name}`,
        `quorum ${quorum_bps / 100} % of all votes, majority ${threshold_bps / 100} %`,
      ],
    ),
  ]);
}

const ledgersText = (ledgers: number) => `${ledgers} ledgers (${ledgersInDays(ledgers)})`;
