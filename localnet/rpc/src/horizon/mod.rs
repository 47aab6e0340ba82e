//! The part of Horizon that wallets and the SDKs' `Server` ask for: the history with operations, payments and effects, and
//! what the ledger holds now: accounts, assets, claimable balances. Freighter reads it on a custom network.
//!
//! `routes` finds the record, the `listing` of the history or the `state_list` that a path names; `page` and `stream` are
//! the two ways to send a listing.
//! A `snapshot` is what one answer is read from.

mod account;
mod asked;
mod asset;
mod claimable;
mod effect;
mod exchange;
mod fee_stats;
mod ledger;
mod listing;
mod operation;
mod operation_body;
mod operation_reserves;
mod page;
mod problem;
mod result_codes;
mod root;
mod routes;
mod snapshot;
mod state_list;
mod stream;
mod submit;
mod text;
mod transaction;

pub use claimable::{balance_id, claimants};
pub use operation_body::snake_case;
pub use routes::{not_served, router};
pub use text::{amount, base64, line_asset, pretty, put_asset, xdr_base64, Fields, HAL};
