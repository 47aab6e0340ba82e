//! `localnet_advanceSequence{ledgers}`: jumps over ledgers without closing each. Entries expire by their time to live.

use crate::{
    errors::{self, RpcError},
    node::Node,
};
use serde::Deserialize;
use serde_json::{json, Value};

#[derive(Deserialize)]
pub struct Request {
    ledgers: u32,
}

pub async fn call(node: &Node, request: Request) -> Result<Value, RpcError> {
    if request.ledgers == 0 {
        return Err(errors::invalid_params("ledgers must be at least 1"));
    }
    let position = node.ledger.advance_sequence(request.ledgers).await?;
    Ok(json!({
        "sequence": position.sequence,
        "closeTime": position.close_time,
    }))
}
