//! `getLatestLedger`, and with it the ledger's clock: clients count time bounds from what the next ledger would get.

use crate::{
    clock::wall,
    dispatch::NoParams,
    errors::{self, RpcError},
    format::{field, Format},
    node::{unreadable, Node},
};
use serde_json::{json, Map, Value};
use stellar_xdr::{LedgerCloseMeta, LedgerHeader};

pub fn call(node: &Node, _: NoParams) -> Result<Map<String, Value>, RpcError> {
    let view = node.view();
    let header = &view.state.header;
    let ledger = node
        .reader()?
        .ledger(view.sequence())
        .map_err(unreadable)?
        .ok_or_else(|| errors::internal("could not get latest ledger", view.sequence()))?;
    let mut answer = Map::new();
    answer.insert("id".into(), json!(view.state.header_hash.to_string()));
    answer.insert("protocolVersion".into(), json!(header.ledger_version));
    answer.insert("sequence".into(), json!(view.sequence()));
    answer.insert("closeTime".into(), json!(view.close_time().to_string()));
    let next_close_time = view.clock.peek(wall());
    answer.insert("nextCloseTime".into(), json!(next_close_time.to_string()));
    let format = Format::Base64;
    format.put::<LedgerHeader>(&mut answer, &field("headerXdr", "headerJson"), header)?;
    format.put_raw::<LedgerCloseMeta>(
        &mut answer,
        &field("metadataXdr", "metadataJson"),
        &ledger.meta,
    )?;
    Ok(answer)
}
