//! `vesting` beside the deployed system.

mod auth;
mod batch_size_wasm;
mod claiming;
mod refunds;
mod transfers;
mod upkeep;
