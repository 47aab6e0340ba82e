//! `vesting` holds the reward asset and pays it out over time.
//!
//! - Anyone funds schedules for a beneficiary, one by one or in a batch with one transfer. A plan is linear with a
//!   cliff, or up to 32 tranches. Ids count from 1; each beneficiary's ids are paged.
//! - Anyone may trigger a claim, and only the beneficiary is paid. What is vested depends only on the clock and
//!   is rounded down, so it doesn't matter when and how often somebody claims, and nothing is left at the end.
//! - A schedule with a revoker can be revoked once: vesting stops, the unvested part goes back to the funder,
//!   what has vested stays the beneficiary's. If the funder can't receive it, it is owed to the funder; vesting stops anyway.
//! - A beneficiary hands a schedule on in two steps; until the second one claims pay the old beneficiary.
//!
//! While stopped, nothing new is created and no schedule changes hands. Claims and revocations go on: they
//! return people's own money, and a stop must not decide how much vests.
//!
//! Amounts are stroops (`i128`, above 0, at most `i64::MAX`), times are Unix seconds.
#![no_std]

mod contract;
mod errors;
mod events;
mod funds;
mod owners;
mod plan;
mod schedules;
mod storage;

pub use contract::{Vesting, VestingArgs, VestingClient};
pub use errors::VestingError;
pub use events::{Claimed, Created, Revoked, TransferBegun, TransferCancelled, Transferred};
pub use plan::{Linear, Plan, Tranche, MAX_HORIZON, MAX_TRANCHES};
pub use schedules::{Schedule, Terms, MAX_BATCH};

soroban_sdk::contractmeta!(key = "binver", val = env!("CARGO_PKG_VERSION"));
