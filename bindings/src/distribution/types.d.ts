/**
* Errors of `distribution`, 15000 and up. The numbers are stable.
*/
export declare const DistributionError: {
    /**
     * The caller doesn't hold the role.
     */
    15000: {
        message: string;
    };
    /**
     * This contract or the whole system is stopped.
     */
    15001: {
        message: string;
    };
    /**
     * The stored data already has this schema version.
     */
    15002: {
        message: string;
    };
    /**
     * Not above 0 and at most `i64::MAX`.
     */
    15003: {
        message: string;
    };
    /**
     * A batch without payments.
     */
    15010: {
        message: string;
    };
    /**
     * More than 60 payments in a batch, or more than 256 numbers in a query.
     */
    15011: {
        message: string;
    };
    /**
     * Each number of a batch must be above the one before.
     */
    15012: {
        message: string;
    };
    /**
     * A reference of zeros means "unpaid" and can't be one.
     */
    15013: {
        message: string;
    };
};
/**
 * One reward to pay.
 */
export interface Payment {
    /**
     * Stroops.
     */
    amount: bigint;
    /**
     * Unique within its campaign.
     */
    number: number;
    /**
     * Whose reward it is; not all zeros.
     */
    reference: Uint8Array;
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
export type ContractEvent = MigratedEvent | PausedEvent | UnpausedEvent;
