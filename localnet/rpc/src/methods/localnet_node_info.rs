//! `localnet_nodeInfo`: what this node is, where it stands and what it does not do.

use super::localnet_close_mode;
use crate::{clock::wall, dispatch::NoParams, errors::RpcError, node::Node};
use localnet_ledger::SUPPORTED_OPERATIONS;
use serde_json::{json, Value};
use stellar_xdr::OperationType;

pub fn call(node: &Node, _: NoParams) -> Result<Value, RpcError> {
    let view = node.view();
    let unsupported: Vec<&str> = OperationType::VARIANTS
        .iter()
        .map(OperationType::name)
        .filter(|name| !SUPPORTED_OPERATIONS.contains(name))
        .collect();
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
        "supportedOperations": SUPPORTED_OPERATIONS,
        "unsupportedOperations": unsupported,
        "consensus": "none: hashes of ledgers and buckets are localnet's own, and there are no SCP messages",
    }))
}
