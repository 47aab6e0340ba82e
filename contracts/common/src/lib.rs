//! Code that Merit's contracts share: role names, clients of `admin`, `state` and `pool`, guards, TTL tiers,
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

/// Writes the wasm's metadata (SEP-46): the crate's name and description, its version (SEP-49), and the SEPs that
/// it implements (SEP-47): metadata and discovery, the spec (SEP-48), and upgrades unless no key can replace its code (`fixed`).
#[macro_export]
macro_rules! metadata {
    () => {
        $crate::metadata!(sep "46,47,48,49");
    };
    (fixed) => {
        $crate::metadata!(sep "46,47,48");
    };
    (sep $sep:literal) => {
        soroban_sdk::contractmeta!(key = "name", val = env!("CARGO_PKG_NAME"));
        soroban_sdk::contractmeta!(key = "desc", val = env!("CARGO_PKG_DESCRIPTION"));
        soroban_sdk::contractmeta!(key = "binver", val = env!("CARGO_PKG_VERSION"));
        soroban_sdk::contractmeta!(key = "sep", val = $sep);
    };
}

pub use clients::{AdminClient, PoolClient, StateClient, TokenClient};

#[cfg(test)]
extern crate std;
#[cfg(test)]
mod test;
