import { type Escrow, type Milestone, Status } from "@merit/bindings/escrow";
import { fromSeconds } from "../../base/days.ts";
import type { Proposal, Role } from "./store.ts";

// Actions of each party, by the contract's rules (docs/contracts/escrow.md, "States").

/** In the order of the contract's `Status`. */
export const milestoneStatuses = ["held", "disputed", "released", "refunded", "split"] as const;

export const actionNames = [
  "accept",
  "release",
  "cancel",
  "dispute",
  "submit_evidence",
  "resolve",
  "expire",
  "withdraw",
  "propose_split",
  "propose_extend",
  "propose_cancel",
  "agree",
] as const;

export interface Action {
  action: (typeof actionNames)[number];
  /** Null: it concerns the whole escrow, or what the wallet is owed. */
  milestone: number | null;
  /** Time from which it is refused; null: no time ends it. */
  until: Date | null;
  /** The proposal that `agree` is about. */
  proposal_id: number | null;
}

interface Asking {
  wallet: string;
  role: Role;
  /** Stroops. */
  owed: bigint;
  /** Proposals that can still be agreed to. */
  proposals: Proposal[];
  /** The ledger's time. */
  now: Date;
}

/** Actions that a party can take now, in the order of the milestones. */
export function actionsOf(escrow: Escrow, { wallet, role, owed, proposals, now }: Asking): Action[] {
  const isOpen = escrow.sums.held > 0n;
  const isBound = escrow.awaited === null;
  const isParty = role !== "arbiter";
  return [
    ...when(isOpen && escrow.awaited?.includes(wallet), "accept"),
    ...when(isOpen && !isBound && role === "depositor", "cancel"),
    ...escrow.milestones.flatMap((milestone, index) =>
      ofMilestone(milestone, { isBound, role, now }).map((action) => ({ ...action, milestone: index })),
    ),
    ...when(isOpen && isBound && isParty, "propose_cancel"),
    ...proposals
      .filter(({ wallet_address }) => isParty && wallet_address !== wallet)
      .map(({ id, action, milestone, deadline, expires_at }) => ({
        ...{ action: "agree" as const, proposal_id: id },
        until: deadline !== null && deadline < expires_at ? deadline : expires_at,
        milestone: action === "cancel" ? null : milestone,
      })),
    ...when(owed > 0n, "withdraw"),
  ];
}

function ofMilestone(
  milestone: Milestone,
  { isBound, role, now }: { isBound: boolean; role: Role; now: Date },
): Action[] {
  if (!isOpenMilestone(milestone)) return [];
  const isHeld = milestone.status === Status.Held;
  const until = fromSeconds((isHeld ? milestone.deadline : milestone.decide_by) ?? 0n);
  const isInTime = now < until;
  const isParty = role !== "arbiter";
  return [
    ...when(role === "depositor", "release"),
    ...when(isParty && isHeld && isBound && isInTime, "dispute", until),
    ...when(isParty && !isHeld && isInTime, "submit_evidence", until),
    ...when(!isParty && !isHeld && isInTime, "resolve", until),
    ...when(!isInTime, "expire"),
    ...when(isParty, "propose_split"),
    ...when(isParty && isHeld, "propose_extend"),
  ];
}

const when = (isPossible: boolean | undefined, action: Action["action"], until: Date | null = null): Action[] =>
  isPossible ? [{ action, milestone: null, until, proposal_id: null }] : [];

const isOpenMilestone = ({ status }: Milestone) => status === Status.Held || status === Status.Disputed;

/** True if the other party can still agree to it, apart from its expiry. */
export function isAgreeable(escrow: Escrow, { action, milestone: index, deadline }: Proposal, now: Date): boolean {
  if (action === "cancel") return escrow.awaited === null && escrow.sums.held > 0n;
  const milestone = escrow.milestones[index];
  if (!milestone || !isOpenMilestone(milestone)) return false;
  if (action === "split") return true;
  if (milestone.status !== Status.Held || deadline === null) return false;
  return deadline > fromSeconds(milestone.deadline) && deadline > now;
}
