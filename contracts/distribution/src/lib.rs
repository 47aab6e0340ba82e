//! `distribution` pays batches of numbered rewards, each number at most once.
//!
//! Every reward has a number, unique within its campaign, and an 8-byte reference that says whose it is. A paid
//! number keeps its reference on the ledger, so a repeated batch moves nothing (`ALREADY_SAME`) and a number
//! that was given out twice, as after a restored backup, is refused (`NUMBER_TAKEN`). A number is marked only
//! when it was paid: a failed payment is retried under the same number.
//!
//! Results travel in the campaign's `reward` event; [`Distribution::pay`] returns nothing, because events and
//! return value share one limit in bytes.
#![no_std]

mod campaign;
mod contract;
mod errors;
mod marks;
mod payment;
mod payout;
mod storage;

pub use contract::{Distribution, DistributionArgs, DistributionClient};
pub use errors::DistributionError;
pub use payment::Payment;

soroban_sdk::contractmeta!(key = "binver", val = env!("CARGO_PKG_VERSION"));
