//! A plain model of every contract, and random steps that are done on contract and model alike.
//!
//! Property tests (`tests/properties.rs`), the replay of the corpora (`tests/corpus.rs`) and the fuzz target
//! (`fuzz_targets`) read the table [`models`] and play bytes through [`play`], so what one of them finds is kept as a file for
//! the others. With MERIT_WASM_DIR the contracts run as the built wasm, without it natively.

pub mod admin;
pub mod campaign;
pub mod distribution;
pub mod escrow;
pub mod governance;
pub mod pool;
pub mod redemption;
pub mod referral;
pub mod state;
pub mod token;
pub mod vesting;

mod draw;
mod model;

pub use model::{play, Model};

/// Calls a macro with every contract, its model, and the most bytes of a random sequence.
#[macro_export]
macro_rules! models {
    ($each:ident) => {
        $each! {
            admin: $crate::admin::Roles, 200;
            campaign: $crate::campaign::Campaigns, 200;
            distribution: $crate::distribution::Distribution, 200;
            escrow: $crate::escrow::Escrows, 250;
            governance: $crate::governance::Governance, 100;
            pool: $crate::pool::Pool, 200;
            redemption: $crate::redemption::Redeemed, 250;
            referral: $crate::referral::Referrals, 200;
            state: $crate::state::Registry, 250;
            token: $crate::token::Tokens, 250;
            vesting: $crate::vesting::Schedules, 150;
        }
    };
}

/// Sequences to play for each contract: MERIT_CASES, or `default`.
pub fn cases(default: usize) -> usize {
    std::env::var("MERIT_CASES").map_or(default, |cases| {
        cases.parse().expect("MERIT_CASES is a number")
    })
}
