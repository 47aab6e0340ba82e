//! Results in their XDR forms.

use crate::frame::Frame;
use stellar_xdr::{
    ChangeTrustResult, CreateAccountResult, ExtendFootprintTtlResult, Hash, InnerTransactionResult,
    InnerTransactionResultExt, InnerTransactionResultPair, InnerTransactionResultResult as Inner,
    InvokeHostFunctionResult, OperationBody, OperationResult, OperationResultTr, PaymentResult,
    RestoreFootprintResult, SetOptionsResult, SetTrustLineFlagsResult, TransactionResult,
    TransactionResultExt, TransactionResultResult as Code,
};

pub(crate) fn transaction(fee_charged: i64, code: Code) -> TransactionResult {
    TransactionResult {
        fee_charged,
        result: code,
        ext: TransactionResultExt::V0,
    }
}

pub(crate) fn failed(results: Vec<OperationResult>) -> Code {
    Code::TxFailed(results.try_into().expect("as many as operations"))
}

pub(crate) fn succeeded(results: Vec<OperationResult>) -> Code {
    Code::TxSuccess(results.try_into().expect("as many as operations"))
}

pub(crate) fn is_success(code: &Code) -> bool {
    matches!(code, Code::TxSuccess(_) | Code::TxFeeBumpInnerSuccess(_))
}

/// The code as the whole envelope's: inside a fee bump it becomes the inner result.
pub(crate) fn around_inner(frame: &Frame, inner_fee_charged: i64, code: Code) -> Code {
    let Some(hash) = &frame.hashes.inner else {
        return code;
    };
    let success = is_success(&code);
    let pair = InnerTransactionResultPair {
        transaction_hash: hash.clone(),
        result: InnerTransactionResult {
            fee_charged: inner_fee_charged,
            result: inner(code),
            ext: InnerTransactionResultExt::V0,
        },
    };
    if success {
        Code::TxFeeBumpInnerSuccess(pair)
    } else {
        Code::TxFeeBumpInnerFailed(pair)
    }
}

fn inner(code: Code) -> Inner {
    match code {
        Code::TxSuccess(results) => Inner::TxSuccess(results),
        Code::TxFailed(results) => Inner::TxFailed(results),
        Code::TxTooEarly => Inner::TxTooEarly,
        Code::TxTooLate => Inner::TxTooLate,
        Code::TxMissingOperation => Inner::TxMissingOperation,
        Code::TxBadSeq => Inner::TxBadSeq,
        Code::TxBadAuth => Inner::TxBadAuth,
        Code::TxInsufficientBalance => Inner::TxInsufficientBalance,
        Code::TxNoAccount => Inner::TxNoAccount,
        Code::TxInsufficientFee => Inner::TxInsufficientFee,
        Code::TxBadAuthExtra => Inner::TxBadAuthExtra,
        Code::TxNotSupported => Inner::TxNotSupported,
        Code::TxBadSponsorship => Inner::TxBadSponsorship,
        Code::TxBadMinSeqAgeOrGap => Inner::TxBadMinSeqAgeOrGap,
        Code::TxMalformed => Inner::TxMalformed,
        Code::TxSorobanInvalid => Inner::TxSorobanInvalid,
        Code::TxFrozenKeyAccessed => Inner::TxFrozenKeyAccessed,
        Code::TxInternalError | Code::TxFeeBumpInnerSuccess(_) | Code::TxFeeBumpInnerFailed(_) => {
            Inner::TxInternalError
        }
    }
}

pub(crate) fn is_supported(body: &OperationBody) -> bool {
    matches!(
        body,
        OperationBody::CreateAccount(_)
            | OperationBody::Payment(_)
            | OperationBody::ChangeTrust(_)
            | OperationBody::SetOptions(_)
            | OperationBody::SetTrustLineFlags(_)
            | OperationBody::InvokeHostFunction(_)
            | OperationBody::ExtendFootprintTtl(_)
            | OperationBody::RestoreFootprint(_)
    )
}

/// An operation's result before it ran: its success code, which is also how stellar-core reports operations
/// that a failed transaction never reached.
pub(crate) fn pending_success(body: &OperationBody) -> OperationResult {
    OperationResult::OpInner(match body {
        OperationBody::CreateAccount(_) => {
            OperationResultTr::CreateAccount(CreateAccountResult::Success)
        }
        OperationBody::Payment(_) => OperationResultTr::Payment(PaymentResult::Success),
        OperationBody::ChangeTrust(_) => OperationResultTr::ChangeTrust(ChangeTrustResult::Success),
        OperationBody::SetOptions(_) => OperationResultTr::SetOptions(SetOptionsResult::Success),
        OperationBody::SetTrustLineFlags(_) => {
            OperationResultTr::SetTrustLineFlags(SetTrustLineFlagsResult::Success)
        }
        OperationBody::InvokeHostFunction(_) => {
            OperationResultTr::InvokeHostFunction(InvokeHostFunctionResult::Success(Hash([0; 32])))
        }
        OperationBody::ExtendFootprintTtl(_) => {
            OperationResultTr::ExtendFootprintTtl(ExtendFootprintTtlResult::Success)
        }
        OperationBody::RestoreFootprint(_) => {
            OperationResultTr::RestoreFootprint(RestoreFootprintResult::Success)
        }
        _ => return OperationResult::OpNotSupported,
    })
}
