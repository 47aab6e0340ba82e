/**
* Union: Plan
*/
export type Plan = {
    tag: "Linear";
    values: readonly [Linear];
} | 
/**
 * 1 to 32, by rising time.
 */
{
    tag: "Tranches";
    values: readonly [Array<Tranche>];
};
/**
 * Vests evenly from `start` to `end`, but nothing before `cliff`.
 */
export interface Linear {
    cliff: bigint;
    end: bigint;
    /**
     * Unix seconds, as `cliff` and `end`.
     */
    start: bigint;
    /**
     * Stroops.
     */
    total: bigint;
}
/**
 * Vests at once.
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
 * Errors of `vesting`, 18000 and up. The numbers are stable.
 */
export declare const VestingError: {
    /**
     * The caller doesn't hold the role, or isn't the schedule's beneficiary, revoker or pending beneficiary.
     */
    18000: {
        message: string;
    };
    /**
     * This contract or the whole system is stopped.
     */
    18001: {
        message: string;
    };
    /**
     * The stored data already has this schema version.
     */
    18002: {
        message: string;
    };
    /**
     * An amount isn't above 0, or an amount or the sum is above `i64::MAX`.
     */
    18003: {
        message: string;
    };
    /**
     * No schedule has this id.
     */
    18010: {
        message: string;
    };
    /**
     * The times aren't `start <= cliff <= end`, tranche times don't rise, or the end is more than 100 years ahead.
     */
    18011: {
        message: string;
    };
    /**
     * A plan has 1 to 32 tranches.
     */
    18012: {
        message: string;
    };
    /**
     * A batch has at least one schedule and at most `max_batch`.
     */
    18013: {
        message: string;
    };
    /**
     * This contract, the asset contract, the issuer and the system's contracts can't be beneficiaries.
     */
    18014: {
        message: string;
    };
    /**
     * `limit` must be 1 to 100.
     */
    18015: {
        message: string;
    };
    /**
     * Nothing has vested since the last claim.
     */
    18020: {
        message: string;
    };
    /**
     * The schedule was created without a revoker.
     */
    18021: {
        message: string;
    };
    /**
     * The schedule was revoked before.
     */
    18022: {
        message: string;
    };
    /**
     * Everything has vested, so there is nothing to take back.
     */
    18023: {
        message: string;
    };
    /**
     * No transfer of the schedule was begun.
     */
    18030: {
        message: string;
    };
    /**
     * The transfer wasn't accepted in time: begin it again.
     */
    18031: {
        message: string;
    };
    /**
     * The schedule is the new beneficiary's already.
     */
    18032: {
        message: string;
    };
    /**
     * The asset moved a different amount than requested.
     */
    18040: {
        message: string;
    };
    /**
     * The asset's administrator froze this contract.
     */
    18041: {
        message: string;
    };
    /**
     * The contract holds less of the asset than it owes: some was clawed back.
     */
    18042: {
        message: string;
    };
    /**
     * The recipient has no trustline, a frozen or a full one. Nothing changed: repeat it later.
     */
    18043: {
        message: string;
    };
    /**
     * The sum of all schedules would exceed `i64::MAX`.
     */
    18044: {
        message: string;
    };
    /**
     * Nothing is owed to the account.
     */
    18045: {
        message: string;
    };
};
/**
 * The beneficiary received what had vested.
 */
export interface ClaimedEvent {
    name: "Claimed";
    data: {
        id: bigint;
        beneficiary: string;
        amount?: bigint;
    };
}
/**
 * A schedule was created and funded.
 */
export interface CreatedEvent {
    name: "Created";
    data: {
        id: bigint;
        beneficiary: string;
        funder?: string;
        total?: bigint;
        revocable?: boolean;
    };
}
/**
 * Vesting stopped; `refunded` went back to the funder, or is owed to it if the same call has an `owed` event.
 */
export interface RevokedEvent {
    name: "Revoked";
    data: {
        id: bigint;
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
        id: bigint;
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
        id: bigint;
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
        id: bigint;
    };
}
/**
 * What a funder asks for.
 */
export interface Terms {
    beneficiary: string;
    plan: Plan;
    /**
     * Who may take the unvested part back for the funder. Void: nobody.
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
     * Unix seconds. Vesting stops there.
     */
    revoked_at: bigint | null;
    revoker: string | null;
    /**
     * Position in the beneficiary's list.
     */
    slot: number;
    /**
     * Stroops that were put in.
     */
    total: bigint;
}
/**
 * An account couldn't receive its share: it waits for `withdraw`.
 */
export interface OwedEvent {
    name: "Owed";
    data: {
        account: string;
        amount?: bigint;
    };
}
/**
 * An account received what it was owed.
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
     * Who takes over.
     */
    to: string;
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
export type ContractEvent = ClaimedEvent | CreatedEvent | RevokedEvent | TransferredEvent | TransferBegunEvent | TransferCancelledEvent | OwedEvent | WithdrawnEvent | MigratedEvent | PausedEvent | UnpausedEvent;
