//! `localnet_increaseTime{seconds}`: moves the clock forward. The next ledger closes, and simulations run, at the new
//! time; no ledger closes by this.

use crate::{errors::RpcError, node::Node};
use serde::Deserialize;
use serde_json::{json, Value};

#[derive(Deserialize)]
pub struct Request {
    seconds: u64,
}

pub async fn call(node: &Node, request: Request) -> Result<Value, RpcError> {
    let position = node.ledger.increase_time(request.seconds).await?;
    Ok(json!({
        "sequence": position.sequence,
        "nextCloseTime": position.next_close_time,
    }))
}
