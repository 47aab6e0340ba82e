//! AccountMerge: the source gives all its lumens to another account and is gone.

use super::{Apply, Check, Context};
use crate::{
    account::{self, starting_sequence},
    frame::account_id,
    sponsorship,
    work::account_key,
};
use stellar_xdr::{
    AccountFlags, AccountId, AccountMergeResult, Asset, MuxedAccount, OperationResult,
    OperationResultTr,
};

pub(crate) fn check(destination: &MuxedAccount, source: &AccountId) -> Check {
    if &account_id(destination) == source {
        return Err(result(AccountMergeResult::Malformed));
    }
    Ok(())
}

pub(crate) fn apply(destination: &MuxedAccount, context: &mut Context) -> Apply {
    let to = account_id(destination);
    if context.work.account(&to).is_none() {
        return Err(result(AccountMergeResult::NoAccount));
    }
    let amount = mergeable(context)?;
    release_signers(context);
    let credited = context
        .work
        .update_account(&to, |to, header| account::add_balance(header, to, amount));
    if credited != Some(true) {
        return Err(result(AccountMergeResult::DestFull));
    }
    remove(context);
    let event = context
        .emitter
        .payment(&Asset::Native, context.source, destination, amount);
    context.events.push(event);
    Ok(result(AccountMergeResult::Success(amount)))
}

/// The source's balance in stroops, if the source may go.
fn mergeable(context: &Context) -> Result<i64, OperationResult> {
    let work = &context.work;
    let source = work.account(context.source);
    let source = source.ok_or(OperationResult::OpNoAccount)?;
    if source.flags & AccountFlags::ImmutableFlag as u32 != 0 {
        return Err(result(AccountMergeResult::ImmutableSet));
    }
    if source.num_sub_entries != source.signers.len() as u32 {
        return Err(result(AccountMergeResult::HasSubEntries));
    }
    // An account created anew starts at this number: its sequence numbers, and those of transactions that are still to
    // run in this ledger, must not repeat.
    let restart = starting_sequence(work.sequence());
    let expected = work.last_sequence(context.source).unwrap_or(0);
    if source.seq_num.0 >= restart || expected >= restart {
        return Err(result(AccountMergeResult::SeqnumTooFar));
    }
    let sponsoring = account::extension_v2(source).map_or(0, |v2| v2.num_sponsoring);
    if sponsoring > 0 || work.is_sponsoring(context.source) {
        return Err(result(AccountMergeResult::IsSponsor));
    }
    Ok(source.balance)
}

fn release_signers(context: &mut Context) {
    let Some(source) = context.work.account(context.source) else {
        return;
    };
    let places = 0..source.signers.len();
    let sponsors: Vec<AccountId> = places
        .filter_map(|index| sponsorship::signer_sponsor(source, index))
        .collect();
    for sponsor in sponsors {
        sponsorship::stop_sponsoring(context.work, &sponsor, 1);
    }
}

fn remove(context: &mut Context) {
    let key = account_key(context.source);
    let Some(stored) = context.work.get(&key) else {
        return;
    };
    let reserves = sponsorship::reserves(&stored.entry);
    if let Some(sponsor) = sponsorship::sponsor(&stored.entry) {
        sponsorship::stop_sponsoring(context.work, &sponsor, reserves);
    }
    context.work.remove(&key);
}

fn result(code: AccountMergeResult) -> OperationResult {
    OperationResult::OpInner(OperationResultTr::AccountMerge(code))
}
