//! Sponsorships that restored entries may carry: kept intact, released with the entry. No operation creates one here.

use crate::{account, work::Work};
use stellar_xdr::{AccountEntry, AccountId, LedgerEntry, LedgerEntryExt, SponsorshipDescriptor};

pub(crate) fn sponsor(entry: &LedgerEntry) -> Option<AccountId> {
    match &entry.ext {
        LedgerEntryExt::V0 => None,
        LedgerEntryExt::V1(v1) => v1.sponsoring_id.0.clone(),
    }
}

/// Takes one reserve off what `sponsor` and `account` count.
pub(crate) fn release(work: &mut Work, sponsor: &AccountId, account: &AccountId) {
    work.update_account(account, |account, _| {
        if let Some(v2) = account::extension_v2_mut(account) {
            v2.num_sponsored = v2.num_sponsored.saturating_sub(1);
        }
    });
    work.update_account(sponsor, |sponsor, _| {
        if let Some(v2) = account::extension_v2_mut(sponsor) {
            v2.num_sponsoring = v2.num_sponsoring.saturating_sub(1);
        }
    });
}

/// Takes the sponsor of the signer at `index` out of the account's parallel list.
pub(crate) fn remove_signer(account: &mut AccountEntry, index: usize) -> Option<AccountId> {
    let v2 = account::extension_v2_mut(account)?;
    let mut sponsors = v2.signer_sponsoring_i_ds.to_vec();
    if index >= sponsors.len() {
        return None;
    }
    let SponsorshipDescriptor(sponsor) = sponsors.remove(index);
    v2.signer_sponsoring_i_ds = sponsors.try_into().expect("fewer than before");
    sponsor
}

pub(crate) fn insert_unsponsored_signer(account: &mut AccountEntry, index: usize) {
    let Some(v2) = account::extension_v2_mut(account) else {
        return;
    };
    let mut sponsors = v2.signer_sponsoring_i_ds.to_vec();
    sponsors.insert(index.min(sponsors.len()), SponsorshipDescriptor(None));
    v2.signer_sponsoring_i_ds = sponsors.try_into().expect("as many as signers");
}
