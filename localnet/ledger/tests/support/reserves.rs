//! Sponsors of reserves, and a recount of the reserves in accounts' books, from the entries themselves.

use super::{id, operation_of};
use ed25519_dalek::SigningKey;
use localnet_ledger::{
    xdr::{
        AccountEntry, AccountEntryExt, AccountEntryExtensionV1Ext, AccountEntryExtensionV2,
        AccountId, BeginSponsoringFutureReservesOp, LedgerEntry, LedgerEntryData, LedgerEntryExt,
        LedgerKey, Operation, OperationBody, RevokeSponsorshipOp,
    },
    State,
};
use std::collections::BTreeMap;

/// Subentries, reserves that others pay for the account, reserves that it pays for others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    pub subentries: u32,
    pub sponsored: u32,
    pub sponsoring: u32,
}

pub fn extension(account: &AccountEntry) -> Option<&AccountEntryExtensionV2> {
    match &account.ext {
        AccountEntryExt::V1(v1) => match &v1.ext {
            AccountEntryExtensionV1Ext::V2(v2) => Some(v2),
            AccountEntryExtensionV1Ext::V0 => None,
        },
        AccountEntryExt::V0 => None,
    }
}

/// The account's own books.
pub fn counted(account: &AccountEntry) -> Counts {
    let extension = extension(account);
    Counts {
        subentries: account.num_sub_entries,
        sponsored: extension.map_or(0, |v2| v2.num_sponsored),
        sponsoring: extension.map_or(0, |v2| v2.num_sponsoring),
    }
}

fn sponsor(entry: &LedgerEntry) -> Option<&AccountId> {
    match &entry.ext {
        LedgerEntryExt::V0 => None,
        LedgerEntryExt::V1(v1) => v1.sponsoring_id.0.as_ref(),
    }
}

/// Counts the reserves anew that each account must have in its books.
fn recount(state: &State) -> BTreeMap<AccountId, Counts> {
    let mut books: BTreeMap<AccountId, Counts> = BTreeMap::new();
    for stored in state.entries.values() {
        let entry = &stored.entry;
        let (owner, reserves, is_subentry) = match &entry.data {
            LedgerEntryData::Account(account) => {
                count_signers(&mut books, account);
                (Some(&account.account_id), 2, false)
            }
            LedgerEntryData::Trustline(line) => (Some(&line.account_id), 1, true),
            LedgerEntryData::Data(data) => (Some(&data.account_id), 1, true),
            LedgerEntryData::ClaimableBalance(balance) => {
                assert!(sponsor(entry).is_some(), "somebody pays for every balance");
                (None, balance.claimants.len() as u32, false)
            }
            _ => continue,
        };
        if let (Some(owner), true) = (owner, is_subentry) {
            books.entry(owner.clone()).or_default().subentries += reserves;
        }
        if let Some(sponsor) = sponsor(entry) {
            books.entry(sponsor.clone()).or_default().sponsoring += reserves;
            if let Some(owner) = owner {
                books.entry(owner.clone()).or_default().sponsored += reserves;
            }
        }
    }
    books
}

fn count_signers(books: &mut BTreeMap<AccountId, Counts>, account: &AccountEntry) {
    let own = books.entry(account.account_id.clone()).or_default();
    own.subentries += account.signers.len() as u32;
    let Some(v2) = extension(account) else { return };
    assert_eq!(v2.signer_sponsoring_i_ds.len(), account.signers.len());
    for sponsor in v2
        .signer_sponsoring_i_ds
        .iter()
        .filter_map(|s| s.0.as_ref())
    {
        books.entry(sponsor.clone()).or_default().sponsoring += 1;
        books
            .entry(account.account_id.clone())
            .or_default()
            .sponsored += 1;
    }
}

/// Every account's books agree with the entries, and no sponsor is missing.
pub fn assert_books_agree(state: &State) {
    let mut books = recount(state);
    for stored in state.entries.values() {
        if let LedgerEntryData::Account(account) = &stored.entry.data {
            let due = books.remove(&account.account_id).unwrap_or_default();
            assert_eq!(counted(account), due, "{}", account.account_id);
        }
    }
    assert!(
        books.is_empty(),
        "accounts are gone that still pay: {books:?}"
    );
}

pub fn begin(sponsor: &SigningKey, sponsored: &SigningKey) -> Operation {
    let op = BeginSponsoringFutureReservesOp {
        sponsored_id: id(sponsored),
    };
    operation_of(sponsor, OperationBody::BeginSponsoringFutureReserves(op))
}

pub fn end(sponsored: &SigningKey) -> Operation {
    operation_of(sponsored, OperationBody::EndSponsoringFutureReserves)
}

pub fn revoke(key: LedgerKey) -> OperationBody {
    OperationBody::RevokeSponsorship(RevokeSponsorshipOp::LedgerEntry(key))
}
