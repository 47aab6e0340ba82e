//! `getTransaction`: by outer or, for a fee bump, inner hash.

use super::transaction_details;
use crate::{
    errors::{self, RpcError},
    format::FormatName,
    node::{unreadable, Node},
};
use serde::Deserialize;
use serde_json::{json, Map, Value};

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Request {
    #[serde(default)]
    hash: String,
    #[serde(default)]
    xdr_format: FormatName,
    /// Inclusive bounds of the search; 0 leaves a side open.
    #[serde(default)]
    min_ledger: u32,
    #[serde(default)]
    max_ledger: u32,
}

pub fn call(node: &Node, request: Request) -> Result<Map<String, Value>, RpcError> {
    let format = request.xdr_format.parse().map_err(errors::invalid_params)?;
    let hash = parse_hash(&request.hash)?;
    let (min, max) = bounds(&request)?;

    let (reader, range) = node.history()?;
    let mut answer = Map::new();
    answer.insert("latestLedger".into(), json!(range.latest));
    answer.insert(
        "latestLedgerCloseTime".into(),
        json!(range.latest_close_time.to_string()),
    );
    answer.insert("oldestLedger".into(), json!(range.oldest));
    answer.insert(
        "oldestLedgerCloseTime".into(),
        json!(range.oldest_close_time.to_string()),
    );
    answer.insert("txHash".into(), json!(request.hash));

    let found = reader.transaction(&hash).map_err(unreadable)?;
    let known = found.filter(|tx| (min..=max.min(range.latest)).contains(&tx.ledger));
    let Some(transaction) = known else {
        answer.insert("status".into(), json!("NOT_FOUND"));
        answer.insert("applicationOrder".into(), json!(0));
        answer.insert("feeBump".into(), json!(false));
        answer.insert("ledger".into(), json!(0));
        answer.insert("createdAt".into(), json!("0"));
        answer.insert("events".into(), json!({}));
        return Ok(answer);
    };
    let closed_at = reader.close_time(transaction.ledger).map_err(unreadable)?;
    answer.insert(
        "createdAt".into(),
        json!(closed_at.unwrap_or(0).to_string()),
    );
    transaction_details::put(&mut answer, &transaction, format)?;
    Ok(answer)
}

fn bounds(request: &Request) -> Result<(u32, u32), RpcError> {
    let (min, max) = (request.min_ledger, request.max_ledger);
    if min != 0 && max != 0 && min > max {
        return Err(errors::invalid_params(format!(
            "minLedger ({min}) must not exceed maxLedger ({max})"
        )));
    }
    Ok((min, if max == 0 { u32::MAX } else { max }))
}

fn parse_hash(text: &str) -> Result<[u8; 32], RpcError> {
    // Length in characters halves to bytes, an odd one is refused with the wrong digits.
    if text.len() / 2 != 32 {
        return Err(errors::invalid_params(format!(
            "unexpected hash length ({})",
            text.len()
        )));
    }
    let mut hash = [0; 32];
    hex::decode_to_slice(text, &mut hash)
        .map_err(|cause| errors::invalid_params(format!("incorrect hash: {cause}")))?;
    Ok(hash)
}
