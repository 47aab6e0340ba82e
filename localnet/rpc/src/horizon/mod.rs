//! The part of Horizon that wallets and the SDKs' `Server` ask for: accounts, transactions with their operations and
//! payments, ledgers, fees, and the way to submit. Freighter reads it on a custom network.
//!
//! `routes` finds the `listing` or the record that a path names; `page` and `stream` are the two ways to send a listing.
//! A `snapshot` is what one answer is read from.

mod account;
mod asked;
mod fee_stats;
mod ledger;
mod listing;
mod operation;
mod operation_body;
mod page;
mod problem;
mod result_codes;
mod root;
mod routes;
mod snapshot;
mod stream;
mod submit;
mod text;
mod transaction;

pub use routes::{not_served, router};
