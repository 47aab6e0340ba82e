import { ProposalState } from "@merit/bindings/governance";
import type { WalletCalls } from "../../context/contract.ts";
import { assetErrors } from "../../ledger/chain/contract-errors.ts";
import type { Contracts } from "../../ledger/chain/contracts.ts";
import { bytes } from "../../ledger/chain/outcome.ts";
import { type VoteSupport, voteSupports } from "../../store/db/schema/governance.ts";
import { restoredAction, type StoredAction } from "./decode.ts";
import { refusalWords } from "./refusals.ts";

// Calls that stakers and voters sign.

/** Arguments as stored; amounts in stroops, as text; proposals by their ids, 32 bytes in hex. */
export interface GovernanceArguments {
  "governance.stake": { amount: string };
  "governance.activate": Record<string, never>;
  "governance.unstake": { amount: string };
  "governance.withdraw": Record<string, never>;
  /** `proposal`: the id that the contract gives it. */
  "governance.propose": { proposal: string; actions: StoredAction[]; description: string };
  "governance.vote": { proposal: string; support: VoteSupport };
  /** Null: nobody any more. */
  "governance.delegate": { delegate: string | null };
  "governance.vote_for": { proposal: string; support: VoteSupport; delegators: string[] };
  "governance.queue": { proposal: string };
  "governance.execute": { proposal: string };
  "governance.cancel": { proposal: string };
}

const rules: WalletCalls<GovernanceArguments>["rules"] = {
  "governance.stake": {
    operation: ({ governance }, staker, { amount }) => governance.call("stake", { staker, amount: BigInt(amount) }),
  },
  "governance.activate": { operation: ({ governance }, staker) => governance.call("activate", { staker }) },
  "governance.unstake": {
    operation: ({ governance }, staker, { amount }) => governance.call("unstake", { staker, amount: BigInt(amount) }),
  },
  "governance.withdraw": { operation: ({ governance }, staker) => governance.call("withdraw", { staker }) },
  "governance.propose": {
    operation: ({ governance }, proposer, { actions, description }) =>
      governance.call("propose", { proposer, actions: actions.map(restoredAction), description }),
    isDone: async (contracts, _proposer, { proposal }) => (await stateOf(contracts, proposal)) !== undefined,
  },
  "governance.vote": {
    operation: ({ governance }, voter, { proposal, support }) =>
      governance.call("vote", { voter, id: bytes(proposal), support: voteSupports.indexOf(support) }),
  },
  "governance.delegate": {
    operation: ({ governance }, account, { delegate }) =>
      governance.call("delegate", { account, delegatee: delegate ?? account }),
  },
  "governance.vote_for": {
    operation: ({ governance }, delegate, { proposal, support, delegators }) =>
      governance.call("vote_for", {
        ...{ delegate, id: bytes(proposal), support: voteSupports.indexOf(support), delegators },
      }),
  },
  "governance.queue": {
    operation: ({ governance }, _wallet, { proposal }) => governance.call("queue", { id: bytes(proposal) }),
    isDone: async (contracts, _wallet, { proposal }) => (await stateOf(contracts, proposal)) === ProposalState.Queued,
  },
  "governance.execute": {
    withoutAuthority: true,
    operation: ({ governance }, _wallet, { proposal }) => governance.call("execute", { id: bytes(proposal) }),
    isDone: async (contracts, _wallet, { proposal }) => (await stateOf(contracts, proposal)) === ProposalState.Executed,
  },
  "governance.cancel": {
    operation: ({ governance }, proposer, { proposal }) => governance.call("cancel", { proposer, id: bytes(proposal) }),
    isDone: async (contracts, _proposer, { proposal }) =>
      (await stateOf(contracts, proposal)) === ProposalState.Canceled,
  },
};

/** Undefined: there is no such proposal. */
const stateOf = async ({ governance }: Contracts, proposal: string) =>
  (await governance.view("proposal", { id: bytes(proposal) })).value?.state;

/** Errors of the asset's own contract when it moves the stake. */
const assetRefusals: Record<number, string> = {
  [assetErrors.balance]: "The wallet has fewer tokens than `amount`.",
  [assetErrors.notAuthorized]: "The wallet's trustline is frozen: ask the asset's issuer.",
  [assetErrors.noTrustline]: "The wallet has no trustline to the reward asset, and so no tokens to stake.",
};

export const governanceCalls: WalletCalls<GovernanceArguments> = {
  rules,
  // Within a proposal, errors of the asset are about somebody else's tokens.
  refusal: (code, _contracts, args) => refusalWords(code) ?? ("amount" in args ? assetRefusals[code ?? -1] : undefined),
};
