//! Checks that a transaction may enter the queue, and that it may run once it is in a ledger.

mod bounds;
mod fee_bump;

use crate::{
    account,
    config::Settings,
    fees,
    frame::{is_soroban, Frame, TxHashes},
    frozen,
    host::Host,
    operations,
    operations::Check,
    result,
    signatures::{threshold, SignatureChecker, Threshold},
    soroban::{self, diagnostics::Diagnostics, invoke, resources},
    state::State,
    work::Work,
};
use stellar_xdr::{
    AccountEntry, AccountId, DiagnosticEvent, Memo, MuxedAccount, Operation, OperationBody,
    OperationResult, PublicKey, ScError, ScErrorCode, ScVal, SignerKey, TimePoint,
    TransactionEnvelope, TransactionExt, TransactionResult, TransactionResultResult as Code,
};

/// The stage that validation reached, which decides what a failing transaction still does to its ledger.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Reached {
    /// Nothing: even the sequence number stays.
    Nothing,
    /// The sequence number is used up.
    Sequence,
    Valid,
}

pub(crate) struct Verdict {
    pub reached: Reached,
    /// The failure, unless valid.
    pub code: Option<Code>,
}

impl Verdict {
    fn fail(reached: Reached, code: Code) -> Self {
        Self {
            reached,
            code: Some(code),
        }
    }
}

/// The state and the rules that a transaction is checked against.
pub(crate) struct Rules<'a> {
    pub work: &'a Work,
    pub settings: &'a Settings,
    pub host: &'a dyn Host,
    /// True in a ledger, where the fee is already taken.
    pub applying: bool,
    /// False inside a fee bump.
    pub charge_fee: bool,
}

/// Validity as the queue of stellar-core checks it, for ledger `state.sequence() + 1` closing at `next_close_time`
/// (Unix seconds). `Err` is the result that `sendTransaction` reports with status ERROR.
pub fn check(
    state: &State,
    envelope: &TransactionEnvelope,
    next_close_time: u64,
) -> Result<TxHashes, Box<TransactionResult>> {
    diagnosed(
        state,
        envelope,
        next_close_time,
        &mut Diagnostics::default(),
    )
}

/// Why [`check`] refuses a transaction: the diagnostic events that `sendTransaction` reports beside the result. Only Soroban
/// transactions have some.
pub fn refusal(
    state: &State,
    envelope: &TransactionEnvelope,
    next_close_time: u64,
) -> Vec<DiagnosticEvent> {
    let mut diagnostics = Diagnostics::default();
    match diagnosed(state, envelope, next_close_time, &mut diagnostics) {
        Ok(_) => Vec::new(),
        Err(_) => diagnostics.events,
    }
}

fn diagnosed(
    state: &State,
    envelope: &TransactionEnvelope,
    next_close_time: u64,
    diagnostics: &mut Diagnostics,
) -> Result<TxHashes, Box<TransactionResult>> {
    let frame = Frame::new(&state.network_id, envelope.clone());
    let mut header = state.header.clone();
    header.ledger_seq += 1;
    header.scp_value.close_time = TimePoint(next_close_time);
    let work = Work::new(header, state.entries.clone());
    let mut rules = Rules {
        work: &work,
        settings: &state.settings,
        host: state.host.as_ref(),
        applying: false,
        charge_fee: true,
    };
    let quoted = fees::quoted(&work.header, &frame);
    let refuse = |fee, code| Err(Box::new(result::transaction(fee, code)));
    if !fees::is_well_formed(&frame) {
        return refuse(0, Code::TxMalformed);
    }
    if frame.bump.is_some() {
        if let Err((fee, code)) = fee_bump::check(&rules, &frame) {
            return refuse(fee.unwrap_or(quoted), code);
        }
        rules.charge_fee = false;
    }
    match check_transaction(&rules, &frame, diagnostics) {
        Ok(()) => {
            let mut operations = frame.tx.operations.iter();
            if operations.all(|operation| invoke::is_executable_possible(&operation.body)) {
                Ok(frame.hashes)
            } else {
                refuse(0, Code::TxSorobanInvalid)
            }
        }
        Err(code) => {
            let code = result::around_inner(&frame, 0, code);
            refuse(quoted, code)
        }
    }
}

/// The transaction itself, without a fee bump around it.
fn check_transaction(
    rules: &Rules,
    frame: &Frame,
    diagnostics: &mut Diagnostics,
) -> Result<(), Code> {
    let mut checker = SignatureChecker::of(frame);
    let verdict = common(rules, frame, &mut checker, diagnostics);
    if let Some(code) = verdict.code {
        return Err(code);
    }
    let mut results = Vec::new();
    for operation in frame.tx.operations.iter() {
        let source = frame.operation_source(operation);
        let checked = supported(operation)
            .and_then(|()| check_operation_signature(rules.work, frame, operation, &mut checker))
            .and_then(|()| check_operation(rules.settings, frame, operation, &source, diagnostics));
        match checked {
            Ok(()) => results.push(result::pending_success(&operation.body)),
            Err(failed) => {
                results.push(failed);
                // The rest is not checked, as in stellar-core, and is reported as if it had succeeded.
                let rest = &frame.tx.operations[results.len()..];
                results.extend(rest.iter().map(|op| result::pending_success(&op.body)));
                return Err(result::failed(results));
            }
        }
    }
    if !checker.all_used() {
        return Err(Code::TxBadAuthExtra);
    }
    Ok(())
}

/// Checks that the queue and the ledger both make.
pub(crate) fn common(
    rules: &Rules,
    frame: &Frame,
    checker: &mut SignatureChecker,
    diagnostics: &mut Diagnostics,
) -> Verdict {
    let source = match before_sequence(rules, frame, diagnostics) {
        Ok(source) => source,
        Err(code) => return Verdict::fail(Reached::Nothing, code),
    };
    if bounds::is_bad_sequence(rules.work.sequence(), frame, source) {
        return Verdict::fail(Reached::Nothing, Code::TxBadSeq);
    }
    if bounds::is_too_early_for(rules.work, frame, source) {
        return Verdict::fail(Reached::Sequence, Code::TxBadMinSeqAgeOrGap);
    }
    let extra = frame.preconditions().map_or(&[][..], |p| &p.extra_signers);
    if !checker.check_account(source, Threshold::Low) || !checker.check_extra_signers(extra) {
        return Verdict::fail(Reached::Sequence, Code::TxBadAuth);
    }
    let to_pay = if rules.applying {
        0
    } else {
        fees::full_fee(frame)
    };
    let header = &rules.work.header;
    if rules.charge_fee && account::available(header, source) < to_pay {
        return Verdict::fail(Reached::Sequence, Code::TxInsufficientBalance);
    }
    Verdict {
        reached: Reached::Valid,
        code: None,
    }
}

fn before_sequence<'a>(
    rules: &Rules<'a>,
    frame: &Frame,
    diagnostics: &mut Diagnostics,
) -> Result<&'a AccountEntry, Code> {
    if matches!(frame.envelope, TransactionEnvelope::TxV0(_)) {
        return Err(Code::TxNotSupported);
    }
    let extra = frame.preconditions().map_or(&[][..], |p| &p.extra_signers);
    if !are_extra_signers_valid(extra) {
        return Err(Code::TxMalformed);
    }
    let operations = &frame.tx.operations;
    if operations.is_empty() {
        return Err(Code::TxMissingOperation);
    }
    let soroban = operations.iter().filter(|op| is_soroban(&op.body)).count();
    if soroban > 0 && operations.len() > 1 {
        return Err(Code::TxMalformed);
    }
    if soroban > 0 {
        check_soroban(rules, frame, diagnostics)?;
    } else if frame.tx.ext != TransactionExt::V0 {
        return Err(Code::TxMalformed);
    }
    bounds::check(rules.work, frame)?;
    let header = &rules.work.header;
    if rules.charge_fee && fees::inclusion_fee(frame) < fees::min_inclusion_fee(header, frame) {
        return Err(Code::TxInsufficientFee);
    }
    let source = rules
        .work
        .account(&frame.source())
        .ok_or(Code::TxNoAccount)?;
    if frozen::accesses(rules.settings, frame) {
        return Err(Code::TxFrozenKeyAccessed);
    }
    Ok(source)
}

fn are_extra_signers_valid(extra: &[SignerKey]) -> bool {
    let payloads = extra.iter().all(|key| match key {
        SignerKey::Ed25519SignedPayload(signed) => !signed.payload.is_empty(),
        _ => true,
    });
    payloads && extra.windows(2).all(|pair| pair[0] != pair[1])
}

fn check_soroban(rules: &Rules, frame: &Frame, diagnostics: &mut Diagnostics) -> Result<(), Code> {
    let Some(data) = frame.soroban_data() else {
        return Err(Code::TxMalformed);
    };
    if has_memo_or_muxed_source(frame) {
        let error = ScError::Value(ScErrorCode::InvalidInput);
        let message = "Soroban transactions are not allowed to use memo or muxed source account";
        diagnostics.error(error, message, Vec::new());
        return Err(Code::TxSorobanInvalid);
    }
    if !resources::check(rules.settings, frame, diagnostics) {
        return Err(Code::TxSorobanInvalid);
    }
    let mut wrong_fee = |message: &str, other: i64| {
        let error = ScError::Value(ScErrorCode::ExceededLimit);
        let numbers = [data.resource_fee, other].map(|fee| ScVal::U64(fee as u64));
        diagnostics.error(error, message, numbers.into());
        Err(Code::TxSorobanInvalid)
    };
    let full = fees::full_fee(frame);
    if rules.charge_fee && data.resource_fee > full {
        return wrong_fee(
            "transaction `sorobanData.resourceFee` is higher than the full transaction fee",
            full,
        );
    }
    let fee = resources::fee(rules.settings, rules.host, frame, 0);
    let needed = fee.non_refundable.saturating_add(fee.refundable);
    if data.resource_fee < needed {
        return wrong_fee(
            "transaction `sorobanData.resourceFee` is lower than the actual Soroban resource fee",
            needed,
        );
    }
    if !resources::are_keys_unique(&data.resources.footprint, diagnostics) {
        return Err(Code::TxSorobanInvalid);
    }
    Ok(())
}

/// A call of the host has no memo and no multiplexed source (CAP-67): contracts see multiplexed addresses in their arguments instead.
fn has_memo_or_muxed_source(frame: &Frame) -> bool {
    let is_muxed = |account: &MuxedAccount| matches!(account, MuxedAccount::MuxedEd25519(_));
    frame.tx.operations.iter().any(|operation| {
        matches!(operation.body, OperationBody::InvokeHostFunction(_))
            && (frame.tx.memo != Memo::None
                || is_muxed(&frame.tx.source_account)
                || operation.source_account.as_ref().is_some_and(is_muxed))
    })
}

/// Checked first: an operation this ledger can't run needs no signature check.
pub(crate) fn supported(operation: &Operation) -> Check {
    if result::is_supported(&operation.body) {
        Ok(())
    } else {
        Err(OperationResult::OpNotSupported)
    }
}

pub(crate) fn check_operation_signature(
    work: &Work,
    frame: &Frame,
    operation: &Operation,
    checker: &mut SignatureChecker,
) -> Check {
    let source = frame.operation_source(operation);
    let signed = match work.account(&source) {
        Some(account) => checker.check_account(account, threshold(&operation.body)),
        None if operation.source_account.is_none() => return Err(OperationResult::OpNoAccount),
        None => {
            let PublicKey::PublicKeyTypeEd25519(key) = &source.0;
            checker.check_missing_account(key)
        }
    };
    if signed {
        Ok(())
    } else {
        Err(OperationResult::OpBadAuth)
    }
}

/// Checks that an operation that the ledger can run is well-formed, whatever the ledger holds.
pub(crate) fn check_operation(
    settings: &Settings,
    frame: &Frame,
    operation: &Operation,
    source: &AccountId,
    diagnostics: &mut Diagnostics,
) -> Check {
    if is_soroban(&operation.body) {
        soroban::check(&operation.body, settings, frame, diagnostics)
    } else {
        operations::check(&operation.body, source)
    }
}
