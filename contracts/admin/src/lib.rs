//! `admin`: who may do what in the whole system.
//!
//! Every other contract asks `has_role(account, role)` here. Functions and arguments are those of OpenZeppelin's
//! `AccessControl`, so that its clients can read and change roles here too. A grant may expire. Only the one admin grants
//! and revokes; it changes hands in two steps with a delay and can't be renounced. Roles are kept by OpenZeppelin's
//! `access_control`; expiry and the delay are ours. Releases before 0.3.0 also had role admins: what they stored has no
//! effect.
//!
//! New code of any contract, this one included, is announced here and waits: every `upgrade` asks `upgrade_is_due`.
//!
//! While paused, nothing that adds power works; revoking, renouncing and cancelling still do. During a stop of the whole
//! system, the admin may still grant roles, so that new keys can replace stolen ones.
#![no_std]

mod contract;
mod errors;
mod events;
mod roles;
mod storage;
mod transfer;
mod upgrades;

pub use contract::{AdminContract, AdminContractClient};
pub use errors::AdminError;
pub use events::{
    AdminTransferBegun, AdminTransferCancelled, AdminTransferred, RoleGranted, StateSet,
    UpgradeAnnounced, UpgradeCancelled,
};
pub use merit_common::clients::AnnouncedUpgrade;

merit_common::metadata!();
