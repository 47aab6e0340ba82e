//! The record of an operation.

use super::{
    operation_body,
    problem::{not_found, Problem},
    snapshot::Snapshot,
    text::{put_account, Fields},
    transaction,
};
use crate::{
    cursor::Toid,
    envelope::{self, operations},
    movements,
    participants::events_of,
    store::Transaction,
};
use serde_json::{json, Value};
use stellar_xdr::{TransactionEnvelope, TransactionMeta};

/// A transaction, read and decoded.
pub struct Parts<'a> {
    pub transaction: &'a Transaction,
    pub envelope: &'a TransactionEnvelope,
    pub meta: &'a TransactionMeta,
}

pub fn find(snapshot: &Snapshot, id: Toid, join: bool) -> Result<Value, Problem> {
    let missing = || {
        not_found(format!(
            "No closed ledger has an operation with the id {id}."
        ))
    };
    if id.ledger() > snapshot.range.latest {
        return Err(missing());
    }
    let mut found = None;
    let at = (id.ledger(), id.transaction());
    snapshot
        .reader
        .scan_transactions::<Problem>(at..=at, false, |transaction| {
            found = Some(transaction);
            Ok(false)
        })?;
    let transaction = found.ok_or_else(missing)?;
    let parts = Parts {
        transaction: &transaction,
        envelope: &snapshot.decode(&transaction.envelope)?,
        meta: &snapshot.decode(&transaction.meta)?,
    };
    match (id.operation() as usize).checked_sub(1) {
        Some(index) if index < operations(parts.envelope).len() => {
            record(snapshot, &parts, index, join)
        }
        _ => Err(missing()),
    }
}

/// Record of operation `index`; `join` brings its transaction along.
pub fn record(
    snapshot: &Snapshot,
    parts: &Parts,
    index: usize,
    join: bool,
) -> Result<Value, Problem> {
    let transaction = parts.transaction;
    let operation = &operations(parts.envelope)[index];
    let source = match &operation.source_account {
        Some(own) => own.clone(),
        None => envelope::source(parts.envelope),
    };
    let id = Toid::new(
        transaction.ledger,
        transaction.application_order,
        index as u32 + 1,
    );
    let hash = hex::encode(transaction.hash);
    let kind = operation.body.discriminant();

    let mut fields = Fields::new();
    fields.insert("id".into(), json!(id.to_string()));
    fields.insert("paging_token".into(), json!(id.to_string()));
    fields.insert("transaction_successful".into(), json!(transaction.success));
    put_account(&mut fields, "source_account", &source);
    fields.insert("type".into(), json!(operation_body::type_name(kind)));
    fields.insert("type_i".into(), json!(kind as i32));
    let closed_at = snapshot.closed_at(transaction.ledger)?;
    fields.insert("created_at".into(), json!(closed_at));
    fields.insert("transaction_hash".into(), json!(hash));
    if join {
        let joined = transaction::record(snapshot, transaction, &transaction.hash)?;
        fields.insert("transaction".into(), joined);
    }
    let events = events_of(parts.meta, index);
    operation_body::put(&mut fields, &operation.body, &source, || {
        movements::of(&snapshot.network_id, events)
    });
    let links = json!({
        "self": snapshot.link(&format!("/operations/{id}")),
        "transaction": snapshot.link(&format!("/transactions/{hash}")),
        "effects": snapshot.link(&format!("/operations/{id}/effects")),
        "succeeds": snapshot.link(&format!("/effects?order=desc&cursor={id}")),
        "precedes": snapshot.link(&format!("/effects?order=asc&cursor={id}")),
    });
    fields.insert("_links".into(), links);
    Ok(fields.into())
}
