//! `distribution` over the real `campaign`, `pool` and `token`.

mod auth;
mod batch_size_wasm;
mod claim_payments;
mod claim_size_wasm;
mod claims;
mod clawback;
mod drops;
mod epochs;
mod errors_wasm;
mod numbers;
mod pausing;
mod periods;
mod results;
mod tree;
mod upkeep;
