//! What the fuzz targets (`fuzz_targets`) and the tests of their corpora do with bytes.
//!
//! No input makes localnet panic or answer that something broke in it, and the same input gives the same ledgers.

mod server;
#[path = "../../ledger/tests/support/mod.rs"]
mod support;
mod transactions;

pub use server::{calls, horizon};
pub use transactions::transactions;
