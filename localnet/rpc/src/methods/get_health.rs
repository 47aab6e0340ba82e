//! `getHealth`: always healthy. The real server complains when its last ledger is old; this one closes on demand.

use crate::{dispatch::NoParams, errors::RpcError, node::Node};
use serde::Serialize;

/// Retention that an unlimited history reports; larger numbers overflow clients that read a signed int.
const UNLIMITED: u32 = i32::MAX as u32;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Health {
    status: &'static str,
    latest_ledger: u32,
    latest_ledger_close_time: String,
    oldest_ledger: u32,
    oldest_ledger_close_time: String,
    ledger_retention_window: u32,
}

pub fn call(node: &Node, _: NoParams) -> Result<Health, RpcError> {
    let (_, range) = node.history()?;
    Ok(Health {
        status: "healthy",
        latest_ledger: range.latest,
        latest_ledger_close_time: range.latest_close_time.to_string(),
        oldest_ledger: range.oldest,
        oldest_ledger_close_time: range.oldest_close_time.to_string(),
        ledger_retention_window: node.retention.unwrap_or(UNLIMITED),
    })
}
