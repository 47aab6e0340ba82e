//! The record of a transaction.

use super::{
    problem::{not_found, Problem},
    snapshot::Snapshot,
    text::{base64, put_account, signatures, Fields},
};
use crate::{
    cursor::Toid,
    envelope::{self, account_id, operations},
    store::Transaction,
};
use serde_json::{json, Value};
use stellar_xdr::{
    DecoratedSignature, FeeBumpTransactionInnerTx, Memo, Preconditions, PreconditionsV2,
    TimeBounds, TransactionEnvelope, TransactionResult, VecM,
};

/// Finds a transaction by its hash or, for a fee bump, by the inner one's hash.
pub fn find(snapshot: &Snapshot, hash: &[u8; 32]) -> Result<Transaction, Problem> {
    let found = snapshot.reader.transaction(hash)?;
    found
        .filter(|transaction| transaction.ledger <= snapshot.range.latest)
        .ok_or_else(|| {
            not_found(format!(
                "No closed ledger has a transaction with the hash {}.",
                hex::encode(hash)
            ))
        })
}

/// The record under `hash`: outer or inner, it names itself by it.
pub fn record(
    snapshot: &Snapshot,
    transaction: &Transaction,
    hash: &[u8; 32],
) -> Result<Value, Problem> {
    let envelope: TransactionEnvelope = snapshot.decode(&transaction.envelope)?;
    let result: TransactionResult = snapshot.decode(&transaction.result)?;
    let (ledger, order) = (transaction.ledger, transaction.application_order);
    let token = Toid::new(ledger, order, 0).to_string();
    let own = hex::encode(hash);
    let path = format!("/transactions/{own}");

    let mut fields = Fields::new();
    fields.insert("id".into(), json!(own));
    fields.insert("paging_token".into(), json!(token));
    fields.insert("successful".into(), json!(transaction.success));
    fields.insert("hash".into(), json!(own));
    fields.insert("ledger".into(), json!(ledger));
    fields.insert("created_at".into(), json!(snapshot.closed_at(ledger)?));
    let source = put_envelope(&mut fields, &envelope, transaction, hash);
    fields.insert("fee_charged".into(), json!(result.fee_charged.to_string()));
    fields.insert("operation_count".into(), json!(operations(&envelope).len()));
    fields.insert("envelope_xdr".into(), json!(base64(&transaction.envelope)));
    fields.insert("result_xdr".into(), json!(base64(&transaction.result)));
    fields.insert("result_meta_xdr".into(), json!(base64(&transaction.meta)));
    let fee_changes = snapshot.reader.fee_changes((ledger, order))?;
    fields.insert("fee_meta_xdr".into(), json!(base64(&fee_changes)));
    let links = json!({
        "self": snapshot.link(&path),
        "account": snapshot.link(&format!("/accounts/{source}")),
        "ledger": snapshot.link(&format!("/ledgers/{ledger}")),
        "operations": snapshot.listing_link(&format!("{path}/operations")),
        "effects": snapshot.listing_link(&format!("{path}/effects")),
        "precedes": snapshot.link(&format!("/transactions?order=asc&cursor={token}")),
        "succeeds": snapshot.link(&format!("/transactions?order=desc&cursor={token}")),
        "transaction": snapshot.link(&path),
    });
    fields.insert("_links".into(), links);
    Ok(fields.into())
}

/// Contents of an envelope, except for its source and operations.
struct Said<'a> {
    sequence: i64,
    fee: u32,
    memo: &'a Memo,
    preconditions: Preconditions,
    signatures: &'a VecM<DecoratedSignature, 20>,
}

fn said(envelope: &TransactionEnvelope) -> Said<'_> {
    let v1 = match envelope {
        TransactionEnvelope::TxV0(v0) => {
            let bounds = v0.tx.time_bounds.clone();
            return Said {
                sequence: v0.tx.seq_num.0,
                fee: v0.tx.fee,
                memo: &v0.tx.memo,
                preconditions: bounds.map_or(Preconditions::None, Preconditions::Time),
                signatures: &v0.signatures,
            };
        }
        TransactionEnvelope::Tx(v1) => v1,
        TransactionEnvelope::TxFeeBump(bump) => {
            let FeeBumpTransactionInnerTx::Tx(inner) = &bump.tx.inner_tx;
            inner
        }
    };
    Said {
        sequence: v1.tx.seq_num.0,
        fee: v1.tx.fee,
        memo: &v1.tx.memo,
        preconditions: v1.tx.cond.clone(),
        signatures: &v1.signatures,
    }
}

/// Answers the source account.
fn put_envelope(
    fields: &mut Fields,
    envelope: &TransactionEnvelope,
    transaction: &Transaction,
    hash: &[u8; 32],
) -> String {
    let (said, source) = (said(envelope), envelope::source(envelope));
    put_account(fields, "source_account", &source);
    // Unlike operations, transactions name the multiplexed form of their source "account".
    for part in ["muxed", "muxed_id"] {
        if let Some(value) = fields.remove(&format!("source_account_{part}")) {
            fields.insert(format!("account_{part}"), value);
        }
    }
    fields.insert(
        "source_account_sequence".into(),
        json!(said.sequence.to_string()),
    );
    put_memo(fields, said.memo);
    put_preconditions(fields, &said.preconditions);
    let own = signatures(said.signatures);
    let inner_hash = transaction.inner_hash.as_ref();
    if let (TransactionEnvelope::TxFeeBump(bump), Some(inner_hash)) = (envelope, inner_hash) {
        let outer = signatures(&bump.signatures);
        put_account(fields, "fee_account", &bump.tx.fee_source);
        fields.insert("max_fee".into(), json!(bump.tx.fee.to_string()));
        let shown = if hash == inner_hash { &own } else { &outer };
        fields.insert("signatures".into(), shown.clone());
        fields.insert(
            "fee_bump_transaction".into(),
            json!({ "hash": hex::encode(transaction.hash), "signatures": outer }),
        );
        fields.insert(
            "inner_transaction".into(),
            json!({
                "hash": hex::encode(inner_hash),
                "signatures": own,
                "max_fee": said.fee.to_string(),
            }),
        );
    } else {
        put_account(fields, "fee_account", &source);
        fields.insert("max_fee".into(), json!(said.fee.to_string()));
        fields.insert("signatures".into(), own);
    }
    account_id(&source).to_string()
}

fn put_memo(fields: &mut Fields, memo: &Memo) {
    let (kind, text) = match memo {
        Memo::None => ("none", None),
        Memo::Text(text) => {
            fields.insert("memo_bytes".into(), json!(base64(text.as_slice())));
            let text = String::from_utf8_lossy(text.as_slice()).into_owned();
            ("text", Some(text))
        }
        Memo::Id(id) => ("id", Some(id.to_string())),
        Memo::Hash(hash) => ("hash", Some(base64(&hash.0))),
        Memo::Return(hash) => ("return", Some(base64(&hash.0))),
    };
    fields.insert("memo_type".into(), json!(kind));
    if let Some(text) = text {
        fields.insert("memo".into(), json!(text));
    }
}

fn put_preconditions(fields: &mut Fields, preconditions: &Preconditions) {
    let mut found = Fields::new();
    match preconditions {
        Preconditions::None => {}
        Preconditions::Time(bounds) => put_time_bounds(&mut found, bounds),
        Preconditions::V2(all) => put_all(&mut found, all),
    }
    if !found.is_empty() {
        fields.insert("preconditions".into(), found.into());
    }
}

fn put_time_bounds(found: &mut Fields, bounds: &TimeBounds) {
    let mut times = json!({ "min_time": bounds.min_time.0.to_string() });
    if bounds.max_time.0 != 0 {
        times["max_time"] = json!(bounds.max_time.0.to_string());
    }
    found.insert("timebounds".into(), times);
}

fn put_all(found: &mut Fields, all: &PreconditionsV2) {
    if let Some(bounds) = &all.time_bounds {
        put_time_bounds(found, bounds);
    }
    if let Some(bounds) = &all.ledger_bounds {
        let mut ledgers = json!({ "min_ledger": bounds.min_ledger });
        if bounds.max_ledger != 0 {
            ledgers["max_ledger"] = json!(bounds.max_ledger);
        }
        found.insert("ledgerbounds".into(), ledgers);
    }
    if let Some(sequence) = &all.min_seq_num {
        found.insert("min_account_sequence".into(), json!(sequence.0.to_string()));
    }
    if all.min_seq_age.0 != 0 {
        let age = all.min_seq_age.0.to_string();
        found.insert("min_account_sequence_age".into(), json!(age));
    }
    if all.min_seq_ledger_gap != 0 {
        let gap = json!(all.min_seq_ledger_gap);
        found.insert("min_account_sequence_ledger_gap".into(), gap);
    }
    if !all.extra_signers.is_empty() {
        let signers = all.extra_signers.iter().map(ToString::to_string);
        found.insert("extra_signers".into(), signers.collect());
    }
}
