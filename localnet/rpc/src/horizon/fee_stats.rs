//! `/fee_stats`: what transactions of the last ledgers bid and paid per operation, with the fees for resources.

use super::{problem::Problem, snapshot::Snapshot};
use crate::{
    envelope::{operations, Summary},
    methods::fee_distribution::FeeDistribution,
};
use serde_json::{json, Value};
use stellar_xdr::{TransactionEnvelope, TransactionResult};

const LEDGERS: u32 = 5;

pub fn record(snapshot: &Snapshot) -> Result<Value, Problem> {
    let latest = snapshot.range.latest;
    let first = (latest + 1)
        .saturating_sub(LEDGERS)
        .max(snapshot.range.oldest);
    let (mut charged, mut bid, mut used) = (Vec::new(), Vec::new(), 0);
    for transaction in snapshot
        .reader
        .transactions((first, 0), latest, usize::MAX)?
    {
        let envelope: TransactionEnvelope = snapshot.decode(&transaction.envelope)?;
        let result: TransactionResult = snapshot.decode(&transaction.result)?;
        let (summary, count) = (Summary::of(&envelope), operations(&envelope).len());
        used += count;
        // A fee bump pays for itself as for an operation.
        let count = count as u64 + u64::from(summary.fee_bump);
        let each = |fee: i64| u64::try_from(fee).unwrap_or(0) / count.max(1);
        charged.push(each(result.fee_charged));
        bid.push(each(summary.fee));
    }
    let header = &snapshot.node.view().state.header;
    let base_fee = u64::from(header.base_fee);
    let capacity = f64::from(header.max_tx_set_size) * f64::from(latest + 1 - first);
    Ok(json!({
        "last_ledger": latest.to_string(),
        "last_ledger_base_fee": base_fee.to_string(),
        "ledger_capacity_usage": format!("{:.2}", used as f64 / capacity.max(1.0)),
        "fee_charged": distribution(charged, base_fee),
        "max_fee": distribution(bid, base_fee),
    }))
}

/// Distribution of the fees; without transactions the least fee would do.
fn distribution(mut fees: Vec<u64>, base_fee: u64) -> Value {
    if fees.is_empty() {
        fees.push(base_fee);
    }
    let mut fields = serde_json::to_value(FeeDistribution::of(fees, 0)).unwrap_or_default();
    if let Some(fields) = fields.as_object_mut() {
        fields.retain(|name, _| !name.ends_with("Count"));
    }
    fields
}
