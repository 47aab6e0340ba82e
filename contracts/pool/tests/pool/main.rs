//! `pool` over the real `admin`, `state` and asset contract.

mod auth;
mod balances;
mod limits;
mod owners;
mod reserves;
