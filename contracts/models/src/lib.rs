//! A plain model of every contract, and random steps that are done on contract and model alike.
//!
//! Property tests (`tests/properties.rs`), the replay of the corpora (`tests/corpus.rs`) and the fuzz targets
//! (`fuzz_targets`) all play bytes through [`play`], so what one of them finds is kept as a file for the others. With
//! MERIT_WASM_DIR the contracts run as the built wasm, without it natively.

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

/// Sequences to play for each contract: MERIT_CASES, or `default`.
pub fn cases(default: usize) -> usize {
    std::env::var("MERIT_CASES").map_or(default, |cases| {
        cases.parse().expect("MERIT_CASES is a number")
    })
}
