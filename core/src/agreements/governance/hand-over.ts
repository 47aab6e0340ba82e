import { fromSeconds } from "../../base/days.ts";
import { formatAmount } from "../../base/money.ts";
import type { Chain } from "../../ledger/chain/chain.ts";
import { anyContract } from "../../ledger/chain/contracts.ts";
import { SetupError } from "../../ledger/chain/errors.ts";
import type { Signer } from "../../ledger/chain/keys.ts";
import type { ContractCall, ContractCalls } from "../../ledger/contract-calls/calls.ts";
import { readOverview, readPower } from "./power.ts";
import { type LedgerProposal, readProposal } from "./proposals.ts";
import { actionsOf, proposalId } from "./templates.ts";

// Hands the administration over to governance, step by step. The ledger alone says which step is next, so that it can be
// continued at any time, and from another machine.

export const handOverSteps = {
  announce: "Announce governance as the new admin",
  propose: "Propose that governance accepts the administration",
  vote: "Vote for the proposal",
  queue: "Queue the won proposal",
  execute: "Execute the proposal: governance becomes the admin",
} as const;
export type HandOverStep = keyof typeof handOverSteps;

export interface Taken {
  step: HandOverStep;
  tx_hash: string;
}

export interface HandOver {
  /** True: governance is the admin. */
  done: boolean;
  /** Steps that this run took. */
  taken: Taken[];
  /** Null before it is proposed. */
  proposal: LedgerProposal | null;
  /** When to continue; null when done. Estimated where ledgers decide. */
  continue_from: Date | null;
}

type Next =
  | { kind: "done"; proposal: null }
  | { kind: "wait"; until: Date; proposal: LedgerProposal }
  | { kind: "step"; step: HandOverStep; call: ContractCall; signer: Signer; proposal: LedgerProposal | null };

/** Most steps of a run, more than it can take: a step that has no effect must not be repeated forever. */
const MAX_STEPS = Object.keys(handOverSteps).length + 1;

/**
 * Takes every step that can be taken now.
 * @param as staker who proposes and votes: its name or address in the key file
 * @param agree asked before each step is signed
 * @throws SetupError saying what is missing, CallRefused, RpcUnavailable, and what `agree` throws
 */
export async function handOver(
  calls: ContractCalls,
  as: string,
  agree: (step: HandOverStep, signer: string) => Promise<void>,
  signal: AbortSignal,
): Promise<HandOver> {
  const taken: Taken[] = [];
  for (;;) {
    const next = await nextOf(calls, as);
    if (next.kind !== "step") {
      const { kind, proposal } = next;
      return { done: kind === "done", taken, proposal, continue_from: next.kind === "wait" ? next.until : null };
    }
    if (taken.length === MAX_STEPS) throw new SetupError("The hand-over makes no progress; look at `merit roles list`");
    await agree(next.step, next.signer.publicKey);
    const { txHash } = await calls.send(next.call, next.signer, signal);
    taken.push({ step: next.step, tx_hash: txHash });
  }
}

async function nextOf(calls: ContractCalls, as: string): Promise<Next> {
  const { chain } = calls;
  const { admin, governance } = chain.contracts;
  const [{ value: current }, { value: pending }, { closeTime: now }] = await Promise.all([
    admin.view("get_admin"),
    admin.view("pending_transfer"),
    chain.latestLedger(),
  ]);
  if (current === governance.id) return { kind: "done", proposal: null };
  const transfer = pending && now < fromSeconds(pending.expires_at) ? pending : undefined;
  if (transfer && transfer.to !== governance.id) {
    throw new SetupError(
      `${calls.named(transfer.to)} is announced as the new admin; cancel that with "merit roles cancel" first`,
    );
  }
  const signer = calls.signer(as);
  const { proposal, call } = await ownProposal(chain, signer.publicKey);
  if (!proposal) await requireVotes(chain, signer.publicKey);
  if (!transfer) {
    const call = {
      contract: anyContract(chain.contracts, "admin"),
      method: "begin_transfer",
      args: { new_admin: governance.id },
    };
    return { kind: "step", step: "announce", call, signer: adminKey(calls, current), proposal: proposal ?? null };
  }
  if (!proposal) return { kind: "step", step: "propose", call, signer, proposal: null };
  const act = (step: HandOverStep, args: object = {}): Next => {
    const named = { ...args, id: Buffer.from(proposal.id, "hex") };
    return {
      kind: "step",
      step,
      call: { contract: anyContract(chain.contracts, "governance"), method: step, args: named },
      signer,
      proposal,
    };
  };
  const until = proposal.next?.until ?? now;
  switch (proposal.state) {
    case "pending":
      return { kind: "wait", until: proposal.next?.from ?? now, proposal };
    case "active": {
      const vote = { id: Buffer.from(proposal.id, "hex"), voter: signer.publicKey };
      if ((await governance.view("has_voted", vote)).value) return { kind: "wait", until, proposal };
      return act("vote", { voter: signer.publicKey, support: 1 });
    }
    case "succeeded":
      return act("queue");
    default: {
      const due = new Date(Math.max(Number(transfer.eta) * 1000, proposal.executable_from?.getTime() ?? 0));
      return now < due ? { kind: "wait", until: due, proposal } : act("execute");
    }
  }
}

const ENDED: LedgerProposal["state"][] = ["defeated", "cancelled", "expired", "executed"];

/** The proposer's proposal that is on its way, or the call that makes the next one. Each attempt has its own description. */
async function ownProposal(
  chain: Chain,
  proposer: string,
): Promise<{ proposal: LedgerProposal | undefined; call: ContractCall }> {
  const actions = actionsOf(chain.contracts, { template: "accept_administration" });
  for (let attempt = 1; ; attempt++) {
    const description = `Governance accepts the administration${attempt === 1 ? "" : ` (attempt ${attempt})`}`;
    const args = { proposer, actions, description };
    const proposal = await readProposal(chain, proposalId(chain.contracts, args));
    if (proposal && ENDED.includes(proposal.state)) continue;
    return { proposal, call: { contract: anyContract(chain.contracts, "governance"), method: "propose", args } };
  }
}

/** The announcement waits for nobody: it is void 14 days after it could be accepted. */
async function requireVotes(chain: Chain, proposer: string): Promise<void> {
  const [{ settings, votes }, own] = await Promise.all([readOverview(chain), readPower(chain, proposer)]);
  if (own.votes < settings.proposal_threshold) {
    throw new SetupError(
      `${proposer} has ${formatAmount(own.votes)} votes, and a proposal needs ${formatAmount(settings.proposal_threshold)}; ` +
        "stake more with `merit governance stake <amount> --as <account>` and activate it after the warm-up",
    );
  }
  if (votes < settings.quorum_floor) {
    throw new SetupError(
      `All stakers together have ${formatAmount(votes)} votes, and a vote needs at least ${formatAmount(settings.quorum_floor)}; ` +
        "let more tokens be staked and activated first",
    );
  }
}

function adminKey(calls: ContractCalls, admin: string | null | undefined): Signer {
  const signer = admin ? calls.keys().byAddress(admin) : undefined;
  if (signer) return signer;
  throw new SetupError(
    `Only the admin ${admin ? calls.named(admin) : "(there is none)"} can announce governance, and the key file has no key for it; ` +
      'run "merit roles hand-over governance" where that key is, then this command again',
  );
}
