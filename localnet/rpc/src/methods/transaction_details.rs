//! The part that `getTransaction` and `getTransactions` share.

use crate::{
    errors::RpcError,
    format::{decode, field, Format},
    store::Transaction,
};
use serde_json::{json, Map, Value};
use stellar_xdr::{TransactionEnvelope, TransactionMeta, TransactionResult};

/// Adds everything but the hash and the close time, which the two methods treat differently.
pub fn put(
    answer: &mut Map<String, Value>,
    transaction: &Transaction,
    format: Format,
) -> Result<(), RpcError> {
    let status = if transaction.success {
        "SUCCESS"
    } else {
        "FAILED"
    };
    answer.insert("status".into(), json!(status));
    answer.insert(
        "applicationOrder".into(),
        json!(transaction.application_order),
    );
    answer.insert("feeBump".into(), json!(transaction.inner_hash.is_some()));
    answer.insert("ledger".into(), json!(transaction.ledger));

    let envelope = field("envelopeXdr", "envelopeJson");
    format.put_raw::<TransactionEnvelope>(answer, &envelope, &transaction.envelope)?;
    let result = field("resultXdr", "resultJson");
    format.put_raw::<TransactionResult>(answer, &result, &transaction.result)?;
    let meta = field("resultMetaXdr", "resultMetaJson");
    format.put_raw::<TransactionMeta>(answer, &meta, &transaction.meta)?;
    put_events(answer, &decode(&transaction.meta)?, format)
}

/// Lists without events are left out, as in stellar-rpc.
fn put_events(
    answer: &mut Map<String, Value>,
    meta: &TransactionMeta,
    format: Format,
) -> Result<(), RpcError> {
    let mut events = Map::new();
    if let TransactionMeta::V4(meta) = meta {
        if !meta.diagnostic_events.is_empty() {
            let name = field("diagnosticEventsXdr", "diagnosticEventsJson");
            format.put_all(answer, &name, &meta.diagnostic_events)?;
        }
        if !meta.events.is_empty() {
            let name = field("transactionEventsXdr", "transactionEventsJson");
            format.put_all(&mut events, &name, &meta.events)?;
        }
        let by_operation = meta
            .operations
            .iter()
            .map(|operation| format.list(&operation.events))
            .collect::<Result<Vec<_>, _>>()?;
        let name = match format {
            Format::Base64 => "contractEventsXdr",
            Format::Json => "contractEventsJson",
        };
        if !by_operation.is_empty() {
            events.insert(name.into(), by_operation.into());
        }
    }
    answer.insert("events".into(), events.into());
    Ok(())
}
