/**
* Errors of `pool`, 13000 and up. The numbers are stable.
*/
export const PoolError = {
    /**
     * The caller doesn't hold the role, or isn't the merchant's owner, or wasn't named as its next one.
     */
    13000: { message: "Unauthorized" },
    /**
     * This contract or the whole system is stopped.
     */
    13001: { message: "Paused" },
    /**
     * The stored data already has this schema version.
     */
    13002: { message: "AlreadyMigrated" },
    /**
     * An amount isn't above 0 and at most `i64::MAX`, or a limit is outside `0..=i64::MAX`.
     */
    13003: { message: "InvalidAmount" },
    /**
     * The merchant's free balance can't cover the amount.
     */
    13010: { message: "InsufficientBalance" },
    /**
     * A balance would exceed `i64::MAX`.
     */
    13011: { message: "BalanceOverflow" },
    /**
     * The asset moved a different amount than requested.
     */
    13012: { message: "DepositMismatch" },
    /**
     * The grant's reference was used for another merchant or amount.
     */
    13013: { message: "ReferenceTaken" },
    /**
     * The pool, a system contract, the asset contract and the issuer never receive money from the pool.
     */
    13014: { message: "RefusedRecipient" },
    /**
     * The asset's administrator froze the owner or the recipient.
     */
    13015: { message: "AccountFrozen" },
    /**
     * The calling contract already made a reserve under this id.
     */
    13020: { message: "ReserveExists" },
    /**
     * The calling contract made no reserve under this id.
     */
    13021: { message: "ReserveNotFound" },
    /**
     * The reserve was released before.
     */
    13022: { message: "ReserveClosed" },
    /**
     * The reserve can't cover the batch.
     */
    13023: { message: "ReserveShort" },
    /**
     * More than 60 payments in one call.
     */
    13030: { message: "TooMany" },
    /**
     * The lists of recipients and amounts differ in length.
     */
    13031: { message: "LengthMismatch" },
    /**
     * The asset's administrator froze the pool itself.
     */
    13032: { message: "PoolFrozen" },
    /**
     * The pool holds less of the asset than the call needs.
     */
    13033: { message: "PoolShort" },
    /**
     * The rolling 24 h limit, global or of the merchant, has no room for the amount.
     */
    13040: { message: "LimitExceeded" },
    /**
     * No raise of this limit is waiting.
     */
    13041: { message: "NoPendingLimit" },
    /**
     * The raise's delay hasn't passed yet.
     */
    13042: { message: "LimitNotDue" },
    /**
     * The raise wasn't applied within 14 days from its time: set the limit again.
     */
    13043: { message: "LimitExpired" },
    /**
     * This limit wasn't cut in the last 14 days, or was raised to what it was before or restored since.
     */
    13044: { message: "NoCut" },
    /**
     * Nobody was named as this merchant's owner, or it has accepted, or a guardian cancelled it.
     */
    13050: { message: "NoPendingOwner" },
    /**
     * The first owner's delay hasn't passed yet.
     */
    13051: { message: "OwnerNotDue" },
    /**
     * The owner didn't accept within 14 days: name it again.
     */
    13052: { message: "OwnerExpired" },
    /**
     * The new code isn't due: it wasn't announced, or still waits, or waited too long. Announce it with
     * `admin.announce_upgrade`, then wait for the `eta` of `admin.announced_upgrade`.
     */
    13053: { message: "UpgradeNotDue" }
};
