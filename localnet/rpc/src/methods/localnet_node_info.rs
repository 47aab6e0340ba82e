//! `localnet_nodeInfo`: what this node is, where it stands and what it does not do.

use super::localnet_close_mode;
use crate::{clock::wall, dispatch::NoParams, errors::RpcError, node::Node};
use localnet_ledger::OPERATIONS;
use serde_json::{json, Value};

pub fn call(node: &Node, _: NoParams) -> Result<Value, RpcError> {
    let view = node.view();
    let operations = |supported: bool| -> Vec<&str> {
        let named = OPERATIONS.iter().filter(|(_, is)| *is == supported);
        named.map(|(name, _)| *name).collect()
    };
    Ok(json!({
        "version": env!("CARGO_PKG_VERSION"),
        "protocolVersion": view.state.header.ledger_version,
        "passphrase": node.passphrase,
        "networkId": view.state.network_id.to_string(),
        "limits": node.limits.as_str(),
        "storage": if node.on_disk { "disk" } else { "memory" },
        "retention": node.retention,
        "closeMode": localnet_close_mode::present(view.close_mode),
        "pendingTransactions": view.pending,
        "sequence": view.sequence(),
        "closeTime": view.close_time(),
        "nextCloseTime": view.clock.peek(wall()),
        "clockOffset": view.clock.offset(),
        "supportedOperations": operations(true),
        "unsupportedOperations": operations(false),
        "consensus": "none: hashes of ledgers and buckets are localnet's own, and there are no SCP messages",
    }))
}
