//! Costs of the built contracts on a ledger, and the committed record of them, `contracts/costs.json`.
//!
//! The figures are the host's own, measured on the wasm under mainnet's limits. They leave out what depends
//! on the envelope: the transaction's size, the history that it fills, and its bid for inclusion.

mod book;
mod figures;
mod recorder;

pub use book::Book;
pub use figures::{of_last_call, Figures};
pub use recorder::Recorder;
