/**
* Errors of `governance`, 20000 and up. The numbers are stable.
*/
export declare const GovernanceError: {
    /**
     * The caller doesn't hold the role, or didn't make the proposal.
     */
    readonly 20000: {
        readonly message: "Unauthorized";
    };
    /**
     * This contract is stopped; or, for a proposal, the whole system is, or a stop ended less than a day ago.
     */
    readonly 20001: {
        readonly message: "Paused";
    };
    /**
     * The stored data already has this schema version.
     */
    readonly 20002: {
        readonly message: "AlreadyMigrated";
    };
    /**
     * An amount isn't above 0 and at most `i64::MAX`.
     */
    readonly 20003: {
        readonly message: "InvalidAmount";
    };
    /**
     * A setting is out of its bounds.
     */
    readonly 20010: {
        readonly message: "InvalidSettings";
    };
    /**
     * Calls to this contract and to `admin` always are of the class `Upgrade`.
     */
    readonly 20012: {
        readonly message: "FixedClass";
    };
    /**
     * The account has staked less than it wants to unstake.
     */
    readonly 20020: {
        readonly message: "InsufficientStake";
    };
    /**
     * The asset moved a different amount than requested.
     */
    readonly 20021: {
        readonly message: "StakeMismatch";
    };
    /**
     * Nothing was unstaked.
     */
    readonly 20022: {
        readonly message: "NothingCooling";
    };
    /**
     * The cool-down hasn't passed yet.
     */
    readonly 20023: {
        readonly message: "StillCooling";
    };
    /**
     * Nothing was staked that has no votes yet.
     */
    readonly 20024: {
        readonly message: "NothingWarming";
    };
    /**
     * The warm-up hasn't passed yet.
     */
    readonly 20025: {
        readonly message: "StillWarming";
    };
    /**
     * The asset's administrator froze the account: its tokens stay here.
     */
    readonly 20026: {
        readonly message: "AccountFrozen";
    };
    /**
     * The proposer has fewer votes than a proposal needs.
     */
    readonly 20030: {
        readonly message: "BelowThreshold";
    };
    /**
     * The proposal has no calls, too many, or too many bytes of arguments.
     */
    readonly 20031: {
        readonly message: "InvalidPayload";
    };
    /**
     * The description is too long.
     */
    readonly 20032: {
        readonly message: "DescriptionTooLong";
    };
    /**
     * The reward asset can't be called: it holds the stakes.
     */
    readonly 20033: {
        readonly message: "RefusedTarget";
    };
    /**
     * The same account proposed the same with the same description before.
     */
    readonly 20034: {
        readonly message: "ProposalExists";
    };
    /**
     * This contract has no such function for votes, or its arguments don't fit.
     */
    readonly 20035: {
        readonly message: "InvalidSelfCall";
    };
    /**
     * The account has three proposals whose vote isn't over.
     */
    readonly 20036: {
        readonly message: "TooManyProposals";
    };
    /**
     * No proposal has this id.
     */
    readonly 20040: {
        readonly message: "NotFound";
    };
    /**
     * The proposal isn't open for votes.
     */
    readonly 20041: {
        readonly message: "NotActive";
    };
    /**
     * The account voted before.
     */
    readonly 20042: {
        readonly message: "AlreadyVoted";
    };
    /**
     * A vote is 0 (against), 1 (for) or 2 (abstain).
     */
    readonly 20043: {
        readonly message: "InvalidVote";
    };
    /**
     * The account had no votes at the proposal's snapshot.
     */
    readonly 20044: {
        readonly message: "NoVotes";
    };
    /**
     * The list has more delegators than one call may have.
     */
    readonly 20045: {
        readonly message: "TooManyDelegators";
    };
    /**
     * None of the listed accounts has votes that this delegate may still cast on the proposal.
     */
    readonly 20046: {
        readonly message: "NothingToCast";
    };
    /**
     * The vote isn't over, or wasn't won.
     */
    readonly 20050: {
        readonly message: "NotSucceeded";
    };
    /**
     * The proposal isn't in the queue: it was never queued, has run, or was stopped.
     */
    readonly 20051: {
        readonly message: "NotQueued";
    };
    /**
     * The delay hasn't passed yet.
     */
    readonly 20052: {
        readonly message: "NotDue";
    };
    /**
     * The time to run the proposal is over.
     */
    readonly 20053: {
        readonly message: "Expired";
    };
    /**
     * It is too late to stop the proposal: it has won, has run, or is void.
     */
    readonly 20054: {
        readonly message: "NotCancellable";
    };
    /**
     * The guardian's power has ended.
     */
    readonly 20055: {
        readonly message: "VetoEnded";
    };
    /**
     * The guardian can't stop a proposal that only ends stops and dismisses guardians.
     */
    readonly 20056: {
        readonly message: "NotVetoable";
    };
    /**
     * The new code isn't due: it wasn't announced, or still waits, or waited too long. Announce it with
     * `admin.announce_upgrade`, then wait for the `eta` of `admin.announced_upgrade`.
     */
    readonly 20057: {
        readonly message: "UpgradeNotDue";
    };
    /**
     * `admin` refused to announce the proposal's new code: this contract doesn't hold the role `upgrader`. Or other code of the
     * same contract is announced, and the proposal would replace that a second time.
     */
    readonly 20058: {
        readonly message: "NotAnnounced";
    };
    /**
     * This contract was stopped for 30 days: the next stop can begin 44 days after that one began.
     */
    readonly 20059: {
        readonly message: "StoppedTooLong";
    };
};
/**
 * `amount` stroops were locked. They give votes after the warm-up.
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
        /**
         * The delegate that voted for the voter; none if it voted itself.
         */
        delegate?: string | null;
    };
}
/**
 * A proposal was queued: it may run from `eta` and before `expires_at` (Unix seconds).
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
 * A proposal was stopped by the guardian.
 */
export interface VetoedEvent {
    name: "Vetoed";
    data: {
        id: Uint8Array;
        guardian: string;
    };
}
/**
 * `amount` stroops were unstaked, with their votes; everything that cools down can be withdrawn from `until` (Unix seconds).
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
 * `amount` stroops have votes from now on.
 */
export interface ActivateEvent {
    name: "Activate";
    data: {
        staker: string;
        amount?: bigint;
    };
}
/**
 * A vote changed the class of later calls.
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
 * All calls of a proposal ran.
 */
export interface ExecutedEvent {
    name: "Executed";
    data: {
        id: Uint8Array;
    };
}
/**
 * A vote was announced, with the terms that stay fixed for it. It begins after the ledger `snapshot`, whose stakes count;
 * `vote_end` is its last ledger, unless extended.
 */
export interface ProposedEvent {
    name: "Proposed";
    data: {
        id: Uint8Array;
        proposer: string;
        actions?: Array<Action>;
        description?: string;
        snapshot?: number;
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
 * A proposal was withdrawn by its proposer.
 */
export interface CancelledEvent {
    name: "Cancelled";
    data: {
        id: Uint8Array;
    };
}
/**
 * A vote changed the settings of later proposals.
 */
export interface SettingsSetEvent {
    name: "SettingsSet";
    data: {
        settings?: Settings;
    };
}
/**
 * An account named `to_delegate`, who may vote for it, or took the right back if that is the account itself.
 */
export interface DelegateChangedEvent {
    name: "DelegateChanged";
    data: {
        delegator: string;
        /**
         * The delegate before.
         */
        from_delegate?: string | null;
        to_delegate?: string;
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
 * Staked tokens without votes yet.
 */
export interface Warming {
    /**
     * Stroops.
     */
    amount: bigint;
    /**
     * Unix second of the newest stake among them. The warm-up of the settings counts from here.
     */
    since: bigint;
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
 * The quorum and the majority that a class of actions needs.
 */
export interface Rules {
    /**
     * Votes for and abstentions, basis points of all stakes: 1 % to 60 %.
     */
    quorum_bps: number;
    /**
     * Votes for, basis points of for and against: 50 % (and more for than against) to 90 %.
     */
    threshold_bps: number;
}
/**
 * Struct: Settings
 */
export interface Settings {
    /**
     * Seconds that unstaked tokens stay locked: at least as long as a proposal can take from the start of its vote to
     * the end of its grace, at most 180 days.
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
     * Ledgers that a vote lasts once its quorum is reached, at most the voting period.
     */
    late_extension: number;
    parameter: Rules;
    /**
     * Votes that a proposer needs, stroops.
     */
    proposal_threshold: bigint;
    /**
     * Least quorum of any class, stroops.
     */
    quorum_floor: bigint;
    treasury: Rules;
    /**
     * At least as strict as the two others.
     */
    upgrade: Rules;
    /**
     * Unix second at which the veto ends, at most a year ahead.
     */
    veto_until: bigint;
    /**
     * Ledgers from a proposal to its vote: one day to 14 days.
     */
    voting_delay: number;
    /**
     * Ledgers: one day to 30 days.
     */
    voting_period: number;
    /**
     * Seconds from a stake to its votes: at least as long as a proposal takes, and 7 days more; at most 180 days.
     * A change also applies to stakes that already warm up.
     */
    warm_up: bigint;
}
/**
 * Its terms are those that were in force when it was made. Votes are in stroops.
 */
export interface Proposal {
    abstain: bigint;
    against: bigint;
    /**
     * Seconds between queue and execution.
     */
    delay: bigint;
    /**
     * Unix second from which it may be executed; 0 until it is queued.
     */
    eta: bigint;
    /**
     * Seconds that it may then be executed.
     */
    grace: bigint;
    in_favour: bigint;
    /**
     * Ledgers that the vote lasts once its quorum is reached. `None` in proposals of release 0.2.0: that of the settings.
     */
    late_extension: number | null;
    proposer: string;
    /**
     * Votes for and abstentions that it needs.
     */
    quorum: bigint;
    /**
     * Ledger whose stakes count. The vote begins after it.
     */
    snapshot: number;
    state: ProposalState;
    /**
     * Votes for that it needs, in basis points of for and against.
     */
    threshold_bps: number;
    /**
     * Last ledger of the vote.
     */
    vote_end: number;
}
/**
 * Numbered as OpenZeppelin's governor does.
 */
export declare enum ProposalState {
    /**
     * The vote hasn't begun: its snapshot lies ahead.
     */
    Pending = 0,
    /**
     * Open for votes.
     */
    Active = 1,
    /**
     * No quorum or no majority.
     */
    Defeated = 2,
    /**
     * Withdrawn or vetoed.
     */
    Canceled = 3,
    /**
     * Won: may be queued.
     */
    Succeeded = 4,
    /**
     * Waits for its delay, or may be executed.
     */
    Queued = 5,
    /**
     * Queued or executed too late.
     */
    Expired = 6,
    /**
     * Enum Case: Executed
     */
    Executed = 7
}
/**
 * This contract is stopped, or the whole system if it is `state`.
 */
export interface PausedEvent {
    name: "Paused";
    data: {
        operator?: string;
    };
}
/**
 * Stored data now has the layout of this schema version.
 */
export interface MigratedEvent {
    name: "Migrated";
    data: {
        version?: number;
        operator?: string;
    };
}
/**
 * This contract runs again, or the whole system if it is `state`.
 */
export interface UnpausedEvent {
    name: "Unpaused";
    data: {
        operator?: string;
    };
}
export type ContractEvent = StakeEvent | VotedEvent | QueuedEvent | VetoedEvent | UnstakeEvent | ActivateEvent | ClassSetEvent | ExecutedEvent | ProposedEvent | WithdrawEvent | CancelledEvent | SettingsSetEvent | DelegateChangedEvent | PausedEvent | MigratedEvent | UnpausedEvent;
