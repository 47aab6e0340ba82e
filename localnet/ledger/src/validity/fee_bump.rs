//! Validity of a fee bump, beyond that of its inner transaction.

use super::Rules;
use crate::{
    account, fees,
    frame::Frame,
    frozen,
    signatures::{SignatureChecker, Threshold},
    work::account_key,
};
use stellar_xdr::TransactionResultResult as Code;

/// The fee in the error is what the bump would have had to bid.
pub(super) fn check(rules: &Rules, frame: &Frame) -> Result<(), (Option<i64>, Code)> {
    let header = &rules.work.header;
    let bump = frame.bump.as_ref().expect("called for fee bumps");
    let fail = |code| Err((None, code));
    let required = fees::min_inclusion_fee(header, frame);
    let bid = fees::inclusion_fee(frame);
    if bid < required {
        return fail(Code::TxInsufficientFee);
    }
    // The bump's rate per operation may not be below the inner transaction's.
    let inner_required = i128::from(fees::inner_min_inclusion_fee(header, frame));
    let inner_bid = i128::from(fees::inner_inclusion_fee(frame));
    if i128::from(bid) * inner_required < inner_bid * i128::from(required) {
        let needed = (inner_bid * i128::from(required) + inner_required - 1) / inner_required;
        let needed = i64::try_from(needed).unwrap_or(i64::MAX);
        return Err((Some(needed), Code::TxInsufficientFee));
    }
    let Some(payer) = rules.work.account(&bump.source) else {
        return fail(Code::TxNoAccount);
    };
    let mut checker = SignatureChecker::new(&frame.hashes.hash, &bump.signatures);
    if !checker.check_account(payer, Threshold::Low) {
        return fail(Code::TxBadAuth);
    }
    if account::available(header, payer) < fees::full_fee(frame) {
        return fail(Code::TxInsufficientBalance);
    }
    let frozen = frozen::is_frozen(rules.settings, &account_key(&bump.source));
    if frozen && !frozen::is_exempt(rules.settings, frame) {
        return fail(Code::TxFrozenKeyAccessed);
    }
    if !checker.all_used() {
        return fail(Code::TxBadAuthExtra);
    }
    Ok(())
}
