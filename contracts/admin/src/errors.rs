//! Error codes 10000 to 10999. A code is a promise to clients: never renumber.

use soroban_sdk::contracterror;

#[contracterror]
#[derive(Copy, Clone, Debug, Eq, PartialEq, PartialOrd, Ord)]
#[repr(u32)]
pub enum AdminError {
    /// The caller doesn't hold the role, or isn't the admin.
    Unauthorized = 10000,
    /// The contract is paused, or the whole system is.
    Paused = 10001,
    /// The stored data already has this schema version.
    AlreadyMigrated = 10002,
    /// `expires_at` is not in the future.
    InvalidExpiry = 10004,
    /// The account does not hold the role.
    RoleNotHeld = 10005,
    // 10006 and 10007 were errors of role admins, which releases before 0.3.0 had.
    /// A delay is above 90 days.
    InvalidDelay = 10008,
    /// The account is the admin already.
    SameAdmin = 10009,
    /// No transfer of the admin is pending.
    NoTransfer = 10010,
    /// The transfer's delay has not passed.
    TransferEarly = 10011,
    /// The transfer was not accepted in time.
    TransferExpired = 10012,
    /// `limit` must be 1 to 100.
    InvalidPage = 10013,
    /// All 256 roles are in use.
    TooManyRoles = 10014,
    /// The new code isn't due: it wasn't announced, or still waits, or waited too long. Announce it with
    /// `admin.announce_upgrade`, then wait for the `eta` of `admin.announced_upgrade`.
    UpgradeNotDue = 10015,
    /// No new code is announced for the contract.
    NoUpgrade = 10016,
}
