import type { Milestone } from "@merit/bindings/escrow";
import { type Action, milestoneStatuses } from "@merit/core/agreements/escrows/actions.ts";
import { presentEscrowRow, presentProposal } from "@merit/core/agreements/escrows/presenter.ts";
import { preimageOf } from "@merit/core/agreements/escrows/proposals.ts";
import type { Details, Listed, Proposal } from "@merit/core/agreements/escrows/service.ts";
import { statusOf } from "@merit/core/agreements/escrows/store.ts";
import { fromSeconds, isoTime } from "@merit/core/base/days.ts";
import { formatAmount } from "@merit/core/base/money.ts";
import type { Context } from "@merit/core/context/context.ts";

export const presentSummary = ({ row, parties, seen }: Listed) => ({
  ...presentEscrowRow(row),
  roles: parties.map(({ role }) => role),
  milestones: seen?.escrow.milestones.map(presentMilestone) ?? null,
  parties: parties.map(({ wallet, role }, index) => ({
    wallet_address: wallet,
    role,
    actions: seen && (seen.actions[index] ?? []).map(presentAction),
  })),
});

const presentMilestone = ({ amount, deadline, status, decide_by, evidence }: Milestone, milestone: number) => ({
  milestone,
  amount: formatAmount(amount),
  deadline: atSecond(deadline),
  status: milestoneStatuses[status],
  decide_by: decide_by === null ? null : atSecond(decide_by),
  evidence: evidence && hex(evidence),
});

const presentAction = ({ until, ...action }: Action) => ({ ...action, until: until && isoTime(until) });

export function presentEscrow({ row, escrow, parties, proposals }: Details) {
  const { sums, milestones, awaited } = escrow;
  const disputed = milestones.some(({ status }) => milestoneStatuses[status] === "disputed") ? 1 : 0;
  return {
    ...presentEscrowRow(row),
    status: statusOf({ held: sums.held, disputed, bound: awaited === null }),
    amount: formatAmount(sums.deposited),
    held: formatAmount(sums.held),
    awaited: awaited ?? [],
    released: formatAmount(sums.released),
    refunded: formatAmount(sums.refunded),
    fees: formatAmount(sums.fees),
    fee: escrow.fee,
    agreement: hex(escrow.agreement),
    dispute_window: Number(escrow.dispute_window),
    undecided_share: escrow.undecided_share,
    milestones: milestones.map(presentMilestone),
    parties: parties.map(({ wallet, role, owed, actions }) => ({
      wallet_address: wallet,
      role,
      owed: formatAmount(owed),
      actions: actions.map(presentAction),
    })),
    proposals: proposals.map(presentProposal),
  };
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");
const atSecond = (seconds: bigint) => isoTime(fromSeconds(seconds));

export const presentNewProposal = (context: Pick<Context, "chain">, proposal: Proposal) => ({
  ...presentProposal(proposal),
  authorization: preimageOf(context, proposal),
  network_passphrase: context.chain.passphrase,
});
