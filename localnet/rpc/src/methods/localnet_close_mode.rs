//! `localnet_setCloseMode{mode, ms?}` and `localnet_getCloseMode`. The mode lasts until the node ends.

use crate::{
    args::CloseMode,
    dispatch::NoParams,
    errors::{self, RpcError},
    node::Node,
};
use serde::Deserialize;
use serde_json::{json, Value};

#[derive(Deserialize)]
pub struct Request {
    mode: String,
    /// Milliseconds between ledgers, for mode "interval".
    ms: Option<u64>,
}

pub async fn set(node: &Node, request: Request) -> Result<Value, RpcError> {
    let mode = CloseMode::from_parts(&request.mode, request.ms).map_err(errors::invalid_params)?;
    node.ledger.set_close_mode(mode).await?;
    Ok(present(mode))
}

pub fn get(node: &Node, _: NoParams) -> Result<Value, RpcError> {
    Ok(present(node.view().close_mode))
}

pub fn present(mode: CloseMode) -> Value {
    match mode.milliseconds() {
        None => json!({ "mode": mode.name() }),
        Some(ms) => json!({ "mode": mode.name(), "ms": ms }),
    }
}
