import { type Proposal, ProposalState } from "@merit/bindings/governance";
import { fromSeconds } from "../../base/days.ts";
import type { Chain } from "../../ledger/chain/chain.ts";
import { type DecodedCall, decodeCall, readActions } from "./decode.ts";
import { proposalStates, QUEUE_WINDOW, type StateName } from "./states.ts";

// A proposal as the ledger has it now: its state, its calls in plain words, and what can be done next.

/** The contract's numbers are the positions. */
const stateName = (state: ProposalState) => proposalStates[state] as StateName;

/** Ledgers close about every five seconds. */
const LEDGER_MS = 5_000;

export interface NextStep {
  step: "vote" | "queue" | "execute";
  /** Time of the step: exact for `execute`, for the others estimated from the ledgers that decide. */
  from: Date;
  until: Date;
}

/** Votes in stroops. */
export interface LedgerProposal {
  /** Hex. */
  id: string;
  proposer: string;
  state: StateName;
  calls: DecodedCall[];
  /** Ledger whose stakes count; the vote begins after it. */
  snapshot: number;
  /** Last ledger of the vote. */
  vote_end: number;
  in_favour: bigint;
  against: bigint;
  abstain: bigint;
  /** Votes for and abstentions that it needs. */
  quorum: bigint;
  /** Votes for that it needs, in basis points of for and against. */
  threshold_bps: number;
  /** Seconds from queue to execution, and how long it may then be executed. */
  delay: bigint;
  grace: bigint;
  /** Null until it is queued. */
  executable_from: Date | null;
  executable_until: Date | null;
  /** Null: nothing more can be done. */
  next: NextStep | null;
}

type Ledger = Pick<Chain, "contracts" | "manifest" | "latestLedger">;

/** Undefined if there is no such proposal. @param id hex @throws CallRefused, RpcUnavailable */
export async function readProposal(chain: Ledger, id: string): Promise<LedgerProposal | undefined> {
  const { governance } = chain.contracts;
  const bytes = { id: Buffer.from(id, "hex") };
  const [{ value: found }, { returnValue }, latest] = await Promise.all([
    governance.view("proposal", bytes),
    governance.preview(undefined, "actions", bytes),
    chain.latestLedger(),
  ]);
  if (!found) return undefined;
  const { proposer, snapshot, vote_end, in_favour, against, abstain, quorum, threshold_bps, delay, grace, eta } = found;
  const isQueued = eta > 0n;
  const times = {
    // A vote's settings keep these times near the present.
    executable_from: isQueued ? fromSeconds(eta) : null,
    executable_until: isQueued ? fromSeconds(eta + grace) : null,
  };
  return {
    ...{ id, proposer, state: stateName(found.state) },
    calls: readActions(returnValue).map((action) => decodeCall(chain, action)),
    ...{ snapshot, vote_end, in_favour, against, abstain, quorum, threshold_bps, delay, grace },
    ...times,
    next: nextStep(found, latest),
  };
}

function nextStep(
  { state, snapshot, vote_end, eta, grace }: Proposal,
  latest: { sequence: number; closeTime: Date },
): NextStep | null {
  const closing = (ledger: number) => new Date(latest.closeTime.getTime() + (ledger - latest.sequence) * LEDGER_MS);
  switch (state) {
    case ProposalState.Pending:
    case ProposalState.Active:
      return { step: "vote", from: closing(snapshot + 1), until: closing(vote_end) };
    case ProposalState.Succeeded:
      return { step: "queue", from: closing(vote_end + 1), until: closing(vote_end + QUEUE_WINDOW) };
    case ProposalState.Queued:
      return { step: "execute", from: fromSeconds(eta), until: fromSeconds(eta + grace) };
    default:
      return null;
  }
}
