//! `referral`: newcomers name who brought them, and both may get a bonus.
//!
//! - A referrer enrols with its own signature: nobody is made one, and nobody loses the right to be a newcomer, by
//!   what others do.
//! - A newcomer binds to an enrolled referrer once and for good, with its own signature, and only before it enrols
//!   itself. So no cycle can arise: each referrer of a chain enrolled before the next.
//! - A merchant's programme is funded by its sponsor. When an operator reports that a newcomer qualified, the bonuses
//!   are set aside from those funds, once per newcomer and programme.
//! - A bonus can be revoked until the programme's clawback window has passed, and claimed for 180 days from then on.
//!   What nobody claims is free again.
//! - When a programme is over, what was not set aside goes back to its sponsor. The sponsor can end it at any time.
//!
//! While paused nothing is bound, qualified, funded or claimed; revoking and the sponsor's way out still work.
//!
//! Amounts are stroops (`i128`, at most `i64::MAX`), times are Unix seconds.
#![no_std]

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
    BonusClaimed, ProgrammeFunded, ProgrammeSet, ProgrammeSettled, ReferralBound, ReferralExpired,
    ReferralQualified, ReferralRevoked, ReferrerEnrolled, SponsorLeft,
};
pub use programmes::{Funds, Programme};
pub use rewards::{Bonus, Reward, Status};

merit_common::metadata!();
