//! Classic operations, one file each.
//!
//! `check` answers whether the operation is well-formed, `apply` changes the ledger; both give the failing result code
//! as `Err`. Changes of a failed operation are rolled back by the caller.

pub(crate) mod change_trust;
pub(crate) mod create_account;
pub(crate) mod payment;
pub(crate) mod set_options;
pub(crate) mod set_trust_line_flags;

use crate::{events::Emitter, work::Work};
use stellar_xdr::{AccountId, ContractEvent, OperationBody, OperationResult};

pub(crate) type Check = Result<(), OperationResult>;
pub(crate) type Apply = Result<OperationResult, OperationResult>;

/// The state that an operation reads and writes.
pub(crate) struct Context<'a> {
    pub work: &'a mut Work,
    pub source: &'a AccountId,
    pub emitter: Emitter<'a>,
    pub events: &'a mut Vec<ContractEvent>,
}

pub(crate) fn check(body: &OperationBody, source: &AccountId) -> Check {
    match body {
        OperationBody::CreateAccount(op) => create_account::check(op, source),
        OperationBody::Payment(op) => payment::check(op),
        OperationBody::ChangeTrust(op) => change_trust::check(op, source),
        OperationBody::SetOptions(op) => set_options::check(op, source),
        OperationBody::SetTrustLineFlags(op) => set_trust_line_flags::check(op, source),
        _ => Err(OperationResult::OpNotSupported),
    }
}

pub(crate) fn apply(body: &OperationBody, context: &mut Context) -> Apply {
    match body {
        OperationBody::CreateAccount(op) => create_account::apply(op, context),
        OperationBody::Payment(op) => payment::apply(op, context),
        OperationBody::ChangeTrust(op) => change_trust::apply(op, context),
        OperationBody::SetOptions(op) => set_options::apply(op, context),
        OperationBody::SetTrustLineFlags(op) => set_trust_line_flags::apply(op, context),
        _ => Err(OperationResult::OpNotSupported),
    }
}
