//! `escrow` holds the reward asset between a depositor and a beneficiary.
//!
//! - An escrow has up to 16 milestones, each with an amount and a deadline. The whole sum is deposited at creation.
//!   Beneficiary and arbiter then accept the terms; until both have, the depositor can take everything back.
//! - Milestones end one by one; the table in `milestone` lists their states. The depositor releases a milestone. Before its
//!   deadline either party may dispute it, and the arbiter then splits it. Both parties together may split it, extend its
//!   deadline or cancel. Neither of them can move the other's money before a deadline.
//! - Every open state has a deadline. From then on anyone may call `expire`: an undisputed milestone goes back to
//!   the depositor, so a beneficiary who delivered and isn't paid must dispute in time; an undecided dispute is split as
//!   the terms said at creation. A dispute never ends before the milestone's deadline.
//! - The platform's fee is taken from what the beneficiary receives, in basis points fixed at creation, at most
//!   [`MAX_FEE_BPS`]. Evidence and agreement are hashes.
//! - A split that the parties agree on is paid at once. A share that the arbiter or a deadline decides is owed, and `withdraw`
//!   pays it, so that no party can make a decision fail.
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
pub use events::{Accepted, Created, Disputed, Evidence, Extended, FeeSet, FeesCollected, Settled};
pub use milestone::{Milestone, Status};
pub use shares::{MAX_FEE_BPS, WHOLE};
pub use terms::{Part, Terms, MAX_HORIZON, MAX_MILESTONES, MAX_WINDOW, MIN_WINDOW};

merit_common::metadata!(fixed);
