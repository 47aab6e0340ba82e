//! Bounds within which a transaction may run: time, ledger, sequence number.

use crate::{account, frame::Frame, work::Work};
use stellar_xdr::{AccountEntry, TransactionResultResult as Code};

pub(super) fn check(work: &Work, frame: &Frame) -> Result<(), Code> {
    let now = work.header.scp_value.close_time.0;
    let sequence = work.sequence();
    if let Some(bounds) = frame.time_bounds() {
        if bounds.min_time.0 > now {
            return Err(Code::TxTooEarly);
        }
    }
    if let Some(bounds) = frame.ledger_bounds() {
        if bounds.min_ledger > sequence {
            return Err(Code::TxTooEarly);
        }
        // 0 means no upper bound; the bound itself is excluded.
        if bounds.max_ledger != 0 && bounds.max_ledger <= sequence {
            return Err(Code::TxTooLate);
        }
    }
    if let Some(bounds) = frame.time_bounds() {
        if bounds.max_time.0 != 0 && bounds.max_time.0 < now {
            return Err(Code::TxTooLate);
        }
    }
    Ok(())
}

pub(super) fn is_bad_sequence(ledger: u32, frame: &Frame, source: &AccountEntry) -> bool {
    let wanted = frame.tx.seq_num.0;
    let current = source.seq_num.0;
    // An account created in this ledger could start there, so nobody may reach it by counting.
    if wanted == account::starting_sequence(ledger) {
        return true;
    }
    match frame.preconditions().and_then(|p| p.min_seq_num.as_ref()) {
        Some(min) => current < min.0 || current >= wanted,
        None => current == i64::MAX || current + 1 != wanted,
    }
}

pub(super) fn is_too_early_for(work: &Work, frame: &Frame, source: &AccountEntry) -> bool {
    let Some(conditions) = frame.preconditions() else {
        return false;
    };
    let (changed_ledger, changed_time) = account::sequence_changed(source);
    let now = work.header.scp_value.close_time.0;
    let too_young = match now.checked_sub(conditions.min_seq_age.0) {
        Some(latest) => latest < changed_time,
        None => true,
    };
    let too_close = match work.sequence().checked_sub(conditions.min_seq_ledger_gap) {
        Some(latest) => latest < changed_ledger,
        None => true,
    };
    too_young || too_close
}
