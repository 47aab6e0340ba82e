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
    /// Not above 0 and at most `i64::MAX`.
    InvalidAmount = 15003,

    /// A batch without payments.
    Empty = 15010,
    /// More than 60 payments in a batch, or more than 256 numbers in a query.
    TooMany = 15011,
    /// Each number of a batch must be above the one before.
    NumbersNotRising = 15012,
    /// A reference of zeros means "unpaid" and can't be one.
    InvalidReference = 15013,
}
