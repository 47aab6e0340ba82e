//! `admin`: who may do what in the whole system.
//!
//! Every other contract asks `has_role(role, account)` here. A role may expire, may have an admin role
//! of its own (no cycles), and is enumerable. One admin is above all roles; it changes hands in two
//! steps with a delay and can't be renounced. Roles are kept by OpenZeppelin's `access_control`; expiry,
//! acyclic role admins and the delay are ours.
//!
//! While paused, nothing that adds power works; revoking, renouncing and cancelling still do. During a stop of the whole
//! system, the admin itself may also grant roles, so that new keys can replace stolen ones.
#![no_std]

mod contract;
mod errors;
mod events;
mod hierarchy;
mod roles;
mod storage;
mod transfer;

pub use contract::{AdminContract, AdminContractClient};
pub use errors::AdminError;
pub use events::{
    AdminTransferBegun, AdminTransferCancelled, AdminTransferred, RoleGranted, StateSet,
};

merit_common::metadata!();
