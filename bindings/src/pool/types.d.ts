/**
* Errors of `pool`, 13000 and up. The numbers are stable.
*/
export declare const PoolError: {
    /**
     * The caller doesn't hold the role, or isn't the merchant's owner, or wasn't named as its next one.
     */
    readonly 13000: {
        readonly message: "Unauthorized";
    };
    /**
     * This contract or the whole system is stopped.
     */
    readonly 13001: {
        readonly message: "Paused";
    };
    /**
     * The stored data already has this schema version.
     */
    readonly 13002: {
        readonly message: "AlreadyMigrated";
    };
    /**
     * An amount isn't above 0 and at most `i64::MAX`, or a limit is outside `0..=i64::MAX`.
     */
    readonly 13003: {
        readonly message: "InvalidAmount";
    };
    /**
     * The merchant's free balance can't cover the amount.
     */
    readonly 13010: {
        readonly message: "InsufficientBalance";
    };
    /**
     * A balance would exceed `i64::MAX`.
     */
    readonly 13011: {
        readonly message: "BalanceOverflow";
    };
    /**
     * The asset moved a different amount than requested.
     */
    readonly 13012: {
        readonly message: "DepositMismatch";
    };
    /**
     * The grant's reference was used for another merchant or amount.
     */
    readonly 13013: {
        readonly message: "ReferenceTaken";
    };
    /**
     * The pool, a system contract, the asset contract and the issuer never receive money from the pool.
     */
    readonly 13014: {
        readonly message: "RefusedRecipient";
    };
    /**
     * The asset's administrator froze the owner or the recipient.
     */
    readonly 13015: {
        readonly message: "AccountFrozen";
    };
    /**
     * The calling contract already made a reserve under this id.
     */
    readonly 13020: {
        readonly message: "ReserveExists";
    };
    /**
     * The calling contract made no reserve under this id.
     */
    readonly 13021: {
        readonly message: "ReserveNotFound";
    };
    /**
     * The reserve was released before.
     */
    readonly 13022: {
        readonly message: "ReserveClosed";
    };
    /**
     * The reserve can't cover the batch.
     */
    readonly 13023: {
        readonly message: "ReserveShort";
    };
    /**
     * More than 60 payments in one call.
     */
    readonly 13030: {
        readonly message: "TooMany";
    };
    /**
     * The lists of recipients and amounts differ in length.
     */
    readonly 13031: {
        readonly message: "LengthMismatch";
    };
    /**
     * The asset's administrator froze the pool itself.
     */
    readonly 13032: {
        readonly message: "PoolFrozen";
    };
    /**
     * The pool holds less of the asset than the call needs.
     */
    readonly 13033: {
        readonly message: "PoolShort";
    };
    /**
     * The rolling 24 h limit, global or of the merchant, has no room for the amount.
     */
    readonly 13040: {
        readonly message: "LimitExceeded";
    };
    /**
     * No raise of this limit is waiting.
     */
    readonly 13041: {
        readonly message: "NoPendingLimit";
    };
    /**
     * The raise's delay hasn't passed yet.
     */
    readonly 13042: {
        readonly message: "LimitNotDue";
    };
    /**
     * The raise wasn't applied within 14 days from its time: set the limit again.
     */
    readonly 13043: {
        readonly message: "LimitExpired";
    };
    /**
     * This limit wasn't cut in the last 14 days, or was raised to what it was before or restored since.
     */
    readonly 13044: {
        readonly message: "NoCut";
    };
    /**
     * Nobody was named as this merchant's owner, or it has accepted, or a guardian cancelled it.
     */
    readonly 13050: {
        readonly message: "NoPendingOwner";
    };
    /**
     * The first owner's delay hasn't passed yet.
     */
    readonly 13051: {
        readonly message: "OwnerNotDue";
    };
    /**
     * The owner didn't accept within 14 days: name it again.
     */
    readonly 13052: {
        readonly message: "OwnerExpired";
    };
    /**
     * The new code isn't due: it wasn't announced, or still waits, or waited too long. Announce it with
     * `admin.announce_upgrade`, then wait for the `eta` of `admin.announced_upgrade`.
     */
    readonly 13053: {
        readonly message: "UpgradeNotDue";
    };
};
/**
 * A treasurer added to a merchant's balance from its own funds.
 */
export interface GrantEvent {
    name: "Grant";
    data: {
        merchant: bigint;
        treasurer?: string;
        amount?: bigint;
        reference?: Uint8Array;
    };
}
/**
 * Somebody added to a merchant's balance.
 */
export interface DepositEvent {
    name: "Deposit";
    data: {
        merchant: bigint;
        from?: string;
        amount?: bigint;
    };
}
/**
 * The limit is now in force. `merchant` is void for the global limit.
 */
export interface LimitSetEvent {
    name: "LimitSet";
    data: {
        merchant: bigint | null;
        limit?: bigint;
        /**
         * The account that cut or restored it. Absent: a raise was applied, which anyone may do.
         */
        operator?: string | null;
    };
}
/**
 * `owner` may now withdraw the merchant's free balance.
 */
export interface OwnerSetEvent {
    name: "OwnerSet";
    data: {
        merchant: bigint;
        owner?: string;
        /**
         * The owner before, who handed over. Absent: a first owner.
         */
        operator?: string | null;
    };
}
/**
 * The rest of the budget of `contract`'s campaign or drop `id` went back to the merchant's free balance.
 */
export interface ReleasedEvent {
    name: "Released";
    data: {
        merchant: bigint;
        contract: string;
        id: bigint;
        amount?: bigint;
    };
}
/**
 * Free balance became the budget, or a part of the budget, of `contract`'s campaign or drop `id`.
 */
export interface ReservedEvent {
    name: "Reserved";
    data: {
        merchant: bigint;
        contract: string;
        id: bigint;
        amount?: bigint;
    };
}
/**
 * The owner took free balance out.
 */
export interface WithdrawEvent {
    name: "Withdraw";
    data: {
        merchant: bigint;
        owner?: string;
        to?: string;
        /**
         * Id of the muxed account that it went to. Absent: a plain address.
         */
        to_muxed_id?: bigint | null;
        amount?: bigint;
    };
}
/**
 * A raise waits until `eta` (Unix seconds), and is void 14 days later. `merchant` is void for the global limit.
 */
export interface LimitQueuedEvent {
    name: "LimitQueued";
    data: {
        merchant: bigint | null;
        limit?: bigint;
        eta?: bigint;
        operator?: string;
    };
}
/**
 * An account was named as the merchant's first owner: it may accept from `eta` and before `expires_at` (Unix seconds).
 */
export interface OwnerQueuedEvent {
    name: "OwnerQueued";
    data: {
        merchant: bigint;
        owner?: string;
        operator?: string;
        eta?: bigint;
        expires_at?: bigint;
    };
}
/**
 * The owner, `operator`, hands over to `owner` if this accepts before `expires_at` (Unix seconds).
 */
export interface OwnerOfferedEvent {
    name: "OwnerOffered";
    data: {
        merchant: bigint;
        owner?: string;
        operator?: string;
        expires_at?: bigint;
    };
}
/**
 * `owner`, who was named, doesn't become the merchant's owner.
 */
export interface OwnerCancelledEvent {
    name: "OwnerCancelled";
    data: {
        merchant: bigint;
        owner?: string;
        operator?: string;
    };
}
/**
 * A limit and what is left.
 */
export interface LimitStatus {
    /**
     * Stroops per rolling 24 h.
     */
    limit: bigint;
    /**
     * Stroops that may be paid now, of a merchant within the global limit too; 0 after a cut below what is used.
     */
    remaining: bigint;
    /**
     * Stroops used in the current and the 96 previous quarter-hours.
     */
    used: bigint;
}
/**
 * A raise that waits.
 */
export interface PendingLimit {
    /**
     * Unix seconds from which `apply_limit` succeeds, for 14 days.
     */
    eta: bigint;
    /**
     * Stroops per rolling 24 h.
     */
    limit: bigint;
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
export type ContractEvent = GrantEvent | DepositEvent | LimitSetEvent | OwnerSetEvent | ReleasedEvent | ReservedEvent | WithdrawEvent | LimitQueuedEvent | OwnerQueuedEvent | OwnerOfferedEvent | OwnerCancelledEvent | PausedEvent | MigratedEvent | UnpausedEvent;
