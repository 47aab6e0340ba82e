//! Stellar RPC, Horizon's most used part, friendbot and time travel around the embedded ledger of `localnet-ledger`.
//!
//! A request of RPC comes in through `server` and `dispatch` to its file in `methods`, one of Horizon to `horizon`. Reads and simulations run from the
//! last published view and the `store`; whatever changes the ledger is a command to the one `ledger_thread`.

mod args;
mod clock;
mod cursor;
mod dispatch;
mod effects;
mod empty_ledger;
mod envelope;
mod errors;
mod executed;
mod format;
mod friendbot;
mod horizon;
mod json;
mod ledger_meta;
mod ledger_thread;
mod methods;
mod movements;
mod node;
mod participants;
mod queue;
mod run;
mod server;
mod shutdown;
mod store;
mod view;

pub use args::{Args, CloseMode, LimitsName};
pub use node::Node;
pub use run::run;
pub use server::router;
