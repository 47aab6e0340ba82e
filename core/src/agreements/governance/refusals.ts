import type { ContractErrors } from "../../ledger/chain/contract-errors.ts";
import { contractErrors } from "../../ledger/chain/contract-errors.ts";

/** Words for each error of the contract, for the caller, with what to do. */
const refusals: Record<keyof ContractErrors["governance"], string> = {
  Unauthorized: "The account may not do this: it doesn't have the role, or didn't make the proposal.",
  Paused:
    "Governance is stopped, which lasts at most 30 days; or, for a proposal, the whole system is, or a stop ended less than a day ago. Try again when it runs.",
  AlreadyMigrated: "The stored data already has the layout of this code.",
  InvalidAmount: "The amount must be greater than 0, and within what the contract can count.",
  InvalidSettings: "One of the settings is out of bounds. docs/contracts/governance.md lists the bounds.",
  FixedClass: "Calls of admin and of governance itself always need the class Upgrade.",
  InsufficientStake: "The account has staked less than that. Unstake at most what it has.",
  StakeMismatch: "The asset's contract moved a different amount than the call named.",
  NothingCooling: "The account has unstaked nothing. Unstake first.",
  StillCooling: "The cool-down isn't over yet. Withdraw when it is.",
  NothingWarming: "The account has no tokens that warm up. Stake first.",
  StillWarming: "The warm-up isn't over yet. Activate when it is.",
  AccountFrozen: "The asset's administrator has frozen the account. Its tokens stay in governance until that ends.",
  BelowThreshold: "The account has fewer votes than a proposal needs. Stake more, and activate it after the warm-up.",
  InvalidPayload: "A proposal needs 1 to 5 calls with at most 4,096 bytes in all.",
  DescriptionTooLong: "The description is longer than 1,024 bytes. Shorten it.",
  RefusedTarget: "A proposal can't call the reward asset, because governance holds the stakes.",
  ProposalExists: "The account has proposed the same with the same description before. Change the description.",
  InvalidSelfCall: "A vote can't call this function of governance, or the arguments don't fit the function.",
  TooManyProposals: "The account has three proposals whose vote isn't over. Wait until one is.",
  NotFound: "There is no proposal with this id. Check the id.",
  NotActive: "The proposal isn't open for votes: its vote hasn't begun, or is over.",
  AlreadyVoted: "The account has voted on this proposal. Votes can't be changed.",
  InvalidVote: "A vote is against, for or abstain.",
  NoVotes: "The account had no votes when the vote began. Only what was activated by then counts.",
  TooManyDelegators: "A call can name at most 25 delegators. Name the others in another call.",
  NothingToCast:
    "The account can vote for none of these on the proposal: they have voted, had no votes, or didn't name it before the vote began.",
  NotSucceeded: "The proposal can't be queued: its vote isn't over, wasn't won, or it was queued before.",
  NotQueued: "The proposal can't be executed: it was never queued, has run, or was stopped.",
  NotDue: "The proposal's delay isn't over yet. Execute it when it is.",
  Expired: "The time to execute the proposal is over. Propose it again.",
  NotCancellable: "It is too late to stop the proposal: it is winning, has won, has run, or is void.",
  VetoEnded: "The guardian's power to veto has ended.",
  UpgradeNotDue:
    "Governance's new code still waits at admin, or its announcement was cancelled or is void. `merit contract call admin announced_upgrade contract=governance` shows from when it can be used.",
  NotAnnounced:
    "Governance can't announce the new code at admin: it doesn't hold the role upgrader, or other code of the same contract was announced since. Queue the proposal again once it can.",
  StoppedTooLong: "Governance was stopped for 30 days. It can be stopped again 44 days after that stop began.",
  NotVetoable: "The guardian can't stop a proposal that only ends stops and dismisses guardians.",
};

const byCode = new Map(
  Object.entries(refusals).map(([name, words]) => [
    contractErrors.governance[name as keyof typeof refusals] as number,
    words,
  ]),
);

/** Undefined for an error that isn't governance's own. */
export const refusalWords = (code: number | undefined): string | undefined =>
  code === undefined ? undefined : byCode.get(code);
