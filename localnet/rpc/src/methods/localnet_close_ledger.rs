//! `localnet_closeLedger{count?}`: closes ledgers now, in every close mode. Each takes as much as fits of what
//! waits.

use crate::{
    errors::{self, RpcError},
    node::Node,
};
use serde::Deserialize;
use serde_json::{json, Value};

/// Most ledgers in one call, as each is applied and stored; `localnet_advanceSequence` jumps at no cost.
const MAX_COUNT: u32 = 10_000;

#[derive(Deserialize)]
pub struct Request {
    count: Option<u32>,
}

pub async fn call(node: &Node, request: Request) -> Result<Value, RpcError> {
    let count = request.count.unwrap_or(1);
    if !(1..=MAX_COUNT).contains(&count) {
        return Err(errors::invalid_params(format!(
            "count must be from 1 to {MAX_COUNT}; localnet_advanceSequence jumps further"
        )));
    }
    let position = node.ledger.close_ledger(count).await?;
    Ok(json!({
        "sequence": position.sequence,
        "closeTime": position.close_time,
        "transactions": position.transactions,
    }))
}
