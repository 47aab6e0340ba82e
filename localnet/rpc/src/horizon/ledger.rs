//! The record of a ledger.

use super::{listing::Place, page::Page, problem::Problem, snapshot::Snapshot, text::amount};
use crate::{clock::rfc3339, cursor::Toid, ledger_meta};
use serde_json::{json, Value};

/// The ledgers of a page, in its order.
pub fn sequences(snapshot: &Snapshot, page: &Page<Place>) -> Vec<u32> {
    let range = &snapshot.range;
    let (low, high) = page.bounds(range.latest);
    let all = low.ledger().max(range.oldest)..=high.ledger();
    let wanted = |sequence: &u32| page.wants(Toid::new(*sequence, 0, 0));
    match page.descending {
        false => all.filter(wanted).take(page.limit).collect(),
        true => all.rev().filter(wanted).take(page.limit).collect(),
    }
}

pub fn record(snapshot: &Snapshot, sequence: u32) -> Result<Value, Problem> {
    let entry = ledger_meta::read(&snapshot.reader, sequence)?.header;
    let (hash, header) = (entry.hash.to_string(), &entry.header);
    let (mut successful, mut failed, mut applied, mut submitted) = (0, 0, 0, 0);
    for (success, operations) in snapshot.reader.operation_counts(sequence)? {
        submitted += operations;
        if success {
            successful += 1;
            applied += operations;
        } else {
            failed += 1;
        }
    }
    let path = format!("/ledgers/{sequence}");
    let listing = |name: &str| snapshot.listing_link(&format!("{path}/{name}"));
    Ok(json!({
        "_links": {
            "self": snapshot.link(&path),
            "transactions": listing("transactions"),
            "operations": listing("operations"),
            "payments": listing("payments"),
            "effects": listing("effects"),
        },
        "id": hash,
        "paging_token": Toid::new(sequence, 0, 0).to_string(),
        "hash": hash,
        "prev_hash": header.previous_ledger_hash.to_string(),
        "sequence": sequence,
        "successful_transaction_count": successful,
        "failed_transaction_count": failed,
        "operation_count": applied,
        "tx_set_operation_count": submitted,
        "closed_at": rfc3339(header.scp_value.close_time.0),
        "total_coins": amount(header.total_coins),
        "fee_pool": amount(header.fee_pool),
        "base_fee_in_stroops": header.base_fee,
        "base_reserve_in_stroops": header.base_reserve,
        "max_tx_set_size": header.max_tx_set_size,
        "protocol_version": header.ledger_version,
        "header_xdr": super::text::xdr_base64(header),
    }))
}
