use soroban_sdk::contracterror;

/// Errors of `campaign`, 14000 and up. The numbers are stable.
#[contracterror]
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
#[repr(u32)]
pub enum CampaignError {
    /// The caller doesn't hold the role.
    Unauthorized = 14000,
    /// This contract or the whole system is stopped.
    Paused = 14001,
    /// The stored data already has this schema version.
    AlreadyMigrated = 14002,
    /// An amount isn't above 0 and at most `i64::MAX`.
    InvalidAmount = 14003,

    /// No campaign has this id.
    NotFound = 14010,
    /// The window ends before it starts, is over, or ends more than 36,600 days from now; or a clawback window isn't 1 second
    /// to 90 days.
    InvalidWindow = 14011,
    /// The reference was used for a campaign with other terms, or for a draft of release 0.2.0 that never was active.
    ReferenceTaken = 14012,
    /// The campaign's status doesn't allow this step.
    InvalidTransition = 14013,
    /// A clawback can only be allowed before the first payment.
    AlreadyPaid = 14014,
    /// An extension can neither lower the budget nor bring the end forward.
    Shrinks = 14015,

    /// The campaign is paused, ended or settled, or a draft of release 0.2.0.
    NotActive = 14020,
    /// The time isn't within `[starts_at, ends_at)`.
    OutsideWindow = 14021,
    /// The rest of the budget can't cover the batch.
    BudgetExceeded = 14022,

    /// More than 60 payments in one call.
    TooMany = 14030,
    /// The lists of numbers, references, recipients, amounts and results differ in length.
    LengthMismatch = 14031,
    /// A result isn't "to pay", "already same" or "number taken".
    InvalidResult = 14032,
    /// The new code isn't due: it wasn't announced, or still waits, or waited too long. Announce it with
    /// `admin.announce_upgrade`, then wait for the `eta` of `admin.announced_upgrade`.
    UpgradeNotDue = 14033,
}
