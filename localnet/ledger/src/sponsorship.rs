//! Reserves of entries and signers, which their owner pays, or a sponsor (CAP-33).
//!
//! A sponsor counts what it pays for in `num_sponsoring`, the owner counts what it need not pay for in `num_sponsored`.
//! Claimable balances have no owner that pays: their sponsor is whoever created them, or that account's sponsor.

use crate::{
    account::{self, MAX_SUBENTRIES},
    work::Work,
};
use stellar_xdr::{
    AccountEntry, AccountId, LedgerEntry, LedgerEntryData, LedgerEntryExt, LedgerEntryExtensionV1,
    LedgerEntryExtensionV1Ext, LedgerHeader, OperationResult, SponsorshipDescriptor,
    TrustLineAsset,
};

/// Reasons why nobody can pay a reserve. Each operation has its own code for `LowReserve`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refusal {
    LowReserve,
    TooManySubentries,
    TooManySponsoring,
}

impl Refusal {
    pub fn result(self, low_reserve: OperationResult) -> OperationResult {
        match self {
            Refusal::LowReserve => low_reserve,
            Refusal::TooManySubentries => OperationResult::OpTooManySubentries,
            Refusal::TooManySponsoring => OperationResult::OpTooManySponsoring,
        }
    }
}

pub(crate) fn sponsor(entry: &LedgerEntry) -> Option<AccountId> {
    match &entry.ext {
        LedgerEntryExt::V0 => None,
        LedgerEntryExt::V1(v1) => v1.sponsoring_id.0.clone(),
    }
}

/// Writes who pays for `entry`; an entry that was never sponsored stays without extension.
pub(crate) fn set_sponsor(entry: &mut LedgerEntry, sponsor: Option<AccountId>) {
    match &mut entry.ext {
        LedgerEntryExt::V1(v1) => v1.sponsoring_id = SponsorshipDescriptor(sponsor),
        LedgerEntryExt::V0 if sponsor.is_none() => {}
        LedgerEntryExt::V0 => {
            entry.ext = LedgerEntryExt::V1(LedgerEntryExtensionV1 {
                sponsoring_id: SponsorshipDescriptor(sponsor),
                ext: LedgerEntryExtensionV1Ext::V0,
            });
        }
    }
}

/// Base reserves that an entry costs. 0 for entries without reserve.
pub(crate) fn reserves(entry: &LedgerEntry) -> u32 {
    match &entry.data {
        LedgerEntryData::Account(_) => 2,
        LedgerEntryData::Trustline(line) if matches!(line.asset, TrustLineAsset::PoolShare(_)) => 2,
        LedgerEntryData::Trustline(_) | LedgerEntryData::Offer(_) | LedgerEntryData::Data(_) => 1,
        LedgerEntryData::ClaimableBalance(balance) => balance.claimants.len() as u32,
        _ => 0,
    }
}

/// Finds who pays for the subentry `entry` of `owner`, counts it, and stores it.
pub(crate) fn create_subentry(
    work: &mut Work,
    mut entry: LedgerEntry,
    owner: &AccountId,
) -> Result<(), Refusal> {
    let reserves = reserves(&entry);
    let sponsor = count_subentry(work, owner, reserves)?;
    set_sponsor(&mut entry, sponsor);
    work.put(entry);
    Ok(())
}

/// Counts `reserves` more subentries of `owner`; answers who sponsors them, if anybody does.
fn count_subentry(
    work: &mut Work,
    owner: &AccountId,
    reserves: u32,
) -> Result<Option<AccountId>, Refusal> {
    let sponsor = work.sponsor_of(owner).cloned();
    let sponsored = sponsor.is_some();
    let counted = work.update_account(owner, |account, header| {
        has_room(account, reserves)?;
        if !sponsored {
            can_reserve(header, account, reserves)?;
        }
        account.num_sub_entries += reserves;
        if sponsored {
            add(&mut account::extend_to_v2(account).num_sponsored, reserves)?;
        }
        Ok(())
    });
    counted.unwrap_or(Err(Refusal::LowReserve))?;
    if let Some(sponsor) = &sponsor {
        start_sponsoring(work, sponsor, reserves)?;
    }
    Ok(sponsor)
}

/// `sponsor` pays `reserves` more.
pub(crate) fn start_sponsoring(
    work: &mut Work,
    sponsor: &AccountId,
    reserves: u32,
) -> Result<(), Refusal> {
    let counted = work.update_account(sponsor, |account, header| {
        can_reserve(header, account, reserves)?;
        if !sum_fits(account, reserves) {
            return Err(Refusal::TooManySponsoring);
        }
        add(&mut account::extend_to_v2(account).num_sponsoring, reserves)
    });
    counted.unwrap_or(Err(Refusal::LowReserve))
}

/// `sponsor` pays `reserves` less.
pub(crate) fn stop_sponsoring(work: &mut Work, sponsor: &AccountId, reserves: u32) {
    work.update_account(sponsor, |account, _| {
        if let Some(v2) = account::extension_v2_mut(account) {
            v2.num_sponsoring = v2.num_sponsoring.saturating_sub(reserves);
        }
    });
}

/// Others pay `reserves` less for `account`.
pub(crate) fn drop_sponsored(account: &mut AccountEntry, reserves: u32) {
    if let Some(v2) = account::extension_v2_mut(account) {
        v2.num_sponsored = v2.num_sponsored.saturating_sub(reserves);
    }
}

/// Others pay `reserves` more for `account`.
pub(crate) fn add_sponsored(account: &mut AccountEntry, reserves: u32) -> Result<(), Refusal> {
    add(&mut account::extend_to_v2(account).num_sponsored, reserves)
}

/// Removes a subentry of `owner` from the ledger and from what is counted.
pub(crate) fn remove_subentry(work: &mut Work, entry: &LedgerEntry, owner: &AccountId) {
    let reserves = reserves(entry);
    let sponsor = sponsor(entry);
    work.update_account(owner, |account, _| {
        account.num_sub_entries = account.num_sub_entries.saturating_sub(reserves);
        if sponsor.is_some() {
            drop_sponsored(account, reserves);
        }
    });
    if let Some(sponsor) = sponsor {
        stop_sponsoring(work, &sponsor, reserves);
    }
    work.remove(&entry.to_key());
}

/// Counts a signer that was just inserted at `index`, and writes down who pays for it.
pub(crate) fn create_signer(
    work: &mut Work,
    owner: &AccountId,
    index: usize,
) -> Result<(), Refusal> {
    let Some(sponsor) = count_subentry(work, owner, 1)? else {
        return Ok(());
    };
    work.update_account(owner, |account, _| {
        set_signer_sponsor(account, index, Some(sponsor));
    });
    Ok(())
}

/// Takes the reserve of a removed signer off what its sponsor counts.
pub(crate) fn release_signer(work: &mut Work, sponsor: &AccountId, owner: &AccountId) {
    work.update_account(owner, |account, _| drop_sponsored(account, 1));
    stop_sponsoring(work, sponsor, 1);
}

pub(crate) fn signer_sponsor(account: &AccountEntry, index: usize) -> Option<AccountId> {
    let v2 = account::extension_v2(account)?;
    v2.signer_sponsoring_i_ds.get(index)?.0.clone()
}

pub(crate) fn set_signer_sponsor(
    account: &mut AccountEntry,
    index: usize,
    sponsor: Option<AccountId>,
) {
    let v2 = account::extend_to_v2(account);
    let mut sponsors = v2.signer_sponsoring_i_ds.to_vec();
    if let Some(place) = sponsors.get_mut(index) {
        *place = SponsorshipDescriptor(sponsor);
    }
    v2.signer_sponsoring_i_ds = sponsors.try_into().expect("as many as before");
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

/// Enough lumens above what the account must keep for `reserves` more.
pub(crate) fn can_reserve(
    header: &LedgerHeader,
    account: &AccountEntry,
    reserves: u32,
) -> Result<(), Refusal> {
    let needed = i64::from(reserves) * i64::from(header.base_reserve);
    if account::available(header, account) < needed {
        return Err(Refusal::LowReserve);
    }
    Ok(())
}

fn has_room(account: &AccountEntry, reserves: u32) -> Result<(), Refusal> {
    if account.num_sub_entries > MAX_SUBENTRIES - reserves || !sum_fits(account, reserves) {
        return Err(Refusal::TooManySubentries);
    }
    Ok(())
}

/// True if the number of reserves that an account pays fits 32 bits, so that its minimum balance can be computed.
fn sum_fits(account: &AccountEntry, more: u32) -> bool {
    let sponsoring = account::extension_v2(account).map_or(0, |v2| v2.num_sponsoring);
    u64::from(sponsoring) + u64::from(account.num_sub_entries) + u64::from(more)
        <= u64::from(u32::MAX)
}

fn add(count: &mut u32, more: u32) -> Result<(), Refusal> {
    *count = count.checked_add(more).ok_or(Refusal::TooManySponsoring)?;
    Ok(())
}
