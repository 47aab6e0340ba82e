//! Error codes 11000 to 11999. A code is a promise to clients: never renumber, and never use 11005 and 11008 again.

use soroban_sdk::contracterror;

#[contracterror]
#[derive(Copy, Clone, Debug, Eq, PartialEq, PartialOrd, Ord)]
#[repr(u32)]
pub enum StateError {
    /// The caller doesn't hold the role.
    Unauthorized = 11000,
    /// The system is paused.
    Paused = 11001,
    /// The stored data already has this schema version.
    AlreadyMigrated = 11002,
    /// No contract is registered under the name.
    NotFound = 11004,
    /// `expected` is not the record's revision: read it again and decide again.
    RevisionMismatch = 11006,
    /// More than 32 names, or 32 addresses (unregister or forget those no longer used).
    TooMany = 11007,
    /// The address is still registered under a name.
    AddressInUse = 11009,
    /// `limit` must be 1 to 100.
    InvalidPage = 11010,
    /// An interface version has 1 to 32 bytes.
    InvalidInterface = 11011,
    /// The new code isn't due: it wasn't announced, or still waits, or waited too long. Announce it with
    /// `admin.announce_upgrade`, then wait for the `eta` of `admin.announced_upgrade`.
    UpgradeNotDue = 11012,
    /// The address is an account's, not a contract's.
    NotAContract = 11013,
}
