//! Results in their XDR forms.

use crate::frame::Frame;
use stellar_xdr::{
    InnerTransactionResult, InnerTransactionResultExt, InnerTransactionResultPair,
    InnerTransactionResultResult as Inner, OperationBody, OperationResult, OperationResultTr as Tr,
    TransactionResult, TransactionResultExt, TransactionResultResult as Code,
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

/// An operation's result before it ran: its first code, which is also how stellar-core reports operations that a failed transaction
/// never reached.
pub(crate) fn pending_success(body: &OperationBody) -> OperationResult {
    macro_rules! success {
        ($($operation:ident)*) => {
            match body {
                // Each result's default is its first code, with nothing in it yet.
                $(OperationBody::$operation { .. } => Tr::$operation(Default::default()),)*
            }
        };
    }
    OperationResult::OpInner(success!(
        CreateAccount Payment PathPaymentStrictReceive ManageSellOffer CreatePassiveSellOffer SetOptions
        ChangeTrust AllowTrust AccountMerge Inflation ManageData BumpSequence ManageBuyOffer
        PathPaymentStrictSend CreateClaimableBalance ClaimClaimableBalance
        BeginSponsoringFutureReserves EndSponsoringFutureReserves RevokeSponsorship Clawback
        ClawbackClaimableBalance SetTrustLineFlags LiquidityPoolDeposit LiquidityPoolWithdraw
        InvokeHostFunction ExtendFootprintTtl RestoreFootprint
    ))
}

/// True if the ledger can run the operation: there is no exchange here, and the network has refused inflation since protocol 12.
pub(crate) fn is_supported(body: &OperationBody) -> bool {
    !matches!(
        body,
        OperationBody::Inflation
            | OperationBody::PathPaymentStrictReceive(_)
            | OperationBody::PathPaymentStrictSend(_)
            | OperationBody::ManageSellOffer(_)
            | OperationBody::ManageBuyOffer(_)
            | OperationBody::CreatePassiveSellOffer(_)
            | OperationBody::LiquidityPoolDeposit(_)
            | OperationBody::LiquidityPoolWithdraw(_)
    )
}
