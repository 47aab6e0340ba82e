/**
* Errors of `governance`, 20000 and up. The numbers are stable.
*/
export declare const GovernanceError: {
    /**
     * The caller doesn't hold the role, or didn't make the proposal.
     */
    20000: {
        message: string;
    };
    /**
     * This contract or the whole system is stopped.
     */
    20001: {
        message: string;
    };
    /**
     * The stored data already has this schema version.
     */
    20002: {
        message: string;
    };
    /**
     * Not above 0 and at most `i64::MAX`.
     */
    20003: {
        message: string;
    };
    /**
     * A setting is out of its bounds.
     */
    20010: {
        message: string;
    };
    /**
     * A page has 1 to 100 entries.
     */
    20011: {
        message: string;
    };
    /**
     * Calls to this contract and to `admin` always are of the class `Upgrade`.
     */
    20012: {
        message: string;
    };
    /**
     * Less is staked than is to be unstaked.
     */
    20020: {
        message: string;
    };
    /**
     * The asset moved another amount than was asked for.
     */
    20021: {
        message: string;
    };
    /**
     * Nothing was unstaked.
     */
    20022: {
        message: string;
    };
    /**
     * The cool-down hasn't passed yet.
     */
    20023: {
        message: string;
    };
    /**
     * The proposer had fewer votes than a proposal needs.
     */
    20030: {
        message: string;
    };
    /**
     * No action, too many, or too many bytes of arguments.
     */
    20031: {
        message: string;
    };
    /**
     * The description is too long.
     */
    20032: {
        message: string;
    };
    /**
     * The reward asset is no target: it holds the stakes.
     */
    20033: {
        message: string;
    };
    /**
     * The same account proposed the same with the same description before.
     */
    20034: {
        message: string;
    };
    /**
     * This contract has no such function for votes, or its arguments don't fit.
     */
    20035: {
        message: string;
    };
    /**
     * No such proposal.
     */
    20040: {
        message: string;
    };
    /**
     * The proposal isn't open for votes.
     */
    20041: {
        message: string;
    };
    /**
     * The account voted before.
     */
    20042: {
        message: string;
    };
    /**
     * A vote is 0 (against), 1 (for) or 2 (abstain).
     */
    20043: {
        message: string;
    };
    /**
     * The account had no votes when the proposal was made.
     */
    20044: {
        message: string;
    };
    /**
     * The vote isn't over, or wasn't won.
     */
    20050: {
        message: string;
    };
    /**
     * Not in the queue: never was, ran before, or was stopped.
     */
    20051: {
        message: string;
    };
    /**
     * The delay hasn't passed yet.
     */
    20052: {
        message: string;
    };
    /**
     * The time to run it is over.
     */
    20053: {
        message: string;
    };
    /**
     * Too late to stop it: it has won, run, or is void.
     */
    20054: {
        message: string;
    };
    /**
     * The guardian's power has ended.
     */
    20055: {
        message: string;
    };
};
/**
 * `amount` stroops were locked for votes.
 */
export interface StakeEvent {
    name: "Stake";
    data: {
        staker: string;
        amount?: bigint;
    };
}
/**
 * `support`: 0 against, 1 for, 2 abstain. `weight` in stroops. `vote_end` is the last ledger after this vote.
 */
export interface VotedEvent {
    name: "Voted";
    data: {
        id: Uint8Array;
        voter: string;
        support?: number;
        weight?: bigint;
        vote_end?: number;
    };
}
/**
 * May run from `eta` and before `expires_at` (Unix seconds).
 */
export interface QueuedEvent {
    name: "Queued";
    data: {
        id: Uint8Array;
        eta?: bigint;
        expires_at?: bigint;
    };
}
/**
 * Stopped by the guardian.
 */
export interface VetoedEvent {
    name: "Vetoed";
    data: {
        id: Uint8Array;
        guardian?: string;
    };
}
/**
 * `amount` votes ended; everything that cools down can be withdrawn from `until` (Unix seconds).
 */
export interface UnstakeEvent {
    name: "Unstake";
    data: {
        staker: string;
        amount?: bigint;
        until?: bigint;
    };
}
/**
 * A vote changed the class of calls to come.
 */
export interface ClassSetEvent {
    name: "ClassSet";
    data: {
        target: string;
        function: string;
        class?: Class;
    };
}
/**
 * All actions ran.
 */
export interface ExecutedEvent {
    name: "Executed";
    data: {
        id: Uint8Array;
    };
}
/**
 * A vote began, with the terms that stay fixed for it. `vote_end` is its last ledger, unless extended.
 */
export interface ProposedEvent {
    name: "Proposed";
    data: {
        id: Uint8Array;
        proposer: string;
        actions?: Array<Action>;
        description?: string;
        vote_end?: number;
        /**
         * Stroops.
         */
        quorum?: bigint;
        threshold_bps?: number;
    };
}
/**
 * `amount` stroops went back to the staker.
 */
export interface WithdrawEvent {
    name: "Withdraw";
    data: {
        staker: string;
        amount?: bigint;
    };
}
/**
 * Withdrawn by its proposer.
 */
export interface CancelledEvent {
    name: "Cancelled";
    data: {
        id: Uint8Array;
    };
}
/**
 * A vote changed the settings for proposals to come.
 */
export interface SettingsSetEvent {
    name: "SettingsSet";
    data: {
        settings?: Settings;
    };
}
/**
 * Unstaked tokens that are still locked.
 */
export interface Cooling {
    /**
     * Stroops.
     */
    amount: bigint;
    /**
     * First Unix second at which they can be withdrawn.
     */
    until: bigint;
}
/**
 * Votes so far, in stroops, and the ledgers of the vote.
 */
export interface Tally {
    abstain: bigint;
    against: bigint;
    in_favour: bigint;
    /**
     * Ledger whose stakes count.
     */
    snapshot: number;
    /**
     * Last ledger of the vote.
     */
    vote_end: number;
}
/**
 * Enum: Class
 */
export declare enum Class {
    /**
     * Limits, quotas, parameters.
     */
    Parameter = 0,
    /**
     * Money.
     */
    Treasury = 1,
    /**
     * Code, roles, this contract's own settings, and everything else.
     */
    Upgrade = 2
}
/**
 * Class of one function of one contract.
 */
export interface ClassEntry {
    class: Class;
    function: string;
    target: string;
}
/**
 * One call, with this contract as the caller.
 */
export interface Action {
    args: Array<any>;
    function: string;
    target: string;
}
/**
 * What a class of actions needs to pass.
 */
export interface Rules {
    /**
     * Votes for and abstentions, in basis points of all stakes: 1 % to 60 %.
     */
    quorum_bps: number;
    /**
     * Votes for, in basis points of for and against: 50 % (and more for than against) to 90 %.
     */
    threshold_bps: number;
}
/**
 * Struct: Settings
 */
export interface Settings {
    /**
     * Seconds that unstaked tokens stay locked: at least voting period and delay, so that who voted is still in
     * when it runs; at most 90 days.
     */
    cooldown: bigint;
    /**
     * Seconds between queue and execution: one day to 30 days.
     */
    delay: bigint;
    /**
     * Seconds that it may then be executed: one day to 30 days.
     */
    grace: bigint;
    /**
     * Ledgers that a vote lasts at least once its quorum is reached, at most the voting period.
     */
    late_extension: number;
    parameter: Rules;
    /**
     * Votes that a proposer needs, stroops.
     */
    proposal_threshold: bigint;
    /**
     * Least quorum of any class, stroops: keeps the first stakers from deciding alone.
     */
    quorum_floor: bigint;
    treasury: Rules;
    /**
     * At least as strict as the two others.
     */
    upgrade: Rules;
    /**
     * Unix second at which the guardian's veto ends, at most one year ahead.
     */
    veto_until: bigint;
    /**
     * Ledgers: one day to 30 days.
     */
    voting_period: number;
}
/**
 * What is voted on, with the terms that were in force when it was made. Votes and their ledgers are kept by
 * OpenZeppelin's governor, see `tally`.
 */
export interface Proposal {
    actions: Array<Action>;
    /**
     * Seconds between queue and execution.
     */
    delay: bigint;
    /**
     * Keccak-256 of the description, which is in the `proposed` event.
     */
    description_hash: Uint8Array;
    /**
     * Unix second from which it may be executed; void until it is queued.
     */
    eta: bigint | null;
    /**
     * Seconds that it may then be executed.
     */
    grace: bigint;
    proposer: string;
    /**
     * Votes for and abstentions that it needs, stroops.
     */
    quorum: bigint;
    /**
     * Votes for that it needs, in basis points of for and against.
     */
    threshold_bps: number;
}
/**
 * Errors that can occur in votes operations.
 */
export declare const VotesError: {
    /**
     * The ledger is in the future
     */
    4100: {
        message: string;
    };
    /**
     * Arithmetic overflow occurred
     */
    4101: {
        message: string;
    };
    /**
     * Attempting to transfer more voting units than available
     */
    4102: {
        message: string;
    };
    /**
     * Attempting to delegate to the same delegate that is already set
     */
    4103: {
        message: string;
    };
    /**
     * A checkpoint that was expected to exist was not found in storage
     */
    4104: {
        message: string;
    };
};
/**
 * Event emitted when a delegate's voting power changes.
 */
export interface DelegateVotesChangedEvent {
    name: "DelegateVotesChanged";
    data: {
        /**
         * The delegate whose voting power changed
         */
        delegate: string;
        /**
         * The previous voting power
         */
        previous_votes?: bigint;
        /**
         * The new voting power
         */
        new_votes?: bigint;
    };
}
/**
 * Errors that can occur in governor operations.
 */
export declare const GovernorError: {
    /**
     * The proposal was not found.
     */
    4200: {
        message: string;
    };
    /**
     * The proposal already exists.
     */
    4201: {
        message: string;
    };
    /**
     * The proposer does not have enough voting power.
     */
    4202: {
        message: string;
    };
    /**
     * The proposal contains no actions.
     */
    4203: {
        message: string;
    };
    /**
     * The targets, functions, and args vectors have different lengths.
     */
    4204: {
        message: string;
    };
    /**
     * The proposal is not in the active state.
     */
    4205: {
        message: string;
    };
    /**
     * The proposal has not succeeded.
     */
    4206: {
        message: string;
    };
    /**
     * The proposal has not been queued.
     */
    4207: {
        message: string;
    };
    /**
     * The proposal has already been executed.
     */
    4208: {
        message: string;
    };
    /**
     * The proposal is in a non-cancellable state (`Canceled`, `Expired`, or
     * `Executed`).
     */
    4209: {
        message: string;
    };
    /**
     * The voting delay has not been set.
     */
    4210: {
        message: string;
    };
    /**
     * The voting period has not been set.
     */
    4211: {
        message: string;
    };
    /**
     * The proposal threshold has not been set.
     */
    4212: {
        message: string;
    };
    /**
     * The name has not been set.
     */
    4213: {
        message: string;
    };
    /**
     * The version has not been set.
     */
    4214: {
        message: string;
    };
    /**
     * Arithmetic overflow occurred.
     */
    4215: {
        message: string;
    };
    /**
     * The account has already voted on this proposal.
     */
    4216: {
        message: string;
    };
    /**
     * The vote type is invalid (must be 0, 1, or 2).
     */
    4217: {
        message: string;
    };
    /**
     * The quorum has not been set.
     */
    4218: {
        message: string;
    };
    /**
     * The token contract has already been set (can only be initialized once).
     */
    4219: {
        message: string;
    };
    /**
     * The token contract has not been set.
     */
    4220: {
        message: string;
    };
    /**
     * The proposal description exceeds the maximum allowed length.
     */
    4221: {
        message: string;
    };
    /**
     * Queuing is not enabled for this governor.
     */
    4222: {
        message: string;
    };
    /**
     * The voting period is zero, which would leave every proposal unvotable.
     */
    4223: {
        message: string;
    };
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
export declare enum ProposalState {
    /**
     * The proposal is pending and voting has not started yet.
     */
    Pending = 0,
    /**
     * The proposal is active and voting is ongoing.
     */
    Active = 1,
    /**
     * The proposal was defeated (did not meet quorum or majority). This is
     * the default outcome when voting ends and the counting logic has
     * not marked the proposal as [`Succeeded`](ProposalState::Succeeded).
     */
    Defeated = 2,
    /**
     * The proposal has been cancelled. Set by the Governor.
     */
    Canceled = 3,
    /**
     * The proposal succeeded and can be executed. Set by the counting
     * logic when the proposal meets the required quorum and vote
     * thresholds. If a queuing extension is enabled, this state means the
     * proposal is ready to be queued.
     */
    Succeeded = 4,
    /**
     * The proposal is queued for execution. Set by extensions like
     * `TimelockControl`.
     */
    Queued = 5,
    /**
     * The proposal has expired and can no longer be executed. Set by
     * extensions like `TimelockControl`.
     */
    Expired = 6,
    /**
     * The proposal has been executed. Set by the Governor.
     */
    Executed = 7
}
/**
 * Errors that can occur in timelock operations.
 */
export declare const TimelockError: {
    /**
     * The operation is already scheduled
     */
    4000: {
        message: string;
    };
    /**
     * The delay is less than the minimum required delay
     */
    4001: {
        message: string;
    };
    /**
     * The operation is not in the expected state
     */
    4002: {
        message: string;
    };
    /**
     * A predecessor operation has not been executed yet
     */
    4003: {
        message: string;
    };
    /**
     * The caller is not authorized to perform this action
     */
    4004: {
        message: string;
    };
    /**
     * The minimum delay has not been set
     */
    4005: {
        message: string;
    };
    /**
     * The operation has not been scheduled
     */
    4006: {
        message: string;
    };
};
/**
 * Event emitted when the minimum delay is changed.
 */
export interface MinDelayChangedEvent {
    name: "MinDelayChanged";
    data: {
        old_delay?: number;
        new_delay?: number;
    };
}
/**
 * Event emitted when an operation is executed.
 */
export interface OperationExecutedEvent {
    name: "OperationExecuted";
    data: {
        id: Uint8Array;
        target: string;
        function?: string;
        args?: Array<any>;
        predecessor?: Uint8Array;
        salt?: Uint8Array;
    };
}
/**
 * Event emitted when an operation is cancelled.
 */
export interface OperationCancelledEvent {
    name: "OperationCancelled";
    data: {
        id: Uint8Array;
    };
}
/**
 * Event emitted when an operation is scheduled.
 */
export interface OperationScheduledEvent {
    name: "OperationScheduled";
    data: {
        id: Uint8Array;
        target: string;
        function?: string;
        args?: Array<any>;
        predecessor?: Uint8Array;
        salt?: Uint8Array;
        delay?: number;
    };
}
/**
 * Stored data now has the layout of this schema version.
 */
export interface MigratedEvent {
    name: "Migrated";
    data: {
        version?: number;
    };
}
/**
 * Event emitted when the contract is paused.
 */
export interface PausedEvent {
    name: "Paused";
    data: {};
}
/**
 * Event emitted when the contract is unpaused.
 */
export interface UnpausedEvent {
    name: "Unpaused";
    data: {};
}
/**
 * Error Enum: PausableError
 */
export declare const PausableError: {
    /**
     * The operation failed because the contract is paused.
     */
    1000: {
        message: string;
    };
    /**
     * The operation failed because the contract is not paused.
     */
    1001: {
        message: string;
    };
};
export type ContractEvent = StakeEvent | VotedEvent | QueuedEvent | VetoedEvent | UnstakeEvent | ClassSetEvent | ExecutedEvent | ProposedEvent | WithdrawEvent | CancelledEvent | SettingsSetEvent | DelegateVotesChangedEvent | MinDelayChangedEvent | OperationExecutedEvent | OperationCancelledEvent | OperationScheduledEvent | MigratedEvent | PausedEvent | UnpausedEvent;
