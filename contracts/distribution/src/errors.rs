use soroban_sdk::contracterror;

/// Errors of `distribution`, 15000 and up. The numbers are stable.
#[contracterror]
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
#[repr(u32)]
pub enum DistributionError {
    /// The caller doesn't hold the role.
    Unauthorized = 15000,
    /// This contract or the whole system is stopped.
    Paused = 15001,
    /// The stored data already has this schema version.
    AlreadyMigrated = 15002,
    /// An amount isn't above 0 and at most `i64::MAX`.
    InvalidAmount = 15003,
    /// Between `upgrade` and `migrate` no batch is paid. After an upgrade from release 0.1.0, drops and clawbacks fail too.
    NotMigrated = 15004,

    /// The batch has no payments, or the drop has no leaves.
    Empty = 15010,
    /// The batch has more than 60 payments, or the query more than 256 numbers.
    TooMany = 15011,
    /// Each number of a batch must be above the one before.
    NumbersNotRising = 15012,
    /// A reference is all zeros, which means "unpaid".
    InvalidReference = 15013,
    /// The four lists of a batch need one entry per payment: 4 B per number, 8 B per reference.
    LengthMismatch = 15014,
    /// The number is too old: it is payable in its own period and in the next one, and its mark lives for two more.
    /// `first_number` returns the lowest number of the current period.
    NumberExpired = 15015,
    /// The number's period is more than four periods ahead.
    NumberAhead = 15016,
    /// Another payer has opened a newer epoch, or this one was never opened.
    WrongEpoch = 15017,
    /// There are more payments than the payer knows of, or fewer.
    WrongPaid = 15018,
    /// The payer knows of as many payments as there are, but not of the same ones.
    WrongFingerprint = 15019,
    /// The campaign belongs to another merchant.
    WrongMerchant = 15023,
    /// The drop's `opens_at` is less than `open_delay` ahead. Its merchant's owner can open it early, by `open_drop`.
    OpensTooSoon = 15024,

    /// No drop has this id.
    DropNotFound = 15020,
    /// The reference was used for a drop with other terms.
    ReferenceTaken = 15021,
    /// The drop expires before it opens, has already expired, or would last more than 366 days.
    InvalidWindow = 15022,

    /// The drop doesn't pay before its `opens_at`.
    DropNotOpen = 15030,
    /// The drop's `expires_at` has passed.
    DropExpired = 15031,
    /// The index isn't below the drop's number of leaves.
    IndexOutOfRange = 15032,
    /// The proof has more than 32 hashes.
    ProofTooLong = 15033,
    /// Index, wallet and amount aren't a leaf of the drop's tree, or the proof is another leaf's.
    InvalidProof = 15034,
    /// The leaf was paid before.
    AlreadyClaimed = 15035,
    /// A drop can be swept only from its `expires_at` on.
    DropNotExpired = 15036,
    /// The drop was swept or cancelled before.
    AlreadySwept = 15037,
    /// A manager can cancel a drop only before it opens; after that only a guardian can.
    DropOpened = 15038,
    /// The drop was cancelled.
    DropCancelled = 15039,

    /// The wallet has no trustline, or the account does not exist. The leaf stays unclaimed, also after the next four.
    NoTrustline = 15040,
    /// The wallet's trustline is frozen or was never authorised.
    NotAuthorized = 15041,
    /// The wallet's trustline limit leaves no room.
    LineFull = 15042,
    /// The leaf's wallet is the issuer or one of the system's contracts.
    RefusedRecipient = 15043,
    /// Any other refusal by the wallet's side.
    PaymentFailed = 15044,

    /// There was no such payment at that time, its campaign allows no clawback, or it was clawed back before.
    NoReceipt = 15050,
    /// The campaign's clawback window for this payment is over.
    ClawbackOver = 15051,
    /// The new code isn't due: it wasn't announced, or still waits, or waited too long. Announce it with
    /// `admin.announce_upgrade`, then wait for the `eta` of `admin.announced_upgrade`.
    UpgradeNotDue = 15052,
}
