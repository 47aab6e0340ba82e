use soroban_sdk::contracterror;

/// Errors of `pool`, 13000 and up. The numbers are stable.
#[contracterror]
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
#[repr(u32)]
pub enum PoolError {
    /// The caller doesn't hold the role, or isn't the merchant's owner, or wasn't named as its next one.
    Unauthorized = 13000,
    /// This contract or the whole system is stopped.
    Paused = 13001,
    /// The stored data already has this schema version.
    AlreadyMigrated = 13002,
    /// An amount isn't above 0 and at most `i64::MAX`, or a limit is outside `0..=i64::MAX`.
    InvalidAmount = 13003,

    /// The merchant's free balance can't cover the amount.
    InsufficientBalance = 13010,
    /// A balance would exceed `i64::MAX`.
    BalanceOverflow = 13011,
    /// The asset moved a different amount than requested.
    DepositMismatch = 13012,
    /// The grant's reference was used for another merchant or amount.
    ReferenceTaken = 13013,
    /// The pool, a system contract, the asset contract and the issuer never receive money from the pool.
    RefusedRecipient = 13014,
    /// The asset's administrator froze the owner or the recipient.
    AccountFrozen = 13015,

    /// The calling contract already made a reserve under this id.
    ReserveExists = 13020,
    /// The calling contract made no reserve under this id.
    ReserveNotFound = 13021,
    /// The reserve was released before.
    ReserveClosed = 13022,
    /// The reserve can't cover the batch.
    ReserveShort = 13023,

    /// More than 60 payments in one call.
    TooMany = 13030,
    /// The lists of recipients and amounts differ in length.
    LengthMismatch = 13031,
    /// The asset's administrator froze the pool itself.
    PoolFrozen = 13032,
    /// The pool holds less of the asset than the call needs.
    PoolShort = 13033,

    /// The rolling 24 h limit, global or of the merchant, has no room for the amount.
    LimitExceeded = 13040,
    /// No raise of this limit is waiting.
    NoPendingLimit = 13041,
    /// The raise's delay hasn't passed yet.
    LimitNotDue = 13042,
    /// The raise wasn't applied within 14 days from its time: set the limit again.
    LimitExpired = 13043,
    /// This limit wasn't cut in the last 14 days, or was raised to what it was before or restored since.
    NoCut = 13044,

    /// Nobody was named as this merchant's owner, or it has accepted, or a guardian cancelled it.
    NoPendingOwner = 13050,
    /// The first owner's delay hasn't passed yet.
    OwnerNotDue = 13051,
    /// The owner didn't accept within 14 days: name it again.
    OwnerExpired = 13052,
    /// The new code isn't due: it wasn't announced, or still waits, or waited too long. Announce it with
    /// `admin.announce_upgrade`, then wait for the `eta` of `admin.announced_upgrade`.
    UpgradeNotDue = 13053,
}
