//! What Merit's contracts share: role names, clients of `admin`, `state` and `pool`, guards, TTL tiers,
//! amount rules, payment result codes, debts, ids, the rolling 24 h sum and the upgrade life cycle.
//!
//! Nothing here panics with an error of its own: helpers return `bool`, `Option` or `Result`, and each
//! contract turns that into its own stable error code.
#![no_std]

pub mod amount;
pub mod batch;
pub mod clients;
pub mod debts;
pub mod guards;
pub mod handover;
pub mod ids;
pub mod lifecycle;
pub mod persistent;
pub mod result;
pub mod roles;
pub mod rolling;
pub mod sac;
pub mod ttl;

pub use clients::{AdminClient, PoolClient, StateClient};

#[cfg(test)]
extern crate std;
#[cfg(test)]
mod test;
