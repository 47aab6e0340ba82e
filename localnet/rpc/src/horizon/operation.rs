//! The record of an operation.

use super::{
    operation_body,
    problem::{before_history, not_found, Problem},
    snapshot::Snapshot,
    text::{put_account, Fields},
    transaction,
};
use crate::{
    cursor::Toid, effects::sponsor_of_created, envelope::operations, executed::Executed,
    store::Transaction,
};
use serde_json::{json, Value};
use stellar_xdr::{TransactionEnvelope, TransactionMeta, TransactionResult};

pub fn find(snapshot: &Snapshot, id: Toid, join: bool) -> Result<Value, Problem> {
    let missing = || {
        not_found(format!(
            "No closed ledger has an operation with the id {id}."
        ))
    };
    if id.ledger() > snapshot.range.latest {
        return Err(missing());
    }
    if id.ledger() < snapshot.range.oldest {
        return Err(before_history(snapshot.range.oldest));
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
    let envelope: TransactionEnvelope = snapshot.decode(&transaction.envelope)?;
    let result: TransactionResult = snapshot.decode(&transaction.result)?;
    let meta: TransactionMeta = snapshot.decode(&transaction.meta)?;
    let executed = Executed {
        network_id: &snapshot.network_id,
        envelope: &envelope,
        result: &result,
        meta: &meta,
        success: transaction.success,
    };
    match (id.operation() as usize).checked_sub(1) {
        Some(index) if index < operations(&envelope).len() => {
            let joined = join.then_some(&transaction);
            record(snapshot, &transaction, &executed, index, joined)
        }
        _ => Err(missing()),
    }
}

/// Record of operation `index`; `joined` is its transaction, if it comes along.
pub fn record(
    snapshot: &Snapshot,
    transaction: &Transaction,
    executed: &Executed,
    index: usize,
    joined: Option<&Transaction>,
) -> Result<Value, Problem> {
    let operation = &executed.operations()[index];
    let source = executed.source(index);
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
    if let Some(joined) = joined {
        let joined = transaction::record(snapshot, joined, &joined.hash)?;
        fields.insert("transaction".into(), joined);
    }
    if let Some(sponsor) = sponsor_of_created(executed, index, &executed.changes(index)) {
        fields.insert("sponsor".into(), json!(sponsor.to_string()));
    }
    operation_body::put(&mut fields, executed, index, &source);
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
