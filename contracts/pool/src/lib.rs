//! `pool` holds the reward asset for all merchants and pays it out.
//!
//! - Every merchant (`u64`) has a balance of its own; none can spend another's. It grows by [`Pool::deposit`]
//!   and [`Pool::grant`] and shrinks by [`Pool::withdraw`] and by reserves.
//! - A contract with the role `campaign` (`campaign` itself, and `distribution` for its drops) reserves a budget
//!   under an id of its own, pays from that reserve in batches of at most 60 recipients, and releases what is left,
//!   once.
//! - What leaves the pool is bounded per rolling 24 h, globally and per merchant. A cut acts at once, a raise
//!   waits, so a stolen limiter key can't empty the pool.
//! - A recipient that can't be paid gets a result code (`merit_common::result`) and never fails the others. A
//!   frozen or short pool, a missing reserve or a used-up limit is an error of the whole call.
//!
//! Amounts are stroops (`i128`, above 0, at most `i64::MAX`), times are Unix seconds. The asset is part of
//! every storage key.
#![no_std]

mod contract;
mod errors;
mod events;
mod funds;
mod limits;
mod owners;
mod payout;
mod reserves;
mod storage;

pub use contract::{Pool, PoolArgs, PoolClient};
pub use errors::PoolError;
pub use events::{
    Deposit, Grant, LimitQueued, LimitSet, OwnerCancelled, OwnerQueued, OwnerSet, Released,
    Reserved, Withdraw,
};
pub use limits::{LimitStatus, PendingLimit};

merit_common::metadata!();
