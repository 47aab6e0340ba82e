//! `vesting` holds the reward asset and pays it out over time.
//!
//! - Anyone funds schedules for beneficiaries, up to 20 with one transfer. A plan is linear with a cliff, or has up to 32
//!   tranches. A schedule's id follows from its funder and a reference that the funder chooses.
//! - Anyone may trigger a claim, and only the beneficiary is paid. The vested amount depends only on the clock
//!   and is rounded down, so it doesn't matter when and how often somebody claims, and nothing is left at the end.
//! - A schedule can be revoked once, by its revoker or by the beneficiary itself: vesting stops, the unvested part goes back to
//!   the funder, what has vested stays the beneficiary's. If the funder can't receive it, it is owed; vesting stops anyway.
//! - A beneficiary hands a schedule over in two steps. Until the new one accepts, claims pay the old one, and a frozen
//!   beneficiary hands nothing over.
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
mod plan;
mod schedules;
mod storage;

pub use contract::{Vesting, VestingArgs, VestingClient};
pub use errors::VestingError;
pub use events::{Claimed, Created, Revoked, TransferBegun, TransferCancelled, Transferred};
pub use plan::{Linear, Plan, Tranche, MAX_HORIZON, MAX_TRANCHES};
pub use schedules::{Schedule, Terms, MAX_BATCH};

merit_common::metadata!(fixed);
