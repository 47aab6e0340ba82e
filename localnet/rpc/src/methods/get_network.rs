//! `getNetwork`

use crate::{dispatch::NoParams, errors::RpcError, node::Node};
use serde::Serialize;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Network {
    friendbot_url: String,
    passphrase: String,
    protocol_version: u32,
}

pub fn call(node: &Node, _: NoParams) -> Result<Network, RpcError> {
    Ok(Network {
        friendbot_url: node.friendbot_url.clone(),
        passphrase: node.passphrase.clone(),
        protocol_version: node.view().state.header.ledger_version,
    })
}
