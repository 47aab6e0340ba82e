import type { BodyOf } from "@merit/client/types.ts";
import { record, table } from "../output.ts";

type Escrow = BodyOf<"GET /escrows/:id">;
type Milestone = Escrow["milestones"][number];
type Action = Escrow["parties"][number]["actions"][number] & { wallet: string };
type Proposal = Escrow["proposals"][number];

/** An escrow for people: what it is, its milestones, and what the reader's wallets can do. */
export function escrowText(escrow: Escrow): string {
  const actions = escrow.parties.flatMap(({ wallet_address, actions }) =>
    actions.map((action) => ({ ...action, wallet: wallet_address })),
  );
  return [
    record([
      ["Id", escrow.id],
      ["Status", escrow.status],
      ["Depositor", escrow.depositor],
      ["Beneficiary", escrow.beneficiary],
      ["Arbiter", escrow.arbiter],
      ["Has to accept", escrow.awaited.length > 0 ? escrow.awaited.join(", ") : undefined],
      ["Amount", escrow.amount],
      ["Held", escrow.held],
      ["Released", escrow.released],
      ["Refunded", escrow.refunded],
      ["Fees", `${escrow.fees} (${escrow.fee} basis points)`],
      ["If undecided", `${escrow.undecided_share} basis points to the beneficiary`],
      ["Time to decide", `${escrow.dispute_window / 86_400} days`],
      ["Agreement", escrow.agreement],
      ["Owed to you", escrow.parties.map(({ owed }) => owed).join(", ")],
      ["Created", escrow.created_at],
    ]),
    table<Milestone>(milestoneColumns, escrow.milestones),
    ...(escrow.proposals.length > 0 ? [table<Proposal>(proposalColumns, escrow.proposals)] : []),
    ...(actions.length > 0 ? [table<Action>(actionColumns, actions)] : []),
  ].join("\n");
}

const milestoneColumns = [
  { head: "Milestone", value: (row: Milestone) => row.milestone, right: true },
  { head: "Amount", value: (row: Milestone) => row.amount, right: true },
  { head: "Status", value: (row: Milestone) => row.status },
  { head: "Deadline", value: (row: Milestone) => row.deadline },
  { head: "Decide by", value: (row: Milestone) => row.decide_by },
];

const proposalColumns = [
  { head: "Proposal", value: (row: Proposal) => row.id, right: true },
  { head: "By", value: (row: Proposal) => row.wallet_address },
  { head: "Step", value: (row: Proposal) => row.action },
  { head: "Milestone", value: (row: Proposal) => row.milestone, right: true },
  { head: "Terms", value: (row: Proposal) => (row.share === null ? row.deadline : `share ${row.share}`) },
  { head: "Until", value: (row: Proposal) => row.expires_at },
];

const actionColumns = [
  { head: "You can", value: (row: Action) => row.action.replaceAll("_", " ") },
  { head: "Milestone", value: (row: Action) => row.milestone, right: true },
  { head: "Proposal", value: (row: Action) => row.proposal_id, right: true },
  { head: "Until", value: (row: Action) => row.until },
  { head: "With", value: (row: Action) => row.wallet },
];
