//! One world for contract tests: every contract that a payout touches, deployed over a real Stellar Asset
//! Contract with real trustlines, either natively (fast) or from the built wasm (true costs).
//!
//! Start with [`World::new`], which MERIT_WASM_DIR switches to the wasm, or with [`World::wasm`]. Calls go through [`World::call`], which signs for exactly
//! one address and one invocation: nothing here mocks all authorisations of the contracts under test.

mod asset;
mod batches;
mod call;
mod clawback;
mod code;
mod depth;
mod entries;
mod events;
mod footprint;
mod ids;
mod issuer;
mod matrix;
mod pausing;
mod payments;
mod roles;
mod source;
mod subject;
mod world;

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

// Models and measurements use the contracts by these names.
pub use {
    merit_admin, merit_campaign, merit_distribution, merit_escrow, merit_governance, merit_pool,
    merit_redemption, merit_referral, merit_state, merit_token, merit_vesting,
};

pub use asset::{Asset, Line};
pub use batches::{fingerprint, Batch, Key};
pub use call::{Failure, Outcome};
pub use clawback::PaidReward;
pub use code::{
    contracts, functions, other_code, released_contracts, released_wasm, releases, wasm,
};
pub use events::{return_size, xdr_size, RewardEvent};
pub use footprint::land_in_every_order;
pub use matrix::{anyone, by, check, migration, operation, signed_by, stops, view, Row};
pub use payments::{payment, payments, reference, Payment, Terms, FIRST, NUMBERS, PERIOD};
pub use roles::{Role, ROLES};
pub use subject::{Actors, Deployed, Subject};
pub use world::{
    World, DAY, LIMIT, MERCHANT, MERCHANT_LIMIT, OFFER_WINDOW, RAISE_DELAY, START, START_LEDGER,
};
