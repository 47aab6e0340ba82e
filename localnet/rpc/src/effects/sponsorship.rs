//! Effects of any operation that changes who pays a reserve.

use super::{kinds::*, unmuxed, Kind, Scene, Sink};
use crate::{
    executed::{Change, Executed},
    horizon::{balance_id, line_asset, snake_case, Fields},
};
use localnet_ledger::asset_name;
use serde_json::json;
use std::collections::BTreeMap;
use stellar_xdr::{
    AccountEntry, AccountEntryExt, AccountEntryExtensionV1Ext, AccountId, LedgerEntry,
    LedgerEntryData, LedgerEntryExt, OperationBody, SponsorshipDescriptor,
};

/// Created, updated, removed.
type Kinds = (Kind, Kind, Kind);

pub(super) fn derive(scene: &Scene, sink: &mut Sink) {
    for change in &scene.changes {
        entry_effects(scene, sink, change);
        signer_effects(sink, change);
    }
}

/// The sponsor of the first entry or signer that an operation created, which Horizon shows in the operation's record.
pub fn sponsor_of_created(
    executed: &Executed,
    index: usize,
    changes: &[Change],
) -> Option<AccountId> {
    let signer = match &executed.operations()[index].body {
        OperationBody::SetOptions(op) => op.signer.as_ref().map(|signer| signer.key.to_string()),
        _ => None,
    };
    changes.iter().find_map(|change| {
        let now = change.after?;
        if let Some(signer) = &signer {
            let before = change.before.map(signer_sponsors).unwrap_or_default();
            let found = signer_sponsors(now).remove(signer);
            if found.is_some() && found != before.get(signer).copied() {
                return found.cloned();
            }
        }
        sponsor(now).filter(|_| change.before.is_none()).cloned()
    })
}

pub fn sponsor(entry: &LedgerEntry) -> Option<&AccountId> {
    match &entry.ext {
        LedgerEntryExt::V0 => None,
        LedgerEntryExt::V1(v1) => v1.sponsoring_id.0.as_ref(),
    }
}

/// The effect and the names of the sponsors in it; `None` if nothing changed.
fn turn<'a>(
    before: Option<&'a AccountId>,
    after: Option<&'a AccountId>,
    (created, updated, removed): Kinds,
) -> Option<(Kind, Vec<(&'static str, &'a AccountId)>)> {
    match (before, after) {
        (None, Some(new)) => Some((created, vec![("sponsor", new)])),
        (Some(old), None) => Some((removed, vec![("former_sponsor", old)])),
        (Some(old), Some(new)) if old != new => {
            Some((updated, vec![("former_sponsor", old), ("new_sponsor", new)]))
        }
        _ => None,
    }
}

fn put_sponsors(details: &mut Fields, sponsors: &[(&str, &AccountId)]) {
    for (name, sponsor) in sponsors {
        details.insert((*name).into(), json!(sponsor.to_string()));
    }
}

fn entry_effects(scene: &Scene, sink: &mut Sink, change: &Change) {
    let Some(entry) = change.after.or(change.before) else {
        return;
    };
    let source = &scene.source;
    let (kinds, account, name, value) = match &entry.data {
        LedgerEntryData::Account(account) => (
            (
                ACCOUNT_SPONSORSHIP_CREATED,
                ACCOUNT_SPONSORSHIP_UPDATED,
                ACCOUNT_SPONSORSHIP_REMOVED,
            ),
            unmuxed(&account.account_id),
            "",
            String::new(),
        ),
        LedgerEntryData::Trustline(line) => (
            (
                TRUSTLINE_SPONSORSHIP_CREATED,
                TRUSTLINE_SPONSORSHIP_UPDATED,
                TRUSTLINE_SPONSORSHIP_REMOVED,
            ),
            unmuxed(&line.account_id),
            "asset",
            line_asset(&line.asset).map_or_else(String::new, |asset| asset_name(&asset)),
        ),
        LedgerEntryData::Data(data) => (
            (
                DATA_SPONSORSHIP_CREATED,
                DATA_SPONSORSHIP_UPDATED,
                DATA_SPONSORSHIP_REMOVED,
            ),
            source.clone(),
            "data_name",
            String::from_utf8_lossy(data.data_name.as_slice()).into_owned(),
        ),
        LedgerEntryData::ClaimableBalance(balance) => (
            (
                CLAIMABLE_BALANCE_SPONSORSHIP_CREATED,
                CLAIMABLE_BALANCE_SPONSORSHIP_UPDATED,
                CLAIMABLE_BALANCE_SPONSORSHIP_REMOVED,
            ),
            source.clone(),
            "balance_id",
            balance_id(&balance.balance_id),
        ),
        _ => return,
    };
    let (before, after) = (
        change.before.and_then(sponsor),
        change.after.and_then(sponsor),
    );
    if let Some((kind, sponsors)) = turn(before, after, kinds) {
        sink(&account, kind, &|details| {
            put_sponsors(details, &sponsors);
            if let LedgerEntryData::Trustline(line) = &entry.data {
                let kind = snake_case(line.asset.name());
                details.insert("asset_type".into(), json!(kind));
            }
            if !name.is_empty() {
                details.insert(name.into(), json!(value));
            }
        });
    }
}

fn signer_effects(sink: &mut Sink, change: &Change) {
    let Some(LedgerEntryData::Account(account)) =
        change.after.or(change.before).map(|entry| &entry.data)
    else {
        return;
    };
    let before = change.before.map(signer_sponsors).unwrap_or_default();
    let after = change.after.map(signer_sponsors).unwrap_or_default();
    let mut signers: Vec<&String> = before.keys().chain(after.keys()).collect();
    signers.sort();
    signers.dedup();
    for signer in signers {
        let kinds = (
            SIGNER_SPONSORSHIP_CREATED,
            SIGNER_SPONSORSHIP_UPDATED,
            SIGNER_SPONSORSHIP_REMOVED,
        );
        let (old, new) = (before.get(signer).copied(), after.get(signer).copied());
        if let Some((kind, sponsors)) = turn(old, new, kinds) {
            sink(&unmuxed(&account.account_id), kind, &|details| {
                put_sponsors(details, &sponsors);
                details.insert("signer".into(), json!(signer));
            });
        }
    }
}

/// Sponsors by signer, of signers that have one.
fn signer_sponsors(entry: &LedgerEntry) -> BTreeMap<String, &AccountId> {
    let LedgerEntryData::Account(account) = &entry.data else {
        return BTreeMap::new();
    };
    let sponsors = sponsors(account).iter();
    account
        .signers
        .iter()
        .zip(sponsors)
        .filter_map(|(signer, sponsor)| Some((signer.key.to_string(), sponsor.0.as_ref()?)))
        .collect()
}

/// A list beside that of the signers.
fn sponsors(account: &AccountEntry) -> &[SponsorshipDescriptor] {
    match &account.ext {
        AccountEntryExt::V1(v1) => match &v1.ext {
            AccountEntryExtensionV1Ext::V2(v2) => &v2.signer_sponsoring_i_ds,
            AccountEntryExtensionV1Ext::V0 => &[],
        },
        AccountEntryExt::V0 => &[],
    }
}
