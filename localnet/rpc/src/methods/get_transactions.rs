//! `getTransactions`: all transactions from a ledger on, in order.

use super::{pagination::Pagination, transaction_details};
use crate::{
    cursor::{self, Toid},
    errors::{self, RpcError},
    format::FormatName,
    node::{unreadable, LedgerRange, Node},
    store::Reader,
};
use serde::{Deserialize, Serialize};
use serde_json::{json, Map, Value};

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
    let (from, limit) = start(&request, &range)?;
    let format = request
        .xdr_format
        .parse()
        .map_err(errors::invalid_request)?;

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

/// (Ledger, application order) to start at, and the number of transactions.
fn start(request: &Request, range: &LedgerRange) -> Result<((u32, u32), u32), RpcError> {
    let (cursor, limit) = request.pagination.check(request.start_ledger, range)?;
    let Some(cursor) = cursor else {
        return Ok(((request.start_ledger, 1), limit));
    };
    let cursor: i64 = cursor.parse().map_err(|cause| {
        errors::invalid_params(cursor::not_a_number("ParseInt", cursor, &cause))
    })?;
    let cursor = u64::try_from(cursor)
        .map(Toid)
        .map_err(|_| errors::invalid_params("cursor ledger sequence cannot be negative"))?;
    if cursor.ledger() < range.oldest {
        return Err(errors::invalid_params(format!(
            "database does not contain metadata for ledger: {}",
            cursor.ledger()
        )));
    }
    Ok(((cursor.ledger(), cursor.transaction() + 1), limit))
}

/// Cursor behind everything there is: the last transaction of the latest ledger.
fn end(reader: &Reader, range: &LedgerRange, from: (u32, u32)) -> Result<Toid, RpcError> {
    if from.0 > range.latest {
        return Ok(Toid(0));
    }
    let count = reader.transaction_count(range.latest).map_err(unreadable)?;
    Ok(Toid::new(range.latest, count, 1))
}
