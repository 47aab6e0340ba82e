/**
* Errors of `governance`, 20000 and up. The numbers are stable.
*/
export const GovernanceError = {
    /**
     * The caller doesn't hold the role, or didn't make the proposal.
     */
    20000: { message: "Unauthorized" },
    /**
     * This contract or the whole system is stopped.
     */
    20001: { message: "Paused" },
    /**
     * The stored data already has this schema version.
     */
    20002: { message: "AlreadyMigrated" },
    /**
     * Not above 0 and at most `i64::MAX`.
     */
    20003: { message: "InvalidAmount" },
    /**
     * A setting is out of its bounds.
     */
    20010: { message: "InvalidSettings" },
    /**
     * A page has 1 to 100 entries.
     */
    20011: { message: "InvalidPage" },
    /**
     * Calls to this contract and to `admin` always are of the class `Upgrade`.
     */
    20012: { message: "FixedClass" },
    /**
     * Less is staked than is to be unstaked.
     */
    20020: { message: "InsufficientStake" },
    /**
     * The asset moved another amount than was asked for.
     */
    20021: { message: "StakeMismatch" },
    /**
     * Nothing was unstaked.
     */
    20022: { message: "NothingCooling" },
    /**
     * The cool-down hasn't passed yet.
     */
    20023: { message: "StillCooling" },
    /**
     * The proposer had fewer votes than a proposal needs.
     */
    20030: { message: "BelowThreshold" },
    /**
     * No action, too many, or too many bytes of arguments.
     */
    20031: { message: "InvalidPayload" },
    /**
     * The description is too long.
     */
    20032: { message: "DescriptionTooLong" },
    /**
     * The reward asset is no target: it holds the stakes.
     */
    20033: { message: "RefusedTarget" },
    /**
     * The same account proposed the same with the same description before.
     */
    20034: { message: "ProposalExists" },
    /**
     * This contract has no such function for votes, or its arguments don't fit.
     */
    20035: { message: "InvalidSelfCall" },
    /**
     * No such proposal.
     */
    20040: { message: "NotFound" },
    /**
     * The proposal isn't open for votes.
     */
    20041: { message: "NotActive" },
    /**
     * The account voted before.
     */
    20042: { message: "AlreadyVoted" },
    /**
     * A vote is 0 (against), 1 (for) or 2 (abstain).
     */
    20043: { message: "InvalidVote" },
    /**
     * The account had no votes when the proposal was made.
     */
    20044: { message: "NoVotes" },
    /**
     * The vote isn't over, or wasn't won.
     */
    20050: { message: "NotSucceeded" },
    /**
     * Not in the queue: never was, ran before, or was stopped.
     */
    20051: { message: "NotQueued" },
    /**
     * The delay hasn't passed yet.
     */
    20052: { message: "NotDue" },
    /**
     * The time to run it is over.
     */
    20053: { message: "Expired" },
    /**
     * Too late to stop it: it has won, run, or is void.
     */
    20054: { message: "NotCancellable" },
    /**
     * The guardian's power has ended.
     */
    20055: { message: "VetoEnded" }
};
/**
 * Enum: Class
 */
export var Class;
(function (Class) {
    /**
     * Limits, quotas, parameters.
     */
    Class[Class["Parameter"] = 0] = "Parameter";
    /**
     * Money.
     */
    Class[Class["Treasury"] = 1] = "Treasury";
    /**
     * Code, roles, this contract's own settings, and everything else.
     */
    Class[Class["Upgrade"] = 2] = "Upgrade";
})(Class || (Class = {}));
/**
 * Errors that can occur in votes operations.
 */
export const VotesError = {
    /**
     * The ledger is in the future
     */
    4100: { message: "FutureLookup" },
    /**
     * Arithmetic overflow occurred
     */
    4101: { message: "MathOverflow" },
    /**
     * Attempting to transfer more voting units than available
     */
    4102: { message: "InsufficientVotingUnits" },
    /**
     * Attempting to delegate to the same delegate that is already set
     */
    4103: { message: "SameDelegate" },
    /**
     * A checkpoint that was expected to exist was not found in storage
     */
    4104: { message: "CheckpointNotFound" }
};
/**
 * Errors that can occur in governor operations.
 */
export const GovernorError = {
    /**
     * The proposal was not found.
     */
    4200: { message: "ProposalNotFound" },
    /**
     * The proposal already exists.
     */
    4201: { message: "ProposalAlreadyExists" },
    /**
     * The proposer does not have enough voting power.
     */
    4202: { message: "InsufficientProposerVotes" },
    /**
     * The proposal contains no actions.
     */
    4203: { message: "EmptyProposal" },
    /**
     * The targets, functions, and args vectors have different lengths.
     */
    4204: { message: "InvalidProposalLength" },
    /**
     * The proposal is not in the active state.
     */
    4205: { message: "ProposalNotActive" },
    /**
     * The proposal has not succeeded.
     */
    4206: { message: "ProposalNotSuccessful" },
    /**
     * The proposal has not been queued.
     */
    4207: { message: "ProposalNotQueued" },
    /**
     * The proposal has already been executed.
     */
    4208: { message: "ProposalAlreadyExecuted" },
    /**
     * The proposal is in a non-cancellable state (`Canceled`, `Expired`, or
     * `Executed`).
     */
    4209: { message: "ProposalNotCancellable" },
    /**
     * The voting delay has not been set.
     */
    4210: { message: "VotingDelayNotSet" },
    /**
     * The voting period has not been set.
     */
    4211: { message: "VotingPeriodNotSet" },
    /**
     * The proposal threshold has not been set.
     */
    4212: { message: "ProposalThresholdNotSet" },
    /**
     * The name has not been set.
     */
    4213: { message: "NameNotSet" },
    /**
     * The version has not been set.
     */
    4214: { message: "VersionNotSet" },
    /**
     * Arithmetic overflow occurred.
     */
    4215: { message: "MathOverflow" },
    /**
     * The account has already voted on this proposal.
     */
    4216: { message: "AlreadyVoted" },
    /**
     * The vote type is invalid (must be 0, 1, or 2).
     */
    4217: { message: "InvalidVoteType" },
    /**
     * The quorum has not been set.
     */
    4218: { message: "QuorumNotSet" },
    /**
     * The token contract has already been set (can only be initialized once).
     */
    4219: { message: "TokenContractAlreadySet" },
    /**
     * The token contract has not been set.
     */
    4220: { message: "TokenContractNotSet" },
    /**
     * The proposal description exceeds the maximum allowed length.
     */
    4221: { message: "DescriptionTooLong" },
    /**
     * Queuing is not enabled for this governor.
     */
    4222: { message: "QueueNotEnabled" },
    /**
     * The voting period is zero, which would leave every proposal unvotable.
     */
    4223: { message: "InvalidVotingPeriod" }
};
/**
 * The state of a proposal in its lifecycle.
 *
 * States are divided into two categories:
 *
 * ## Time-based states (derived, never stored explicitly)
 *
 * These are computed by [`get_proposal_state()`] from the current ledger
 * relative to the proposal's voting schedule. They are only returned when
 * no explicit state has been set.
 *
 * - [`Pending`](ProposalState::Pending) — voting has not started yet.
 * - [`Active`](ProposalState::Active) — voting is ongoing.
 * - [`Defeated`](ProposalState::Defeated) — voting ended **without** the
 * counting logic marking the proposal as `Succeeded`.
 *
 * ## Explicit states
 *
 * Set explicitly by the Governor or its extensions and persisted in
 * storage. Once set, they take precedence over any time-based derivation.
 *
 * - [`Canceled`](ProposalState::Canceled) — set by the Governor.
 * - [`Succeeded`](ProposalState::Succeeded) — set by the counting logic.
 * - [`Queued`](ProposalState::Queued) / [`Expired`](ProposalState::Expired) —
 * set by extensions like `TimelockControl`.
 * - [`Executed`](ProposalState::Execu
 */
export var ProposalState;
(function (ProposalState) {
    /**
     * The proposal is pending and voting has not started yet.
     */
    ProposalState[ProposalState["Pending"] = 0] = "Pending";
    /**
     * The proposal is active and voting is ongoing.
     */
    ProposalState[ProposalState["Active"] = 1] = "Active";
    /**
     * The proposal was defeated (did not meet quorum or majority). This is
     * the default outcome when voting ends and the counting logic has
     * not marked the proposal as [`Succeeded`](ProposalState::Succeeded).
     */
    ProposalState[ProposalState["Defeated"] = 2] = "Defeated";
    /**
     * The proposal has been cancelled. Set by the Governor.
     */
    ProposalState[ProposalState["Canceled"] = 3] = "Canceled";
    /**
     * The proposal succeeded and can be executed. Set by the counting
     * logic when the proposal meets the required quorum and vote
     * thresholds. If a queuing extension is enabled, this state means the
     * proposal is ready to be queued.
     */
    ProposalState[ProposalState["Succeeded"] = 4] = "Succeeded";
    /**
     * The proposal is queued for execution. Set by extensions like
     * `TimelockControl`.
     */
    ProposalState[ProposalState["Queued"] = 5] = "Queued";
    /**
     * The proposal has expired and can no longer be executed. Set by
     * extensions like `TimelockControl`.
     */
    ProposalState[ProposalState["Expired"] = 6] = "Expired";
    /**
     * The proposal has been executed. Set by the Governor.
     */
    ProposalState[ProposalState["Executed"] = 7] = "Executed";
})(ProposalState || (ProposalState = {}));
/**
 * Errors that can occur in timelock operations.
 */
export const TimelockError = {
    /**
     * The operation is already scheduled
     */
    4000: { message: "OperationAlreadyScheduled" },
    /**
     * The delay is less than the minimum required delay
     */
    4001: { message: "InsufficientDelay" },
    /**
     * The operation is not in the expected state
     */
    4002: { message: "InvalidOperationState" },
    /**
     * A predecessor operation has not been executed yet
     */
    4003: { message: "UnexecutedPredecessor" },
    /**
     * The caller is not authorized to perform this action
     */
    4004: { message: "Unauthorized" },
    /**
     * The minimum delay has not been set
     */
    4005: { message: "MinDelayNotSet" },
    /**
     * The operation has not been scheduled
     */
    4006: { message: "OperationNotScheduled" }
};
/**
 * Error Enum: PausableError
 */
export const PausableError = {
    /**
     * The operation failed because the contract is paused.
     */
    1000: { message: "EnforcedPause" },
    /**
     * The operation failed because the contract is not paused.
     */
    1001: { message: "ExpectedPause" }
};
