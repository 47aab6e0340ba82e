//! RevokeSponsorship: whoever pays the reserve of an entry or signer hands it to its owner, or to its own sponsor.

use super::{is_printable, Apply, Check, Context};
use crate::{
    asset,
    sponsorship::{self, Refusal},
    work::Work,
};
use stellar_xdr::{
    AccountEntry, AccountId, Asset, LedgerEntry, LedgerEntryData, LedgerKey, LedgerKeyTrustLine,
    OperationResult, OperationResultTr, RevokeSponsorshipOp, RevokeSponsorshipOpSigner,
    RevokeSponsorshipResult as Code, TrustLineAsset,
};

pub(crate) fn check(op: &RevokeSponsorshipOp) -> Check {
    let valid = match op {
        RevokeSponsorshipOp::Signer(_) => true,
        RevokeSponsorshipOp::LedgerEntry(key) => match key {
            LedgerKey::Account(_) | LedgerKey::ClaimableBalance(_) => true,
            LedgerKey::Trustline(line) => is_line_valid(line),
            LedgerKey::Offer(offer) => offer.offer_id > 0,
            LedgerKey::Data(data) => !data.data_name.is_empty() && is_printable(&data.data_name),
            _ => false,
        },
    };
    if valid {
        Ok(())
    } else {
        Err(result(Code::Malformed))
    }
}

fn is_line_valid(line: &LedgerKeyTrustLine) -> bool {
    let asset = match &line.asset {
        TrustLineAsset::Native => return false,
        TrustLineAsset::PoolShare(_) => return true,
        TrustLineAsset::CreditAlphanum4(asset) => Asset::CreditAlphanum4(asset.clone()),
        TrustLineAsset::CreditAlphanum12(asset) => Asset::CreditAlphanum12(asset.clone()),
    };
    asset::is_valid(&asset) && !asset::is_issuer(&line.account_id, &asset)
}

pub(crate) fn apply(op: &RevokeSponsorshipOp, context: &mut Context) -> Apply {
    match op {
        RevokeSponsorshipOp::LedgerEntry(key) => revoke_entry(key, context)?,
        RevokeSponsorshipOp::Signer(signer) => revoke_signer(signer, context)?,
    }
    Ok(result(Code::Success))
}

fn revoke_entry(key: &LedgerKey, context: &mut Context) -> Check {
    let Some(stored) = context.work.get(key) else {
        return Err(result(Code::DoesNotExist));
    };
    let entry = stored.entry.clone();
    let sponsor = sponsorship::sponsor(&entry);
    let Some(owner) = owner(&entry) else {
        return Err(result(Code::DoesNotExist));
    };
    may_revoke(context, &sponsor, &owner)?;
    let next = next_sponsor(context, &owner);
    if next.is_none() && matches!(key, LedgerKey::ClaimableBalance(_)) {
        return Err(result(Code::OnlyTransferable));
    }
    // Loaded for writing, changed or not. An account's own counts change below, so this comes first.
    let mut handed_over = entry.clone();
    if sponsor.is_some() || next.is_some() {
        sponsorship::set_sponsor(&mut handed_over, next.clone());
    }
    context.work.put(handed_over);
    hand_over(
        context.work,
        sponsor,
        next,
        &owner,
        sponsorship::reserves(&entry),
    )
    .map_err(refused)
}

fn revoke_signer(op: &RevokeSponsorshipOpSigner, context: &mut Context) -> Check {
    let owner = &op.account_id;
    let account = context.work.account(owner);
    let place = account.and_then(|account| Some((account, position(account, op)?)));
    let Some((account, index)) = place else {
        return Err(result(Code::DoesNotExist));
    };
    let sponsor = sponsorship::signer_sponsor(account, index);
    may_revoke(context, &sponsor, owner)?;
    let next = next_sponsor(context, owner);
    context.work.touch_account(owner);
    if sponsor.is_some() || next.is_some() {
        context.work.update_account(owner, |account, _| {
            sponsorship::set_signer_sponsor(account, index, next.clone());
        });
    }
    hand_over(context.work, sponsor, next, owner, 1).map_err(refused)
}

fn position(account: &AccountEntry, op: &RevokeSponsorshipOpSigner) -> Option<usize> {
    account.signers.iter().position(|s| s.key == op.signer_key)
}

/// Only the account that pays now may hand over: the sponsor, or the owner if there is none.
fn may_revoke(context: &Context, sponsor: &Option<AccountId>, owner: &AccountId) -> Check {
    if sponsor.as_ref().unwrap_or(owner) == context.source {
        Ok(())
    } else {
        Err(result(Code::NotSponsor))
    }
}

/// The account that pays from here on: the sponsor of the source. `None` if the owner pays for itself.
fn next_sponsor(context: &Context, owner: &AccountId) -> Option<AccountId> {
    let sponsor = context.work.sponsor_of(context.source)?;
    (sponsor != owner).then(|| sponsor.clone())
}

/// Counts `reserves` where they are paid now.
fn hand_over(
    work: &mut Work,
    from: Option<AccountId>,
    to: Option<AccountId>,
    owner: &AccountId,
    reserves: u32,
) -> Result<(), Refusal> {
    match (&from, &to) {
        (None, None) => return Ok(()),
        (Some(_), None) => {
            let taken = work.update_account(owner, |account, header| {
                sponsorship::can_reserve(header, account, reserves)?;
                sponsorship::drop_sponsored(account, reserves);
                Ok(())
            });
            taken.unwrap_or(Err(Refusal::LowReserve))?;
        }
        (None, Some(_)) => {
            let given = work.update_account(owner, |account, _| {
                sponsorship::add_sponsored(account, reserves)
            });
            given.unwrap_or(Err(Refusal::LowReserve))?;
        }
        (Some(_), Some(_)) => {}
    }
    if let Some(to) = to {
        sponsorship::start_sponsoring(work, &to, reserves)?;
    }
    if let Some(from) = from {
        sponsorship::stop_sponsoring(work, &from, reserves);
    }
    Ok(())
}

/// Claimable balances belong to whoever pays for them.
fn owner(entry: &LedgerEntry) -> Option<AccountId> {
    match &entry.data {
        LedgerEntryData::Account(account) => Some(account.account_id.clone()),
        LedgerEntryData::Trustline(line) => Some(line.account_id.clone()),
        LedgerEntryData::Offer(offer) => Some(offer.seller_id.clone()),
        LedgerEntryData::Data(data) => Some(data.account_id.clone()),
        LedgerEntryData::ClaimableBalance(_) => sponsorship::sponsor(entry),
        _ => None,
    }
}

fn refused(refusal: Refusal) -> OperationResult {
    refusal.result(result(Code::LowReserve))
}

fn result(code: Code) -> OperationResult {
    OperationResult::OpInner(OperationResultTr::RevokeSponsorship(code))
}
