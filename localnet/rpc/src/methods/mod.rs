//! One file per method: its parameters, its answer, and nothing else. Names, types and error texts are stellar-rpc's,
//! whose clients rely on them.

pub mod fee_distribution;
pub mod get_events;
pub mod get_fee_stats;
pub mod get_health;
pub mod get_latest_ledger;
pub mod get_ledger_entries;
pub mod get_ledgers;
pub mod get_network;
pub mod get_transaction;
pub mod get_transactions;
pub mod get_version_info;
pub mod localnet_advance_sequence;
pub mod localnet_close_ledger;
pub mod localnet_close_mode;
pub mod localnet_increase_time;
pub mod localnet_node_info;
pub mod send_transaction;
pub mod simulate_transaction;

mod event_filter;
mod pagination;
mod transaction_details;
