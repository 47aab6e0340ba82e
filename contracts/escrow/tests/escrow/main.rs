//! `escrow` over the real `admin`, `state` and asset contract.

mod auth;
mod money;
mod states;
mod upkeep;
