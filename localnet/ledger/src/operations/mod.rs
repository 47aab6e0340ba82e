//! Classic operations, one file each.
//!
//! `check` answers whether the operation is well-formed, `apply` changes the ledger; both give the failing result code
//! as `Err`. Changes of a failed operation are rolled back by the caller.

pub(crate) mod account_merge;
pub(crate) mod bump_sequence;
pub(crate) mod change_trust;
pub(crate) mod claimable_balance;
pub(crate) mod clawback;
pub(crate) mod create_account;
pub(crate) mod manage_data;
pub(crate) mod payment;
pub(crate) mod revoke_sponsorship;
pub(crate) mod set_options;
pub(crate) mod sponsoring;
mod transfer;
pub(crate) mod trust_flags;

use crate::{config::Settings, events::Emitter, frame::Frame, work::Work};
use stellar_xdr::{AccountId, ContractEvent, MuxedAccount, OperationBody, OperationResult};

pub(crate) type Check = Result<(), OperationResult>;
pub(crate) type Apply = Result<OperationResult, OperationResult>;

/// The state that an operation reads and writes.
pub(crate) struct Context<'a> {
    pub work: &'a mut Work,
    pub source: &'a AccountId,
    /// The source with its multiplexed id, if it has one.
    pub muxed_source: &'a MuxedAccount,
    /// The transaction that the operation is in.
    pub frame: &'a Frame,
    /// The operation's place in the transaction, from 0.
    pub index: u32,
    pub settings: &'a Settings,
    pub emitter: Emitter<'a>,
    pub events: &'a mut Vec<ContractEvent>,
}

pub(crate) fn check(body: &OperationBody, source: &AccountId) -> Check {
    match body {
        OperationBody::CreateAccount(op) => create_account::check(op, source),
        OperationBody::Payment(op) => payment::check(op),
        OperationBody::ChangeTrust(op) => change_trust::check(op, source),
        OperationBody::SetOptions(op) => set_options::check(op, source),
        OperationBody::AllowTrust(op) => trust_flags::check_allow(op, source),
        OperationBody::SetTrustLineFlags(op) => trust_flags::check_set(op, source),
        OperationBody::AccountMerge(to) => account_merge::check(to, source),
        OperationBody::ManageData(op) => manage_data::check(op),
        OperationBody::BumpSequence(op) => bump_sequence::check(op),
        OperationBody::CreateClaimableBalance(op) => claimable_balance::check_create(op),
        OperationBody::Clawback(op) => clawback::check(op, source),
        OperationBody::BeginSponsoringFutureReserves(op) => sponsoring::check_begin(op, source),
        OperationBody::RevokeSponsorship(op) => revoke_sponsorship::check(op),
        OperationBody::ClaimClaimableBalance(_)
        | OperationBody::ClawbackClaimableBalance(_)
        | OperationBody::EndSponsoringFutureReserves => Ok(()),
        _ => Err(OperationResult::OpNotSupported),
    }
}

pub(crate) fn apply(body: &OperationBody, context: &mut Context) -> Apply {
    match body {
        OperationBody::CreateAccount(op) => create_account::apply(op, context),
        OperationBody::Payment(op) => payment::apply(op, context),
        OperationBody::ChangeTrust(op) => change_trust::apply(op, context),
        OperationBody::SetOptions(op) => set_options::apply(op, context),
        OperationBody::AllowTrust(op) => trust_flags::allow(op, context),
        OperationBody::SetTrustLineFlags(op) => trust_flags::set(op, context),
        OperationBody::AccountMerge(to) => account_merge::apply(to, context),
        OperationBody::ManageData(op) => manage_data::apply(op, context),
        OperationBody::BumpSequence(op) => bump_sequence::apply(op, context),
        OperationBody::CreateClaimableBalance(op) => claimable_balance::create(op, context),
        OperationBody::ClaimClaimableBalance(op) => claimable_balance::claim(op, context),
        OperationBody::ClawbackClaimableBalance(op) => claimable_balance::claw_back(op, context),
        OperationBody::Clawback(op) => clawback::apply(op, context),
        OperationBody::BeginSponsoringFutureReserves(op) => sponsoring::begin(op, context),
        OperationBody::EndSponsoringFutureReserves => sponsoring::end(context),
        OperationBody::RevokeSponsorship(op) => revoke_sponsorship::apply(op, context),
        _ => Err(OperationResult::OpNotSupported),
    }
}

/// ASCII without control characters, as the network wants names.
fn is_printable(text: &[u8]) -> bool {
    text.iter().all(|byte| (0x20..0x7f).contains(byte))
}
