//! CreateAccount: a new account, funded by the source.

use super::{Apply, Check, Context};
use crate::account::{self, starting_sequence};
use stellar_xdr::{
    AccountEntry, AccountEntryExt, AccountId, Asset, CreateAccountOp, CreateAccountResult,
    LedgerEntry, LedgerEntryData, LedgerEntryExt, OperationResult, OperationResultTr,
    SequenceNumber, Thresholds,
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
    let account = new_account(op, context.work.sequence());
    if account.balance < account::min_balance(&context.work.header, &account) {
        return Err(result(CreateAccountResult::LowReserve));
    }
    let paid = context
        .work
        .update_account(context.source, |source, header| {
            account::available(header, source) >= op.starting_balance
                && account::add_balance(header, source, -op.starting_balance)
        });
    if paid != Some(true) {
        return Err(result(CreateAccountResult::Underfunded));
    }
    context.work.put(LedgerEntry {
        last_modified_ledger_seq: 0,
        data: LedgerEntryData::Account(account),
        ext: LedgerEntryExt::V0,
    });
    context.events.push(context.emitter.plain_transfer(
        &Asset::Native,
        context.source,
        &op.destination,
        op.starting_balance,
    ));
    Ok(result(CreateAccountResult::Success))
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
