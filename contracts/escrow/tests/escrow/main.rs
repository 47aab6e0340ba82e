//! `escrow` over the real `admin`, `state` and asset contract.

mod acceptance;
mod auth;
mod money;
mod states;
mod upkeep;
