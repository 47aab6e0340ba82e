//! `getVersionInfo`: of this program. It names itself where the real server names stellar-core.

use crate::{dispatch::NoParams, errors::RpcError, node::Node};
use serde::Serialize;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct VersionInfo {
    version: &'static str,
    commit_hash: &'static str,
    build_timestamp: &'static str,
    captive_core_version: &'static str,
    protocol_version: u32,
}

pub fn call(node: &Node, _: NoParams) -> Result<VersionInfo, RpcError> {
    Ok(VersionInfo {
        version: env!("CARGO_PKG_VERSION"),
        commit_hash: option_env!("LOCALNET_COMMIT_HASH").unwrap_or(""),
        build_timestamp: option_env!("LOCALNET_BUILD_TIMESTAMP").unwrap_or(""),
        captive_core_version: concat!(
            "localnet ",
            env!("CARGO_PKG_VERSION"),
            " (not stellar-core)"
        ),
        protocol_version: node.view().state.header.ledger_version,
    })
}
