//! CreateAccount: a new account, funded by the source.

use super::{Apply, Check, Context};
use crate::{
    account::{self, starting_sequence},
    sponsorship::{self, Refusal},
};
use stellar_xdr::{
    AccountEntry, AccountEntryExt, AccountId, Asset, CreateAccountOp, CreateAccountResult,
    LedgerEntry, LedgerEntryData, LedgerEntryExt, MuxedAccount, OperationResult, OperationResultTr,
    PublicKey, SequenceNumber, Thresholds,
};

pub(crate) fn check(op: &CreateAccountOp, source: &AccountId) -> Check {
    if op.starting_balance < 0 || &op.destination == source {
        return Err(result(CreateAccountResult::Malformed));
    }
    Ok(())
}

pub(crate) fn apply(op: &CreateAccountOp, context: &mut Context) -> Apply {
    if context.work.account(&op.destination).is_some() {
        return Err(result(CreateAccountResult::AlreadyExist));
    }
    let mut entry = LedgerEntry {
        last_modified_ledger_seq: 0,
        data: LedgerEntryData::Account(new_account(op, context.work.sequence())),
        ext: LedgerEntryExt::V0,
    };
    reserve(&mut entry, op, context)
        .map_err(|refusal| refusal.result(result(CreateAccountResult::LowReserve)))?;
    let paid = context
        .work
        .update_account(context.source, |source, header| {
            account::available(header, source) >= op.starting_balance
                && account::add_balance(header, source, -op.starting_balance)
        });
    if paid != Some(true) {
        return Err(result(CreateAccountResult::Underfunded));
    }
    context.work.put(entry);
    let PublicKey::PublicKeyTypeEd25519(key) = &op.destination.0;
    context.events.push(context.emitter.payment(
        &Asset::Native,
        context.source,
        &MuxedAccount::Ed25519(key.clone()),
        op.starting_balance,
    ));
    Ok(result(CreateAccountResult::Success))
}

/// The new account's reserve: its sponsor's, or out of its first balance.
fn reserve(
    entry: &mut LedgerEntry,
    op: &CreateAccountOp,
    context: &mut Context,
) -> Result<(), Refusal> {
    let reserves = sponsorship::reserves(entry);
    let sponsor = context.work.sponsor_of(&op.destination).cloned();
    let LedgerEntryData::Account(account) = &mut entry.data else {
        unreachable!("the entry is the new account")
    };
    let Some(sponsor) = sponsor else {
        let needed = account::min_balance(&context.work.header, account);
        return if account.balance < needed {
            Err(Refusal::LowReserve)
        } else {
            Ok(())
        };
    };
    sponsorship::start_sponsoring(context.work, &sponsor, reserves)?;
    sponsorship::add_sponsored(account, reserves)?;
    sponsorship::set_sponsor(entry, Some(sponsor));
    Ok(())
}

fn new_account(op: &CreateAccountOp, ledger: u32) -> AccountEntry {
    AccountEntry {
        account_id: op.destination.clone(),
        balance: op.starting_balance,
        seq_num: SequenceNumber(starting_sequence(ledger)),
        num_sub_entries: 0,
        inflation_dest: None,
        flags: 0,
        home_domain: Default::default(),
        thresholds: Thresholds([1, 0, 0, 0]),
        signers: Default::default(),
        ext: AccountEntryExt::V0,
    }
}

fn result(code: CreateAccountResult) -> OperationResult {
    OperationResult::OpInner(OperationResultTr::CreateAccount(code))
}
