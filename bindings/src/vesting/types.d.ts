/**
* Union: Plan
*/
export type Plan = {
    tag: "Linear";
    values: readonly [Linear];
} | 
/**
 * 1 to 32, with rising times.
 */
{
    tag: "Tranches";
    values: readonly [Array<Tranche>];
};
/**
 * The total vests evenly from `start` to `end`, but nothing of it before `cliff`.
 */
export interface Linear {
    cliff: bigint;
    end: bigint;
    /**
     * Unix seconds, like `cliff` and `end`.
     */
    start: bigint;
    /**
     * Stroops.
     */
    total: bigint;
}
/**
 * An amount that vests at one moment.
 */
export interface Tranche {
    /**
     * Stroops.
     */
    amount: bigint;
    /**
     * Unix seconds.
     */
    time: bigint;
}
/**
 * Errors of `vesting`, 18000 and up. The numbers are stable; 18002 and 18046 belonged to upgrades, and are never used again.
 */
export declare const VestingError: {
    /**
     * The caller doesn't hold the role, or isn't the party of the schedule that may do this.
     */
    readonly 18000: {
        readonly message: "Unauthorized";
    };
    /**
     * This contract or the whole system is stopped.
     */
    readonly 18001: {
        readonly message: "Paused";
    };
    /**
     * An amount isn't above 0, or an amount or the sum is above `i64::MAX`.
     */
    readonly 18003: {
        readonly message: "InvalidAmount";
    };
    /**
     * No schedule has this id.
     */
    readonly 18010: {
        readonly message: "NotFound";
    };
    /**
     * The times aren't `start <= cliff <= end`, tranche times don't rise, or the end is more than 100 years ahead.
     */
    readonly 18011: {
        readonly message: "InvalidTimes";
    };
    /**
     * A plan must have 1 to 32 tranches.
     */
    readonly 18012: {
        readonly message: "InvalidTranches";
    };
    /**
     * A batch must have 1 to 20 schedules.
     */
    readonly 18013: {
        readonly message: "InvalidBatch";
    };
    /**
     * This contract, the asset contract, the issuer and the system's contracts can't be beneficiaries.
     */
    readonly 18014: {
        readonly message: "RefusedBeneficiary";
    };
    /**
     * The funder has used this reference before.
     */
    readonly 18016: {
        readonly message: "ReferenceTaken";
    };
    /**
     * Nothing has vested since the last claim.
     */
    readonly 18020: {
        readonly message: "NothingToClaim";
    };
    /**
     * The schedule was revoked before.
     */
    readonly 18022: {
        readonly message: "AlreadyRevoked";
    };
    /**
     * Everything has vested, so there is nothing to take back.
     */
    readonly 18023: {
        readonly message: "FullyVested";
    };
    /**
     * The schedule isn't offered to anybody.
     */
    readonly 18030: {
        readonly message: "NoTransfer";
    };
    /**
     * The offer wasn't accepted in time: begin the transfer again.
     */
    readonly 18031: {
        readonly message: "TransferExpired";
    };
    /**
     * The schedule is the new beneficiary's already.
     */
    readonly 18032: {
        readonly message: "SameBeneficiary";
    };
    /**
     * The asset's administrator froze the account: it is paid nothing, and hands no schedule over.
     */
    readonly 18033: {
        readonly message: "AccountFrozen";
    };
    /**
     * The asset moved a different amount than requested.
     */
    readonly 18040: {
        readonly message: "DepositMismatch";
    };
    /**
     * The asset's administrator froze this contract.
     */
    readonly 18041: {
        readonly message: "ContractFrozen";
    };
    /**
     * The contract holds less of the asset than it owes: some was clawed back.
     */
    readonly 18042: {
        readonly message: "ContractShort";
    };
    /**
     * The recipient has no trustline, a frozen or a full one. Nothing changed: repeat it later.
     */
    readonly 18043: {
        readonly message: "RecipientRefused";
    };
    /**
     * The sum of all schedules would exceed `i64::MAX`.
     */
    readonly 18044: {
        readonly message: "ObligationsOverflow";
    };
    /**
     * Nothing is owed to the account.
     */
    readonly 18045: {
        readonly message: "NothingOwed";
    };
};
/**
 * The beneficiary received what had vested.
 */
export interface ClaimedEvent {
    name: "Claimed";
    data: {
        id: Uint8Array;
        beneficiary: string;
        amount?: bigint;
    };
}
/**
 * A schedule was created and funded. Its plan is in the arguments of the call: those of 20 schedules with 32 tranches each need
 * more bytes than a transaction has for events.
 */
export interface CreatedEvent {
    name: "Created";
    data: {
        id: Uint8Array;
        beneficiary: string;
        funder?: string;
        total?: bigint;
        revocable?: boolean;
        /**
         * The account that may revoke it, if any.
         */
        revoker?: string | null;
        /**
         * The funder's, which with the funder makes the id.
         */
        reference?: Uint8Array;
    };
}
/**
 * Vesting stopped; `refunded` went back to the funder, or is owed to it if the same call has an `owed` event.
 */
export interface RevokedEvent {
    name: "Revoked";
    data: {
        id: Uint8Array;
        /**
         * The revoker, or the beneficiary itself.
         */
        revoker?: string;
        funder?: string;
        refunded?: bigint;
    };
}
/**
 * The schedule changed hands.
 */
export interface TransferredEvent {
    name: "Transferred";
    data: {
        id: Uint8Array;
        from?: string;
        to?: string;
    };
}
/**
 * The schedule is offered to `to` until `expires_at` (Unix seconds).
 */
export interface TransferBegunEvent {
    name: "TransferBegun";
    data: {
        id: Uint8Array;
        to?: string;
        expires_at?: bigint;
    };
}
/**
 * Event: TransferCancelled
 */
export interface TransferCancelledEvent {
    name: "TransferCancelled";
    data: {
        id: Uint8Array;
    };
}
/**
 * The terms of a schedule, which its funder chooses.
 */
export interface Terms {
    beneficiary: string;
    plan: Plan;
    /**
     * The funder chooses it and uses it once. Funder and reference make the schedule's id.
     */
    reference: Uint8Array;
    /**
     * The account that may take the unvested part back for the funder. Void: nobody may.
     */
    revoker: string | null;
}
/**
 * Struct: Schedule
 */
export interface Schedule {
    beneficiary: string;
    funder: string;
    plan: Plan;
    /**
     * Stroops that became the funder's again by revocation, received or still owed.
     */
    refunded: bigint;
    /**
     * Stroops that the beneficiary received.
     */
    released: bigint;
    /**
     * Unix seconds. Vesting stopped then.
     */
    revoked_at: bigint | null;
    revoker: string | null;
    /**
     * Stroops that the funder deposited.
     */
    total: bigint;
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
 * Struct: Handover
 */
export interface Handover {
    /**
     * First Unix second at which it may be completed.
     */
    eta: bigint;
    /**
     * First Unix second at which it is void.
     */
    expires_at: bigint;
    /**
     * The account that takes over.
     */
    to: string;
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
export type ContractEvent = ClaimedEvent | CreatedEvent | RevokedEvent | TransferredEvent | TransferBegunEvent | TransferCancelledEvent | OwedEvent | WithdrawnEvent | PausedEvent | UnpausedEvent;
