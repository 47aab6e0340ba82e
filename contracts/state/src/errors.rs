//! Error codes 11000 to 11999. A code is a promise to clients: never renumber.

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
    /// The contract is registered, but not active.
    NotActive = 11005,
    /// `expected` is not the record's revision: read it again and decide again.
    RevisionMismatch = 11006,
    /// More than 32 names, or 32 addresses (forget those no longer used).
    TooMany = 11007,
    /// Not the next migration of this contract: each runs once, in order, from 1.
    MigrationOutOfOrder = 11008,
    /// The address is still registered under a name.
    AddressInUse = 11009,
    /// `limit` must be 1 to 100.
    InvalidPage = 11010,
    /// An interface version has 1 to 32 bytes.
    InvalidInterface = 11011,
}
