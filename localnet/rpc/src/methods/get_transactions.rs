//! `getTransactions`: all transactions from a ledger on, in order.

use super::transaction_details;
use crate::{
    cursor::{self, Toid},
    errors::{self, RpcError},
    format::FormatName,
    node::{unreadable, LedgerRange, Node},
    store::Reader,
};
use serde::{Deserialize, Serialize};
use serde_json::{json, Map, Value};

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

/// Close times are numbers and are named timestamps here, unlike in every other method.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Answer {
    transactions: Vec<Map<String, Value>>,
    latest_ledger: u32,
    latest_ledger_close_timestamp: u64,
    oldest_ledger: u32,
    oldest_ledger_close_timestamp: u64,
    cursor: String,
}

pub fn call(node: &Node, request: Request) -> Result<Answer, RpcError> {
    let (reader, range) = node.history()?;
    let from = start(&request, &range)?;
    let format = request
        .xdr_format
        .parse()
        .map_err(errors::invalid_request)?;
    let limit = match request.pagination {
        Some(Pagination { limit, .. }) if limit > 0 => limit,
        _ => DEFAULT_LIMIT,
    };

    let found = reader
        .transactions(from, range.latest, limit as usize)
        .map_err(unreadable)?;
    let cursor = match found.last() {
        Some(last) if found.len() == limit as usize => {
            Toid::new(last.ledger, last.application_order, 1)
        }
        _ => end(&reader, &range, from)?,
    };
    let mut transactions = Vec::with_capacity(found.len());
    for transaction in &found {
        let closed_at = reader.close_time(transaction.ledger).map_err(unreadable)?;
        let mut answer = Map::new();
        answer.insert("txHash".into(), json!(hex::encode(transaction.hash)));
        answer.insert("createdAt".into(), json!(closed_at.unwrap_or(0)));
        transaction_details::put(&mut answer, transaction, format)?;
        transactions.push(answer);
    }
    Ok(Answer {
        transactions,
        latest_ledger: range.latest,
        latest_ledger_close_timestamp: range.latest_close_time,
        oldest_ledger: range.oldest,
        oldest_ledger_close_timestamp: range.oldest_close_time,
        cursor: cursor.to_string(),
    })
}

/// (Ledger, application order) to start at.
fn start(request: &Request, range: &LedgerRange) -> Result<(u32, u32), RpcError> {
    let cursor = request
        .pagination
        .as_ref()
        .map_or("", |page| page.cursor.as_str());
    let limit = request.pagination.as_ref().map_or(0, |page| page.limit);
    let (oldest, latest) = (range.oldest, range.latest);
    if !cursor.is_empty() && request.start_ledger != 0 {
        return Err(errors::invalid_request(
            "startLedger and cursor cannot both be set",
        ));
    }
    if cursor.is_empty() && !range.contains(request.start_ledger) {
        return Err(errors::invalid_request(format!(
            "start ledger must be between the oldest ledger: {oldest} and the latest ledger: {latest} for this rpc instance"
        )));
    }
    if limit > MAX_LIMIT {
        return Err(errors::invalid_request(format!(
            "limit must not exceed {MAX_LIMIT}"
        )));
    }
    if cursor.is_empty() {
        return Ok((request.start_ledger, 1));
    }
    let cursor: i64 = cursor.parse().map_err(|cause| {
        errors::invalid_params(cursor::not_a_number("ParseInt", cursor, &cause))
    })?;
    let cursor = u64::try_from(cursor)
        .map(Toid)
        .map_err(|_| errors::invalid_params("cursor ledger sequence cannot be negative"))?;
    if cursor.ledger() < oldest {
        return Err(errors::invalid_params(format!(
            "database does not contain metadata for ledger: {}",
            cursor.ledger()
        )));
    }
    Ok((cursor.ledger(), cursor.transaction() + 1))
}

/// Cursor behind everything there is: the last transaction of the latest ledger.
fn end(reader: &Reader, range: &LedgerRange, from: (u32, u32)) -> Result<Toid, RpcError> {
    if from.0 > range.latest {
        return Ok(Toid(0));
    }
    let count = reader.transaction_count(range.latest).map_err(unreadable)?;
    Ok(Toid::new(range.latest, count, 1))
}
