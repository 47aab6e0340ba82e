//! The fuzz target (`fuzz_targets`) and the test of the corpora play bytes through these functions.
//!
//! No input makes localnet panic or answer that something broke in it, and the same input gives the same ledgers.

mod server;
#[path = "../../ledger/tests/support/mod.rs"]
mod support;
mod transactions;

pub use server::{calls, horizon};
pub use transactions::transactions;
