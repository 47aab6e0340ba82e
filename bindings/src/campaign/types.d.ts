/**
* Errors of `campaign`, 14000 and up. The numbers are stable.
*/
export declare const CampaignError: {
    /**
     * The caller doesn't hold the role.
     */
    readonly 14000: {
        readonly message: "Unauthorized";
    };
    /**
     * This contract or the whole system is stopped.
     */
    readonly 14001: {
        readonly message: "Paused";
    };
    /**
     * The stored data already has this schema version.
     */
    readonly 14002: {
        readonly message: "AlreadyMigrated";
    };
    /**
     * An amount isn't above 0 and at most `i64::MAX`.
     */
    readonly 14003: {
        readonly message: "InvalidAmount";
    };
    /**
     * No campaign has this id.
     */
    readonly 14010: {
        readonly message: "NotFound";
    };
    /**
     * The window ends before it starts, is over, or ends more than 36,600 days from now; or a clawback window isn't 1 second
     * to 90 days.
     */
    readonly 14011: {
        readonly message: "InvalidWindow";
    };
    /**
     * The reference was used for a campaign with other terms, or for a draft of release 0.2.0 that never was active.
     */
    readonly 14012: {
        readonly message: "ReferenceTaken";
    };
    /**
     * The campaign's status doesn't allow this step.
     */
    readonly 14013: {
        readonly message: "InvalidTransition";
    };
    /**
     * A clawback can only be allowed before the first payment.
     */
    readonly 14014: {
        readonly message: "AlreadyPaid";
    };
    /**
     * An extension can neither lower the budget nor bring the end forward.
     */
    readonly 14015: {
        readonly message: "Shrinks";
    };
    /**
     * The campaign is paused, ended or settled, or a draft of release 0.2.0.
     */
    readonly 14020: {
        readonly message: "NotActive";
    };
    /**
     * The time isn't within `[starts_at, ends_at)`.
     */
    readonly 14021: {
        readonly message: "OutsideWindow";
    };
    /**
     * The rest of the budget can't cover the batch.
     */
    readonly 14022: {
        readonly message: "BudgetExceeded";
    };
    /**
     * More than 60 payments in one call.
     */
    readonly 14030: {
        readonly message: "TooMany";
    };
    /**
     * The lists of numbers, references, recipients, amounts and results differ in length.
     */
    readonly 14031: {
        readonly message: "LengthMismatch";
    };
    /**
     * A result isn't "to pay", "already same" or "number taken".
     */
    readonly 14032: {
        readonly message: "InvalidResult";
    };
    /**
     * The new code isn't due: it wasn't announced, or still waits, or waited too long. Announce it with
     * `admin.announce_upgrade`, then wait for the `eta` of `admin.announced_upgrade`.
     */
    readonly 14033: {
        readonly message: "UpgradeNotDue";
    };
};
/**
 * One batch. Payment `i` has `numbers[4i..4i+4]` (u32, big-endian), `refs[8i..8i+8]` and the result byte
 * `results[i]` (`merit_common::result`); recipients and amounts of what was paid are in the asset's
 * `transfer` events. A vector of bytes, not a map or a vector of records, since event bytes limit the batch.
 */
export interface RewardEvent {
    name: "Reward";
    data: {
        campaign: bigint;
        merchant: bigint;
        /**
         * Rises by one per batch of the distribution contract.
         */
        seq: bigint;
        /**
         * Sum paid in this batch, stroops.
         */
        paid: bigint;
        numbers: Uint8Array;
        refs: Uint8Array;
        results: Uint8Array;
    };
}
/**
 * A campaign was paused, resumed or ended.
 */
export interface CampaignStatusEvent {
    name: "CampaignStatus";
    data: {
        campaign: bigint;
        status?: Status;
        operator?: string;
    };
}
/**
 * An active campaign was created and its budget reserved.
 */
export interface CampaignCreatedEvent {
    name: "CampaignCreated";
    data: {
        campaign: bigint;
        merchant: bigint;
        budget?: bigint;
        starts_at?: bigint;
        ends_at?: bigint;
        per_wallet_cap?: bigint | null;
        reference?: Uint8Array;
        operator?: string;
    };
}
/**
 * A campaign was settled; `remainder` (stroops) went back to the merchant's balance in `pool`.
 */
export interface CampaignSettledEvent {
    name: "CampaignSettled";
    data: {
        campaign: bigint;
        spent?: bigint;
        remainder?: bigint;
        operator?: string;
    };
}
/**
 * Each payment of the campaign may be clawed back for this many seconds.
 */
export interface ClawbackAllowedEvent {
    name: "ClawbackAllowed";
    data: {
        campaign: bigint;
        seconds?: bigint;
        operator?: string;
    };
}
/**
 * A campaign was extended: its budget and its end are these from now on.
 */
export interface CampaignExtendedEvent {
    name: "CampaignExtended";
    data: {
        campaign: bigint;
        budget?: bigint;
        ends_at?: bigint;
        operator?: string;
    };
}
/**
 * Enum: Status
 */
export declare enum Status {
    /**
     * Drafted by release 0.2.0: no budget is reserved. Final.
     */
    Draft = 0,
    /**
     * Funded by release 0.2.0: the budget is reserved, and can only be returned.
     */
    Funded = 1,
    /**
     * Pays within its window.
     */
    Active = 2,
    /**
     * Stopped by a manager; can be resumed.
     */
    Paused = 3,
    /**
     * Pays no more; the remainder is still reserved.
     */
    Ended = 4,
    /**
     * The remainder went back to the merchant. Final.
     */
    Settled = 5,
    /**
     * Dropped by release 0.2.0: no budget was reserved. Final.
     */
    Dropped = 6
}
/**
 * The result of a paid batch, for its payer.
 */
export interface Spent {
    /**
     * The value that `clawback_seconds` returns.
     */
    clawback_seconds: bigint | null;
    /**
     * The merchant whose budget paid.
     */
    merchant: bigint;
    /**
     * One byte for each payment (`merit_common::result`).
     */
    results: Uint8Array;
}
/**
 * A campaign, as it is stored and returned.
 */
export interface Campaign {
    /**
     * Stroops reserved by creation and by extensions.
     */
    budget: bigint;
    /**
     * Seconds in which a payment may be clawed back. Void: never.
     */
    clawback_seconds: bigint | null;
    /**
     * First Unix second in which it no longer pays.
     */
    ends_at: bigint;
    merchant: bigint;
    /**
     * Stroops that one wallet may receive in total.
     */
    per_wallet_cap: bigint | null;
    /**
     * The caller's reference.
     */
    reference: Uint8Array;
    /**
     * Stroops paid so far. Written at settlement; while the budget is reserved it is derived from the reserve in `pool`.
     */
    spent: bigint;
    /**
     * First Unix second in which it pays.
     */
    starts_at: bigint;
    status: Status;
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
export type ContractEvent = RewardEvent | CampaignStatusEvent | CampaignCreatedEvent | CampaignSettledEvent | ClawbackAllowedEvent | CampaignExtendedEvent | PausedEvent | MigratedEvent | UnpausedEvent;
