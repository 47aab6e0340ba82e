//! A transaction's bid, lowest bid and charge. Stroops throughout.

use crate::frame::Frame;
use stellar_xdr::LedgerHeader;

/// Everything the transaction may be charged.
pub(crate) fn full_fee(frame: &Frame) -> i64 {
    frame
        .bump
        .as_ref()
        .map_or(i64::from(frame.tx.fee), |bump| bump.fee)
}

/// The declared resource fee of a Soroban transaction, 0 otherwise.
pub(crate) fn resource_fee(frame: &Frame) -> i64 {
    if !frame.is_soroban() {
        return 0;
    }
    frame.soroban_data().map_or(0, |data| data.resource_fee)
}

/// `MAX_RESOURCE_FEE` in stellar-core.
const MAX_RESOURCE_FEE: i64 = 1 << 50;

/// False for fees that stellar-core's queue doesn't even look at: out of range, missing, or below the resource fee that they include.
pub(crate) fn is_well_formed(frame: &Frame) -> bool {
    let declared = !frame.is_soroban() || frame.soroban_data().is_some();
    declared
        && (0..=MAX_RESOURCE_FEE).contains(&resource_fee(frame))
        && full_fee(frame) >= resource_fee(frame)
}

/// The bid for getting into a ledger.
pub(crate) fn inclusion_fee(frame: &Frame) -> i64 {
    full_fee(frame).saturating_sub(resource_fee(frame))
}

/// The bid of the transaction inside a fee bump; may be negative, since the bump pays.
pub(crate) fn inner_inclusion_fee(frame: &Frame) -> i64 {
    i64::from(frame.tx.fee).saturating_sub(resource_fee(frame))
}

/// Operations the fee is counted by: a fee bump is one more.
pub(crate) fn fee_units(frame: &Frame) -> i64 {
    inner_fee_units(frame) + i64::from(frame.bump.is_some())
}

fn inner_fee_units(frame: &Frame) -> i64 {
    frame.tx.operations.len().max(1) as i64
}

pub(crate) fn min_inclusion_fee(header: &LedgerHeader, frame: &Frame) -> i64 {
    i64::from(header.base_fee) * fee_units(frame)
}

pub(crate) fn inner_min_inclusion_fee(header: &LedgerHeader, frame: &Frame) -> i64 {
    i64::from(header.base_fee) * inner_fee_units(frame)
}

/// The fee that a result reports if the transaction never reaches a ledger.
pub(crate) fn quoted(header: &LedgerHeader, frame: &Frame) -> i64 {
    resource_fee(frame).saturating_add(min_inclusion_fee(header, frame))
}

/// The charge when the ledger's base fee is `base_fee`, as far as the payer's balance reaches. Without a base fee it is the whole bid.
pub(crate) fn charged(base_fee: Option<i64>, frame: &Frame) -> i64 {
    let Some(base_fee) = base_fee else {
        return full_fee(frame);
    };
    let inclusion = base_fee.saturating_mul(fee_units(frame));
    resource_fee(frame).saturating_add(inclusion_fee(frame).min(inclusion))
}
