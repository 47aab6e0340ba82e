//! The codes under which Horizon reports results: `tx_bad_seq`, `op_underfunded`.

use super::operation_body::snake_case;
use crate::executed::operation_results;
use serde_json::{json, Value};
use stellar_xdr::{
    AccountMergeResult, AllowTrustResult, ChangeTrustResult, ClawbackClaimableBalanceResult,
    CreateAccountResult, InvokeHostFunctionResult, ManageDataResult, OperationResult,
    OperationResultTr, SetTrustLineFlagsResult, TransactionResult, TransactionResultResult,
};

/// `transaction`; `inner_transaction` of a fee bump; `operations`, when it came to them. Who sent the inner transaction of a fee
/// bump, as `hash` tells, is answered for that alone.
pub fn of(result: &TransactionResult, hash: &[u8; 32]) -> Value {
    let mut codes = json!({ "transaction": transaction_code(result.result.name()) });
    if let TransactionResultResult::TxFeeBumpInnerSuccess(pair)
    | TransactionResultResult::TxFeeBumpInnerFailed(pair) = &result.result
    {
        let own = pair.transaction_hash.0 == *hash;
        let name = if own {
            "transaction"
        } else {
            "inner_transaction"
        };
        codes[name] = json!(transaction_code(pair.result.result.name()));
    }
    if let Some(operations) = operation_results(result) {
        codes["operations"] = operations.iter().map(operation_code).collect();
    }
    codes
}

fn transaction_code(name: &str) -> String {
    match name {
        "TxNoAccount" => "tx_no_source_account".into(),
        "TxBadMinSeqAgeOrGap" => "tx_bad_minseq_age_or_gap".into(),
        _ => snake_case(name),
    }
}

/// Most codes are the result's own name; these few are Horizon's.
fn operation_code(result: &OperationResult) -> String {
    let OperationResult::OpInner(inner) = result else {
        return match result {
            OperationResult::OpNoAccount => "op_no_source_account".into(),
            other => snake_case(other.name()),
        };
    };
    let name = match inner {
        OperationResultTr::CreateAccount(CreateAccountResult::AlreadyExist) => "AlreadyExists",
        OperationResultTr::ChangeTrust(ChangeTrustResult::NotAuthMaintainLiabilities) => {
            "NotAutMaintainLiabilities"
        }
        OperationResultTr::SetTrustLineFlags(SetTrustLineFlagsResult::NoTrustLine)
        | OperationResultTr::AllowTrust(AllowTrustResult::NoTrustLine) => "NoTrust",
        OperationResultTr::AllowTrust(AllowTrustResult::TrustNotRequired) => "NotRequired",
        OperationResultTr::AccountMerge(AccountMergeResult::SeqnumTooFar) => "SeqNumTooFar",
        OperationResultTr::ManageData(ManageDataResult::NameNotFound) => "DataNameNotFound",
        OperationResultTr::ManageData(ManageDataResult::InvalidName) => "DataInvalidName",
        OperationResultTr::ClawbackClaimableBalance(ClawbackClaimableBalanceResult::NotIssuer) => {
            "NoIssuer"
        }
        OperationResultTr::CreateAccount(result) => result.name(),
        OperationResultTr::Payment(result) => result.name(),
        OperationResultTr::SetOptions(result) => result.name(),
        OperationResultTr::ChangeTrust(result) => result.name(),
        OperationResultTr::SetTrustLineFlags(result) => result.name(),
        OperationResultTr::AllowTrust(result) => result.name(),
        OperationResultTr::AccountMerge(result) => result.name(),
        OperationResultTr::Inflation(result) => result.name(),
        OperationResultTr::ManageData(result) => result.name(),
        OperationResultTr::BumpSequence(result) => result.name(),
        OperationResultTr::CreateClaimableBalance(result) => result.name(),
        OperationResultTr::ClaimClaimableBalance(result) => result.name(),
        OperationResultTr::BeginSponsoringFutureReserves(result) => result.name(),
        OperationResultTr::EndSponsoringFutureReserves(result) => result.name(),
        OperationResultTr::RevokeSponsorship(result) => result.name(),
        OperationResultTr::Clawback(result) => result.name(),
        OperationResultTr::ClawbackClaimableBalance(result) => result.name(),
        OperationResultTr::InvokeHostFunction(result) => {
            if let InvokeHostFunctionResult::Trapped = result {
                return "function_trapped".into();
            }
            return soroban_code(result.name());
        }
        OperationResultTr::ExtendFootprintTtl(result) => return soroban_code(result.name()),
        OperationResultTr::RestoreFootprint(result) => return soroban_code(result.name()),
        // Operations that this ledger does not execute have no result of their own.
        other => other.name(),
    };
    format!("op_{}", snake_case(name))
}

fn soroban_code(name: &str) -> String {
    match name {
        "Success" | "Malformed" => format!("op_{}", snake_case(name)),
        _ => snake_case(name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stellar_xdr::{Hash, PaymentResult, TransactionResultExt};

    fn codes(result: TransactionResultResult) -> Value {
        let result = TransactionResult {
            fee_charged: 100,
            result,
            ext: TransactionResultExt::V0,
        };
        of(&result, &[7; 32])
    }

    #[test]
    fn leaves_operations_out_when_it_did_not_come_to_them() {
        let refused = codes(TransactionResultResult::TxNoAccount);
        assert_eq!(refused, json!({ "transaction": "tx_no_source_account" }));
    }

    #[test]
    fn names_operations_as_horizon_does() {
        let inner = |result| OperationResult::OpInner(result);
        let results = vec![
            inner(OperationResultTr::Payment(PaymentResult::SrcNoTrust)),
            inner(OperationResultTr::CreateAccount(
                CreateAccountResult::AlreadyExist,
            )),
            inner(OperationResultTr::SetTrustLineFlags(
                SetTrustLineFlagsResult::NoTrustLine,
            )),
            inner(OperationResultTr::AccountMerge(
                AccountMergeResult::HasSubEntries,
            )),
            inner(OperationResultTr::ManageData(
                ManageDataResult::NameNotFound,
            )),
            inner(OperationResultTr::AllowTrust(
                AllowTrustResult::TrustNotRequired,
            )),
            inner(OperationResultTr::InvokeHostFunction(
                InvokeHostFunctionResult::Trapped,
            )),
            inner(OperationResultTr::InvokeHostFunction(
                InvokeHostFunctionResult::EntryArchived,
            )),
            inner(OperationResultTr::InvokeHostFunction(
                InvokeHostFunctionResult::Success(Hash([0; 32])),
            )),
            OperationResult::OpNoAccount,
            OperationResult::OpBadAuth,
        ];
        let failed = codes(TransactionResultResult::TxFailed(
            results.try_into().unwrap(),
        ));
        assert_eq!(
            failed,
            json!({
                "transaction": "tx_failed",
                "operations": [
                    "op_src_no_trust",
                    "op_already_exists",
                    "op_no_trust",
                    "op_has_sub_entries",
                    "op_data_name_not_found",
                    "op_not_required",
                    "function_trapped",
                    "entry_archived",
                    "op_success",
                    "op_no_source_account",
                    "op_bad_auth",
                ],
            })
        );
    }
}
