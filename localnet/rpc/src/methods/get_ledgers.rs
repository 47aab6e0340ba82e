//! `getLedgers`.

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

const MAX_LIMIT: u32 = 200;
const DEFAULT_LIMIT: u32 = 50;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Request {
    #[serde(default)]
    start_ledger: u32,
    pagination: Option<Pagination>,
    #[serde(default)]
    xdr_format: FormatName,
}

#[derive(Deserialize)]
pub struct Pagination {
    #[serde(default)]
    cursor: String,
    #[serde(default)]
    limit: u32,
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
    #[serde(skip_serializing_if = "Option::is_none")]
    header_xdr: Option<String>,
    ledger_close_time: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    metadata_json: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    metadata_xdr: Option<Base64>,
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
    let (cursor, limit) = match &request.pagination {
        Some(page) => (page.cursor.as_str(), page.limit),
        None => ("", 0),
    };
    let (start, oldest, latest) = (request.start_ledger, range.oldest, range.latest);
    if !cursor.is_empty() && start != 0 {
        return Err(errors::invalid_request(format!(
            "startLedger ({start}) and cursor ({cursor}) cannot both be set"
        )));
    }
    if cursor.is_empty() && !range.contains(start) {
        return Err(errors::invalid_request(format!(
            "start ledger ({start}) must be between the oldest ledger: {oldest} and the latest ledger: {latest} for this rpc instance"
        )));
    }
    if limit > MAX_LIMIT {
        return Err(errors::invalid_request(format!(
            "limit must not exceed {MAX_LIMIT}"
        )));
    }
    let limit = if limit == 0 { DEFAULT_LIMIT } else { limit };
    if cursor.is_empty() {
        return Ok((start, limit));
    }
    let last: u32 = cursor.parse().map_err(|cause| {
        errors::invalid_params(cursor::not_a_number("ParseUint", cursor, &cause))
    })?;
    match last.checked_add(1) {
        Some(next) if range.contains(next) => Ok((next, limit)),
        _ => Err(errors::invalid_params(format!(
            "cursor ('{cursor}') must be between the oldest ledger: {oldest} and the latest ledger: {latest} for this rpc instance"
        ))),
    }
}

fn ledger(reader: &Reader, sequence: u32, format: Format) -> Result<Shown, RpcError> {
    let meta = ledger_meta::read(reader, sequence)?;
    let entry = &meta.header;
    let mut shown = Shown {
        hash: entry.hash.to_string(),
        header_json: None,
        header_xdr: None,
        ledger_close_time: entry.header.scp_value.close_time.0.to_string(),
        metadata_json: None,
        metadata_xdr: None,
        sequence,
    };
    match format {
        Format::Base64 => {
            shown.header_xdr = Some(to_base64(entry)?);
            shown.metadata_xdr = Some(Base64(meta.xdr));
        }
        Format::Json => {
            shown.header_json = Some(to_json(entry)?);
            shown.metadata_json = Some(to_json(&decode::<LedgerCloseMeta>(&meta.xdr)?)?);
        }
    }
    Ok(shown)
}
