//! Effects of each kind of operation.

use super::{kinds::*, soroban, unmuxed, Scene, Sink};
use crate::{
    executed::Change,
    horizon::{amount, balance_id, base64, claimants, put_asset, Fields},
};
use localnet_ledger::asset_name;
use serde_json::json;
use std::collections::BTreeMap;
use stellar_xdr::{
    AccountEntry, AccountId, AccountMergeResult, AllowTrustOp, Asset, AssetCode, ChangeTrustAsset,
    ClaimableBalanceEntry, CreateClaimableBalanceOp, InflationResult, LedgerEntry, LedgerEntryData,
    MuxedAccount, OperationBody, OperationResultTr, SetOptionsOp, TrustLineAsset,
};

pub(super) fn derive(scene: &Scene, sink: &mut Sink) {
    let source = &scene.source;
    match &scene.executed.operations()[scene.index].body {
        OperationBody::CreateAccount(op) => {
            let (created, balance) = (unmuxed(&op.destination), amount(op.starting_balance));
            sink(&created, ACCOUNT_CREATED, &|details| {
                details.insert("starting_balance".into(), json!(balance));
            });
            moved(
                sink,
                source,
                ACCOUNT_DEBITED,
                &Asset::Native,
                op.starting_balance,
            );
            signer(
                sink,
                &created,
                SIGNER_CREATED,
                &op.destination.to_string(),
                1,
            );
        }
        OperationBody::Payment(op) => {
            moved(
                sink,
                &op.destination,
                ACCOUNT_CREDITED,
                &op.asset,
                op.amount,
            );
            moved(sink, source, ACCOUNT_DEBITED, &op.asset, op.amount);
        }
        OperationBody::SetOptions(op) => set_options(scene, sink, op),
        OperationBody::ChangeTrust(op) => change_trust(scene, sink, &op.line, op.limit),
        OperationBody::AllowTrust(op) => allow_trust(sink, source, op),
        OperationBody::SetTrustLineFlags(op) => {
            let flags = (op.set_flags, op.clear_flags);
            trustline_flags(sink, source, &op.trustor, &op.asset, flags);
        }
        OperationBody::AccountMerge(destination) => {
            let Some(OperationResultTr::AccountMerge(AccountMergeResult::Success(balance))) =
                scene.executed.outcome(scene.index)
            else {
                return;
            };
            moved(sink, source, ACCOUNT_DEBITED, &Asset::Native, *balance);
            moved(
                sink,
                destination,
                ACCOUNT_CREDITED,
                &Asset::Native,
                *balance,
            );
            sink(source, ACCOUNT_REMOVED, &|_| {});
        }
        OperationBody::Inflation => {
            let Some(OperationResultTr::Inflation(InflationResult::Success(payouts))) =
                scene.executed.outcome(scene.index)
            else {
                return;
            };
            for payout in payouts.iter() {
                let paid = unmuxed(&payout.destination);
                moved(sink, &paid, ACCOUNT_CREDITED, &Asset::Native, payout.amount);
            }
        }
        OperationBody::ManageData(op) => {
            manage_data(
                scene,
                sink,
                &String::from_utf8_lossy(op.data_name.as_slice()),
            );
        }
        OperationBody::BumpSequence(_) => bump_sequence(scene, sink),
        OperationBody::CreateClaimableBalance(op) => create_balance(scene, sink, op),
        OperationBody::ClaimClaimableBalance(_) => {
            if let Some(balance) = scene.balance(|change| change.before) {
                sink(source, CLAIMABLE_BALANCE_CLAIMED, &|details| {
                    put_balance(details, balance);
                });
                moved(
                    sink,
                    source,
                    ACCOUNT_CREDITED,
                    &balance.asset,
                    balance.amount,
                );
            }
        }
        OperationBody::Clawback(op) => {
            moved(sink, source, ACCOUNT_CREDITED, &op.asset, op.amount);
            moved(sink, &op.from, ACCOUNT_DEBITED, &op.asset, op.amount);
        }
        OperationBody::ClawbackClaimableBalance(op) => {
            sink(source, CLAIMABLE_BALANCE_CLAWED_BACK, &|details| {
                details.insert("balance_id".into(), json!(balance_id(&op.balance_id)));
            });
            if let Some(balance) = scene.balance(|change| change.before) {
                moved(
                    sink,
                    source,
                    ACCOUNT_CREDITED,
                    &balance.asset,
                    balance.amount,
                );
            }
        }
        OperationBody::InvokeHostFunction(_) => soroban::contract_call(scene, sink),
        // Sponsorships show in the changes, times to live nowhere. Offers, paths and pools are not in this ledger.
        _ => {}
    }
}

impl<'a> Scene<'a> {
    /// The first claimable balance on one side of the changes.
    fn balance(
        &self,
        side: impl Fn(&Change<'a>) -> Option<&'a LedgerEntry>,
    ) -> Option<&'a ClaimableBalanceEntry> {
        let mut entries = self.changes.iter().filter_map(side);
        entries.find_map(|entry| match &entry.data {
            LedgerEntryData::ClaimableBalance(balance) => Some(balance),
            _ => None,
        })
    }

    /// The accounts that changed, before and after.
    fn accounts(&self) -> impl Iterator<Item = (&'a AccountEntry, &'a AccountEntry)> + '_ {
        self.changes
            .iter()
            .filter_map(|change| match (&change.before?.data, &change.after?.data) {
                (LedgerEntryData::Account(before), LedgerEntryData::Account(after)) => {
                    Some((before, after))
                }
                _ => None,
            })
    }
}

pub(super) fn moved(
    sink: &mut Sink,
    account: &MuxedAccount,
    kind: super::Kind,
    asset: &Asset,
    stroops: impl Into<i128>,
) {
    let stroops = stroops.into();
    sink(account, kind, &|details| {
        put_asset(details, asset);
        details.insert("amount".into(), json!(amount(stroops)));
    });
}

/// `key` is always empty in Horizon's answers.
pub(super) fn signer(
    sink: &mut Sink,
    account: &MuxedAccount,
    kind: super::Kind,
    signer: &str,
    weight: u32,
) {
    sink(account, kind, &|details| {
        details.insert("weight".into(), json!(weight));
        details.insert("public_key".into(), json!(signer));
        details.insert("key".into(), json!(""));
    });
}

fn set_options(scene: &Scene, sink: &mut Sink, op: &SetOptionsOp) {
    let source = &scene.source;
    if let Some(domain) = &op.home_domain {
        sink(source, ACCOUNT_HOME_DOMAIN_UPDATED, &|details| {
            let domain = String::from_utf8_lossy(domain.as_slice()).into_owned();
            details.insert("home_domain".into(), json!(domain));
        });
    }
    let thresholds = [
        ("low_threshold", op.low_threshold),
        ("med_threshold", op.med_threshold),
        ("high_threshold", op.high_threshold),
    ];
    if thresholds.iter().any(|(_, value)| value.is_some()) {
        sink(source, ACCOUNT_THRESHOLDS_UPDATED, &|details| {
            for (name, value) in thresholds {
                details.insert(name.into(), json!(value.unwrap_or(0)));
            }
        });
    }
    let (set, clear) = (op.set_flags.unwrap_or(0), op.clear_flags.unwrap_or(0));
    if (set | clear) & 15 != 0 {
        sink(source, ACCOUNT_FLAGS_UPDATED, &|details| {
            // Horizon loses the other flags: it reads none of them under the name that it writes.
            if (set | clear) & 1 != 0 {
                details.insert("auth_required_flag".into(), json!(clear & 1 == 0));
            }
        });
    }
    if op.inflation_dest.is_some() {
        sink(source, ACCOUNT_INFLATION_DESTINATION_UPDATED, &|_| {});
    }
    for (before, after) in scene.accounts() {
        let (before, after) = (signers(before), signers(after));
        for (key, weight) in &before {
            match after.get(key) {
                None => signer(sink, source, SIGNER_REMOVED, key, 0),
                Some(now) if now != weight => signer(sink, source, SIGNER_UPDATED, key, *now),
                Some(_) => {}
            }
        }
        for (key, weight) in after.iter().filter(|(key, _)| !before.contains_key(*key)) {
            signer(sink, source, SIGNER_CREATED, key, *weight);
        }
    }
}

/// Weights by address; the account's own key is among them as long as it has a weight.
fn signers(account: &AccountEntry) -> BTreeMap<String, u32> {
    let own = u32::from(account.thresholds.0[0]);
    let own = (own > 0).then(|| (account.account_id.to_string(), own));
    let others = account.signers.iter();
    let others = others.map(|signer| (signer.key.to_string(), signer.weight));
    own.into_iter().chain(others).collect()
}

fn change_trust(scene: &Scene, sink: &mut Sink, line: &ChangeTrustAsset, limit: i64) {
    let asset = match line {
        ChangeTrustAsset::CreditAlphanum4(asset) => Asset::CreditAlphanum4(asset.clone()),
        ChangeTrustAsset::CreditAlphanum12(asset) => Asset::CreditAlphanum12(asset.clone()),
        ChangeTrustAsset::Native | ChangeTrustAsset::PoolShare(_) => return,
    };
    let changed = scene.changes.iter().find(|change| {
        let entry = change.after.or(change.before);
        entry.is_some_and(|entry| {
            matches!(&entry.data, LedgerEntryData::Trustline(line) if !matches!(line.asset, TrustLineAsset::PoolShare(_)))
        })
    });
    let Some(change) = changed else {
        return;
    };
    let kind = match (change.before, change.after) {
        (None, _) => TRUSTLINE_CREATED,
        (_, None) => TRUSTLINE_REMOVED,
        _ => TRUSTLINE_UPDATED,
    };
    sink(&scene.source, kind, &|details| {
        put_asset(details, &asset);
        details.insert("limit".into(), json!(amount(limit)));
    });
}

const AUTHORIZED: u32 = 1;
const MAINTAINS: u32 = 2;

fn allow_trust(sink: &mut Sink, source: &MuxedAccount, op: &AllowTrustOp) {
    let asset = allowed_asset(source, &op.asset);
    let (kind, flags) = if op.authorize & AUTHORIZED != 0 {
        (TRUSTLINE_AUTHORIZED, (AUTHORIZED, 0))
    } else if op.authorize & MAINTAINS != 0 {
        (TRUSTLINE_AUTHORIZED_TO_MAINTAIN_LIABILITIES, (MAINTAINS, 0))
    } else {
        (TRUSTLINE_DEAUTHORIZED, (0, AUTHORIZED | MAINTAINS))
    };
    // Horizon still sends the effect of before there were flags, and beside it the new one.
    sink(source, kind, &|details| {
        details.insert("trustor".into(), json!(op.trustor.to_string()));
        put_asset(details, &asset);
        details.remove("asset_issuer");
    });
    trustline_flags(sink, source, &op.trustor, &asset, flags);
}

/// The asset of an AllowTrust, whose issuer is the operation's source.
pub fn allowed_asset(source: &MuxedAccount, code: &AssetCode) -> Asset {
    let issuer = crate::envelope::account_id(source);
    match code.clone() {
        AssetCode::CreditAlphanum4(asset_code) => {
            Asset::CreditAlphanum4(stellar_xdr::AlphaNum4 { asset_code, issuer })
        }
        AssetCode::CreditAlphanum12(asset_code) => {
            Asset::CreditAlphanum12(stellar_xdr::AlphaNum12 { asset_code, issuer })
        }
    }
}

fn trustline_flags(
    sink: &mut Sink,
    source: &MuxedAccount,
    trustor: &AccountId,
    asset: &Asset,
    (set, clear): (u32, u32),
) {
    sink(source, TRUSTLINE_FLAGS_UPDATED, &|details| {
        details.insert("trustor".into(), json!(trustor.to_string()));
        put_asset(details, asset);
        // Horizon loses the flag between them, as above.
        for (flag, name) in [
            (AUTHORIZED, "authorized_flag"),
            (4, "clawback_enabled_flag"),
        ] {
            if (set | clear) & flag != 0 {
                details.insert(name.into(), json!(clear & flag == 0));
            }
        }
    });
}

fn manage_data(scene: &Scene, sink: &mut Sink, name: &str) {
    let data = |entry: Option<&LedgerEntry>| match &entry?.data {
        LedgerEntryData::Data(data) => Some(base64(data.data_value.as_slice())),
        _ => None,
    };
    let sides = scene
        .changes
        .iter()
        .map(|change| (data(change.before), data(change.after)));
    for (before, after) in sides {
        let kind = match (&before, &after) {
            (None, None) => continue,
            (None, Some(_)) => DATA_CREATED,
            (Some(_), None) => DATA_REMOVED,
            (Some(_), Some(_)) => DATA_UPDATED,
        };
        sink(&scene.source, kind, &|details| {
            details.insert("name".into(), json!(name));
            if let Some(value) = &after {
                details.insert("value".into(), json!(value));
            }
        });
        return;
    }
}

fn bump_sequence(scene: &Scene, sink: &mut Sink) {
    if let Some((before, after)) = scene.accounts().next() {
        if before.seq_num != after.seq_num {
            sink(&scene.source, SEQUENCE_BUMPED, &|details| {
                details.insert("new_seq".into(), json!(after.seq_num.0.to_string()));
            });
        }
    }
}

fn create_balance(scene: &Scene, sink: &mut Sink, op: &CreateClaimableBalanceOp) {
    let Some(balance) = scene.balance(|change| change.after) else {
        return;
    };
    let source = &scene.source;
    sink(source, CLAIMABLE_BALANCE_CREATED, &|details| {
        put_balance(details, balance);
    });
    // The predicates are those of the operation: the ledger made relative times absolute.
    for (claimant, shown) in op.claimants.iter().zip(claimants(&op.claimants)) {
        let stellar_xdr::Claimant::ClaimantTypeV0(claimant) = claimant;
        let account = unmuxed(&claimant.destination);
        sink(&account, CLAIMABLE_BALANCE_CLAIMANT_CREATED, &|details| {
            put_balance(details, balance);
            details.insert("predicate".into(), shown["predicate"].clone());
        });
    }
    moved(
        sink,
        source,
        ACCOUNT_DEBITED,
        &balance.asset,
        balance.amount,
    );
}

fn put_balance(details: &mut Fields, balance: &ClaimableBalanceEntry) {
    details.insert("asset".into(), json!(asset_name(&balance.asset)));
    details.insert("balance_id".into(), json!(balance_id(&balance.balance_id)));
    details.insert("amount".into(), json!(amount(balance.amount)));
}
