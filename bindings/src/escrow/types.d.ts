/**
* Struct: Part
*/
export interface Part {
    /**
     * Stroops.
     */
    amount: bigint;
    /**
     * Unix seconds.
     */
    deadline: bigint;
}
/**
 * Struct: Terms
 */
export interface Terms {
    /**
     * Hash of what the parties agreed on.
     */
    agreement: Uint8Array;
    arbiter: string;
    beneficiary: string;
    /**
     * Seconds that the arbiter gets for a decision, 1 to 90 days.
     */
    dispute_window: bigint;
    /**
     * Highest platform fee in basis points that the depositor accepts.
     */
    max_fee: number;
    /**
     * 1 to 16.
     */
    parts: Array<Part>;
    /**
     * The depositor chooses it and uses it once. Depositor and reference make the escrow's id.
     */
    reference: Uint8Array;
    /**
     * Beneficiary's share in basis points if the arbiter doesn't decide in time: 0 refunds the depositor.
     */
    undecided_share: number;
}
/**
 * Errors of `escrow`, 19000 and up. The numbers are stable; 19002 and 19046 belonged to upgrades, and are never used again.
 */
export declare const EscrowError: {
    /**
     * The caller doesn't hold the role, or isn't the party of the escrow that may do this.
     */
    readonly 19000: {
        readonly message: "Unauthorized";
    };
    /**
     * This contract or the whole system is stopped.
     */
    readonly 19001: {
        readonly message: "Paused";
    };
    /**
     * An amount isn't above 0, or an amount or the sum is above `i64::MAX`.
     */
    readonly 19003: {
        readonly message: "InvalidAmount";
    };
    /**
     * No escrow has this id.
     */
    readonly 19010: {
        readonly message: "NotFound";
    };
    /**
     * The escrow has no milestone with this index.
     */
    readonly 19011: {
        readonly message: "NoMilestone";
    };
    /**
     * The milestone's state doesn't allow this; a finished one never changes again.
     */
    readonly 19012: {
        readonly message: "InvalidTransition";
    };
    /**
     * The deadline has passed.
     */
    readonly 19013: {
        readonly message: "DeadlinePassed";
    };
    /**
     * The deadline hasn't passed yet.
     */
    readonly 19014: {
        readonly message: "NotDue";
    };
    /**
     * The depositor has used this reference before.
     */
    readonly 19015: {
        readonly message: "ReferenceTaken";
    };
    /**
     * The escrow doesn't wait for this account: it is neither beneficiary nor arbiter, or has accepted before.
     */
    readonly 19016: {
        readonly message: "NotAwaited";
    };
    /**
     * Beneficiary and arbiter haven't both accepted yet.
     */
    readonly 19017: {
        readonly message: "NotAccepted";
    };
    /**
     * An escrow must have 1 to 16 milestones.
     */
    readonly 19020: {
        readonly message: "InvalidMilestones";
    };
    /**
     * A milestone's deadline must be in the future, at most ten years ahead. An extension must make it later.
     */
    readonly 19021: {
        readonly message: "InvalidDeadline";
    };
    /**
     * Depositor, beneficiary and arbiter must be three different addresses.
     */
    readonly 19022: {
        readonly message: "InvalidParties";
    };
    /**
     * The arbiter's time for a decision must be 1 to 90 days.
     */
    readonly 19023: {
        readonly message: "InvalidWindow";
    };
    /**
     * A share must be at most 10,000 basis points.
     */
    readonly 19024: {
        readonly message: "InvalidShare";
    };
    /**
     * This contract, the asset contract, the issuer and the system's contracts never receive money.
     */
    readonly 19025: {
        readonly message: "RefusedRecipient";
    };
    /**
     * The fee is above the contract's cap.
     */
    readonly 19030: {
        readonly message: "FeeTooHigh";
    };
    /**
     * The platform's fee is above what the depositor accepts.
     */
    readonly 19031: {
        readonly message: "FeeNotAccepted";
    };
    /**
     * The amount is above the fees that were earned and not collected yet.
     */
    readonly 19032: {
        readonly message: "FeesShort";
    };
    /**
     * Nothing is owed to the account.
     */
    readonly 19040: {
        readonly message: "NothingOwed";
    };
    /**
     * The asset moved a different amount than requested.
     */
    readonly 19041: {
        readonly message: "DepositMismatch";
    };
    /**
     * The asset's administrator froze this contract.
     */
    readonly 19042: {
        readonly message: "ContractFrozen";
    };
    /**
     * The contract holds less of the asset than it owes: some was clawed back.
     */
    readonly 19043: {
        readonly message: "ContractShort";
    };
    /**
     * The recipient has no trustline, a frozen or a full one. Nothing changed: repeat it later.
     */
    readonly 19044: {
        readonly message: "RecipientRefused";
    };
    /**
     * The asset's administrator froze the account: it gets nothing, and gives nothing to others.
     */
    readonly 19047: {
        readonly message: "AccountFrozen";
    };
    /**
     * The sum of all escrows would exceed `i64::MAX`.
     */
    readonly 19045: {
        readonly message: "BalanceOverflow";
    };
};
/**
 * New escrows pay this fee, in basis points.
 */
export interface FeeSetEvent {
    name: "FeeSet";
    data: {
        fee?: number;
        operator?: string;
    };
}
/**
 * An escrow was created and funded with `amount` stroops.
 */
export interface CreatedEvent {
    name: "Created";
    data: {
        id: Uint8Array;
        depositor: string;
        beneficiary: string;
        arbiter?: string;
        amount?: bigint;
        /**
         * Basis points.
         */
        fee?: number;
        agreement?: Uint8Array;
        /**
         * The milestones.
         */
        parts?: Array<Part>;
        /**
         * Seconds that the arbiter gets for a decision.
         */
        dispute_window?: bigint;
        /**
         * Beneficiary's share in basis points if the arbiter doesn't decide in time.
         */
        undecided_share?: number;
        /**
         * The depositor's, which with the depositor makes the id.
         */
        reference?: Uint8Array;
    };
}
/**
 * A milestone reached a final state. The three parts are its amount.
 */
export interface SettledEvent {
    name: "Settled";
    data: {
        id: Uint8Array;
        milestone: number;
        status?: Status;
        /**
         * The beneficiary's share.
         */
        released?: bigint;
        /**
         * The depositor's share.
         */
        refunded?: bigint;
        /**
         * The platform's fee.
         */
        fee?: bigint;
    };
}
/**
 * Beneficiary or arbiter accepted the terms. `bound`: both have.
 */
export interface AcceptedEvent {
    name: "Accepted";
    data: {
        id: Uint8Array;
        party: string;
        bound?: boolean;
    };
}
/**
 * A milestone waits for the arbiter until `decide_by` (Unix seconds).
 */
export interface DisputedEvent {
    name: "Disputed";
    data: {
        id: Uint8Array;
        milestone: number;
        party?: string;
        evidence?: Uint8Array;
        decide_by?: bigint;
    };
}
/**
 * A party added evidence to a dispute. Only its hash is public.
 */
export interface EvidenceEvent {
    name: "Evidence";
    data: {
        id: Uint8Array;
        milestone: number;
        party?: string;
        evidence?: Uint8Array;
    };
}
/**
 * Both parties moved a milestone's deadline (Unix seconds).
 */
export interface ExtendedEvent {
    name: "Extended";
    data: {
        id: Uint8Array;
        milestone: number;
        deadline?: bigint;
    };
}
/**
 * Earned fees went to `to`.
 */
export interface FeesCollectedEvent {
    name: "FeesCollected";
    data: {
        treasurer?: string;
        to?: string;
        /**
         * Id of the muxed account that it went to. Absent: a plain address.
         */
        to_muxed_id?: bigint | null;
        amount?: bigint;
    };
}
/**
 * Struct: Escrow
 */
export interface Escrow {
    /**
     * Hash of what the parties agreed on.
     */
    agreement: Uint8Array;
    arbiter: string;
    /**
     * The beneficiary, the arbiter or both, until they accept. Void: both have accepted, and the depositor can't leave alone.
     */
    awaited: Array<string> | null;
    beneficiary: string;
    depositor: string;
    /**
     * Seconds that the arbiter gets for a decision.
     */
    dispute_window: bigint;
    /**
     * Platform's fee in basis points, as it was at creation.
     */
    fee: number;
    milestones: Array<Milestone>;
    sums: Sums;
    /**
     * Beneficiary's share in basis points if the arbiter doesn't decide in time.
     */
    undecided_share: number;
}
/**
 * Stroops since the contract began, of one escrow or of all.
 * `deposited = released + refunded + fees + held` at any time.
 */
export interface Sums {
    deposited: bigint;
    /**
     * Fees of the platform.
     */
    fees: bigint;
    /**
     * Held in open milestones.
     */
    held: bigint;
    /**
     * Paid or owed to depositors.
     */
    refunded: bigint;
    /**
     * Paid or owed to beneficiaries, after fees.
     */
    released: bigint;
}
/**
 * Books of the whole contract. Its balance covers `sums.held + fees_due + owed`.
 */
export interface Totals {
    /**
     * Fees that weren't collected yet, stroops.
     */
    fees_due: bigint;
    /**
     * Stroops that parties are owed until they withdraw them.
     */
    owed: bigint;
    sums: Sums;
}
/**
 * Enum: Status
 */
export declare enum Status {
    /**
     * The money waits for the depositor's release.
     */
    Held = 0,
    /**
     * The money waits for the arbiter.
     */
    Disputed = 1,
    /**
     * The beneficiary received it, less the fee.
     */
    Released = 2,
    /**
     * The depositor received it back.
     */
    Refunded = 3,
    /**
     * Beneficiary and depositor received a share each.
     */
    Split = 4
}
/**
 * Struct: Milestone
 */
export interface Milestone {
    /**
     * Stroops.
     */
    amount: bigint;
    /**
     * Unix seconds. A party can dispute before it. From then on anyone can have an undisputed milestone refunded.
     */
    deadline: bigint;
    /**
     * Unix seconds. From then on anyone can have a dispute split as the terms say. Void until disputed.
     */
    decide_by: bigint | null;
    /**
     * Hash of what the disputing party put forward. Void until disputed.
     */
    evidence: Uint8Array | null;
    status: Status;
}
/**
 * An account is owed this amount, which waits for `withdraw`.
 */
export interface OwedEvent {
    name: "Owed";
    data: {
        account: string;
        amount?: bigint;
    };
}
/**
 * An account received everything that it was owed.
 */
export interface WithdrawnEvent {
    name: "Withdrawn";
    data: {
        account: string;
        amount?: bigint;
    };
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
 * This contract runs again, or the whole system if it is `state`.
 */
export interface UnpausedEvent {
    name: "Unpaused";
    data: {
        operator?: string;
    };
}
export type ContractEvent = FeeSetEvent | CreatedEvent | SettledEvent | AcceptedEvent | DisputedEvent | EvidenceEvent | ExtendedEvent | FeesCollectedEvent | OwedEvent | WithdrawnEvent | PausedEvent | UnpausedEvent;
