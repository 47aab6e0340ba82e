//! `referral`: newcomers name who brought them, and both may get a bonus.
//!
//! - A newcomer binds to its referrer once and for good, with its own signature, and only while nobody is bound to it.
//!   So no cycle can arise: the last binding of a cycle would be by an account that already has a referee.
//! - A merchant's programme is funded by its sponsor. When an operator reports that a newcomer qualified, the bonuses
//!   are set aside from those funds, once per newcomer among all programmes.
//! - A bonus can be revoked until the programme's clawback window has passed, and claimed from then on.
//! - When a programme is over, what was not set aside goes back to its sponsor.
//!
//! While paused nothing is bound, qualified, funded or claimed; revoking and the sponsor's way out still work.
//!
//! Amounts are stroops (`i128`, at most `i64::MAX`), times are Unix seconds.
#![no_std]

mod asset;
mod bindings;
mod contract;
mod errors;
mod events;
mod programmes;
mod rewards;
mod storage;

pub use contract::{Referral, ReferralArgs, ReferralClient};
pub use errors::ReferralError;
pub use events::{
    BonusClaimed, ProgrammeFunded, ProgrammeSet, ProgrammeSettled, ReferralBound,
    ReferralQualified, ReferralRevoked,
};
pub use programmes::{Funds, Programme};
pub use rewards::{Bonus, Reward, Status};

soroban_sdk::contractmeta!(key = "binver", val = env!("CARGO_PKG_VERSION"));
