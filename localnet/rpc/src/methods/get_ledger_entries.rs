//! `getLedgerEntries`. When their time to live is over, temporary entries are left out, and persistent ones have a last
//! ledger of 0, as stellar-core's `getledgerentry` tells stellar-rpc.

use crate::{
    errors::{self, RpcError},
    format::{field, from_base64, Format, FormatName},
    node::Node,
};
use localnet_ledger::StoredEntry;
use serde::{Deserialize, Serialize};
use serde_json::{json, Map, Value};
use std::collections::HashSet;
use stellar_xdr::{ContractDataDurability, LedgerKey};

const MAX_KEYS: usize = 200;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Request {
    #[serde(default)]
    keys: Vec<String>,
    #[serde(default)]
    xdr_format: FormatName,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Answer {
    entries: Vec<Map<String, Value>>,
    latest_ledger: u32,
}

pub fn call(node: &Node, request: Request) -> Result<Answer, RpcError> {
    let format = request.xdr_format.parse().map_err(errors::invalid_params)?;
    let count = request.keys.len();
    if count > MAX_KEYS {
        return Err(errors::invalid_params(format!(
            "key count ({count}) exceeds maximum supported ({MAX_KEYS})"
        )));
    }
    let keys = request
        .keys
        .iter()
        .enumerate()
        .map(|(index, text)| parse_key(index, text))
        .collect::<Result<Vec<_>, _>>()?;

    if keys.is_empty() {
        return Err(errors::no_keys());
    }

    let view = node.view();
    let mut seen = HashSet::new();
    let mut entries = Vec::new();
    for key in &keys {
        if let (true, Some(stored)) = (seen.insert(key), view.state.get(key)) {
            let is_live = stored.is_live(view.sequence());
            if is_live || !is_temporary(key) {
                entries.push(entry(format, key, stored, is_live)?);
            }
        }
    }
    Ok(Answer {
        entries,
        latest_ledger: view.sequence(),
    })
}

fn parse_key(index: usize, text: &str) -> Result<LedgerKey, RpcError> {
    let key = from_base64::<LedgerKey>(text).map_err(|_| {
        errors::invalid_params(format!(
            "cannot unmarshal key value {text} at index {index}"
        ))
    })?;
    match key {
        LedgerKey::Ttl(_) => Err(errors::invalid_params(
            "ledger ttl entries cannot be queried directly",
        )),
        key => Ok(key),
    }
}

fn is_temporary(key: &LedgerKey) -> bool {
    matches!(key, LedgerKey::ContractData(data) if data.durability == ContractDataDurability::Temporary)
}

fn entry(
    format: Format,
    key: &LedgerKey,
    stored: &StoredEntry,
    is_live: bool,
) -> Result<Map<String, Value>, RpcError> {
    let mut answer = Map::new();
    format.put(&mut answer, &field("key", "keyJson"), key)?;
    format.put(&mut answer, &field("xdr", "dataJson"), &stored.entry.data)?;
    format.put(&mut answer, &field("extXdr", "extJson"), &stored.entry.ext)?;
    answer.insert(
        "lastModifiedLedgerSeq".into(),
        json!(stored.entry.last_modified_ledger_seq),
    );
    if let Some(live_until) = stored.live_until {
        let live_until = if is_live { live_until } else { 0 };
        answer.insert("liveUntilLedgerSeq".into(), json!(live_until));
    }
    Ok(answer)
}
