//! `escrow` holds the reward asset between a depositor and a beneficiary.
//!
//! - An escrow has up to 16 milestones, each with an amount and a deadline; the whole sum is deposited at creation.
//!   Milestones end one by one; their states are the table in `milestone`.
//! - The depositor releases a milestone. Before its deadline either party may dispute it; the arbiter then splits
//!   it. Both parties together may cancel. Neither of them can move the other's money before a deadline.
//! - Every open state has a deadline after which anyone may end it by `expire`: an undisputed milestone goes back to
//!   the depositor, so a beneficiary who delivered and isn't paid must dispute in time; an undecided dispute is split as
//!   the terms said at creation. Until somebody does this, the depositor may still release, and both may cancel.
//! - The platform's fee is taken from what the beneficiary receives, in basis points fixed at creation, at most
//!   [`MAX_FEE_BPS`]. Evidence and agreement are hashes.
//! - A party that can't receive (no trustline, frozen, full) is owed its share and withdraws it later; it never
//!   holds up the other party.
//!
//! While stopped, no escrow is created, and fees are neither set nor collected. Everything with a deadline goes on:
//! a stop must not decide between two parties.
//!
//! Amounts are stroops (`i128`, above 0, at most `i64::MAX`), times are Unix seconds.
#![no_std]

mod accounts;
mod contract;
mod errors;
mod escrows;
mod events;
mod milestone;
mod shares;
mod storage;
mod terms;

pub use accounts::{Sums, Totals};
pub use contract::{EscrowContract, EscrowContractArgs, EscrowContractClient};
pub use errors::EscrowError;
pub use escrows::Escrow;
pub use events::{Created, Disputed, Evidence, FeeSet, FeesCollected, Settled};
pub use milestone::{Milestone, Status};
pub use shares::{MAX_FEE_BPS, WHOLE};
pub use terms::{Part, Terms, MAX_HORIZON, MAX_MILESTONES, MAX_WINDOW, MIN_WINDOW};

soroban_sdk::contractmeta!(key = "binver", val = env!("CARGO_PKG_VERSION"));
