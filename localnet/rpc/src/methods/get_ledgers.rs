//! `getLedgers`.

use super::pagination::Pagination;
use crate::{
    cursor,
    errors::{self, RpcError},
    format::{decode, to_base64, to_json, Base64, Format, FormatName},
    ledger_meta,
    node::{LedgerRange, Node},
    store::Reader,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use stellar_xdr::LedgerCloseMeta;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Request {
    #[serde(default)]
    start_ledger: u32,
    #[serde(default)]
    pagination: Pagination,
    #[serde(default)]
    xdr_format: FormatName,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Answer {
    ledgers: Vec<Shown>,
    latest_ledger: u32,
    latest_ledger_close_time: u64,
    oldest_ledger: u32,
    oldest_ledger_close_time: u64,
    cursor: String,
}

/// A ledger of the answer. Its fields are in the order of their names, as a `Map` has them.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Shown {
    hash: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    header_json: Option<Value>,
    /// Empty in JSON, not absent.
    header_xdr: String,
    ledger_close_time: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    metadata_json: Option<Value>,
    /// Empty in JSON, not absent.
    metadata_xdr: Base64,
    sequence: u32,
}

pub fn call(node: &Node, request: Request) -> Result<Answer, RpcError> {
    let (reader, range) = node.history()?;
    let (start, limit) = page(&request, &range)?;
    let format = request
        .xdr_format
        .parse()
        .map_err(errors::invalid_request)?;
    let end = start.saturating_add(limit - 1).min(range.latest);
    let ledgers = (start..=end)
        .map(|sequence| ledger(&reader, sequence, format))
        .collect::<Result<_, _>>()?;
    Ok(Answer {
        ledgers,
        latest_ledger: range.latest,
        latest_ledger_close_time: range.latest_close_time,
        oldest_ledger: range.oldest,
        oldest_ledger_close_time: range.oldest_close_time,
        cursor: end.to_string(),
    })
}

/// First ledger and number of ledgers.
fn page(request: &Request, range: &LedgerRange) -> Result<(u32, u32), RpcError> {
    let (cursor, limit) = request.pagination.check(request.start_ledger, range)?;
    let Some(cursor) = cursor else {
        return Ok((request.start_ledger, limit));
    };
    let last: u32 = cursor.parse().map_err(|cause| {
        errors::invalid_params(cursor::not_a_number("ParseUint", cursor, &cause))
    })?;
    match last.checked_add(1) {
        Some(next) if range.contains(next) => Ok((next, limit)),
        _ => Err(errors::invalid_params(format!(
            "cursor ('{cursor}') must be between the oldest ledger: {} and the latest ledger: {} for this rpc instance",
            range.oldest, range.latest
        ))),
    }
}

fn ledger(reader: &Reader, sequence: u32, format: Format) -> Result<Shown, RpcError> {
    let meta = ledger_meta::read(reader, sequence)?;
    let entry = &meta.header;
    let mut shown = Shown {
        hash: entry.hash.to_string(),
        header_json: None,
        header_xdr: String::new(),
        ledger_close_time: entry.header.scp_value.close_time.0.to_string(),
        metadata_json: None,
        metadata_xdr: Base64(Vec::new()),
        sequence,
    };
    match format {
        Format::Base64 => {
            shown.header_xdr = to_base64(entry)?;
            shown.metadata_xdr = Base64(meta.xdr);
        }
        Format::Json => {
            shown.header_json = Some(to_json(entry)?);
            shown.metadata_json = Some(to_json(&decode::<LedgerCloseMeta>(&meta.xdr)?)?);
        }
    }
    Ok(shown)
}
