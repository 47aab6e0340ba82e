//! Accounts, read from the store alone, so that an account and its trustlines are of one ledger.

use super::{
    page::Page,
    problem::{not_found, Problem},
    snapshot::Snapshot,
    state_list::{self, Filters},
    text::{amount, base64, line_asset, put_asset, Fields},
};
use crate::{
    effects::sponsor,
    format::decode,
    participants::{key, AccountKey},
    store::term,
};
use axum::http::StatusCode;
use serde_json::{json, Value};
use std::str::FromStr;
use stellar_xdr::{
    AccountEntry, AccountEntryExt, AccountEntryExtensionV1Ext, AccountEntryExtensionV2,
    AccountEntryExtensionV2Ext, AccountId, Asset, DataEntry, LedgerEntry, LedgerEntryData,
    LedgerEntryType, LedgerKey, LedgerKeyAccount, LedgerKeyData, Liabilities, Limits, PublicKey,
    SignerKey, String64, TrustLineEntry, TrustLineEntryExt, TrustLineFlags, Uint256, WriteXdr,
};

pub fn record(snapshot: &Snapshot, id: &AccountId) -> Result<Value, Problem> {
    let entry = entry(snapshot, id)?.ok_or_else(|| missing(&key(id)))?;
    let LedgerEntryData::Account(account) = &entry.data else {
        return Err(missing(&key(id)));
    };
    let mut fields = Fields::new();
    fields.insert("id".into(), json!(id.to_string()));
    fields.insert("account_id".into(), json!(id.to_string()));
    fields.insert("paging_token".into(), json!(id.to_string()));
    put_state(&mut fields, account);
    put_sponsoring(&mut fields, account, &entry);
    let modified = entry.last_modified_ledger_seq;
    fields.insert("last_modified_ledger".into(), json!(modified));
    fields.insert(
        "last_modified_time".into(),
        json!(snapshot.modified_at(modified)?),
    );
    fields.insert("balances".into(), balances(snapshot, id, account)?.into());
    fields.insert("signers".into(), signers(id, account).into());
    fields.insert("data".into(), data(snapshot, id)?.into());
    fields.insert("_links".into(), links(snapshot, id));
    Ok(fields.into())
}

/// Requires that the account exists, or has taken part in a transaction.
pub fn require_known(snapshot: &Snapshot, account: &AccountKey) -> Result<(), Problem> {
    let known = entry(snapshot, &id_of(account))?.is_some() || snapshot.has_history(account)?;
    known.then_some(()).ok_or_else(|| missing(account))
}

fn missing(account: &AccountKey) -> Problem {
    not_found(format!(
        "There is no account {}. Friendbot creates it: /friendbot?addr=<account>.",
        id_of(account)
    ))
}

fn id_of(account: &AccountKey) -> AccountId {
    AccountId(PublicKey::PublicKeyTypeEd25519(Uint256(*account)))
}

pub fn entry(snapshot: &Snapshot, id: &AccountId) -> Result<Option<LedgerEntry>, Problem> {
    snapshot.entry(&LedgerKey::Account(LedgerKeyAccount {
        account_id: id.clone(),
    }))
}

/// Reads a `paging_token` of the list below.
pub fn cursor(text: &str) -> Option<Vec<u8>> {
    let account = AccountId::from_str(text).ok()?;
    Some(key(&account).to_vec())
}

/// The accounts with a signer, a trustline or a sponsor, in the order of their keys.
pub fn list(
    snapshot: &Snapshot,
    page: &Page<Vec<u8>>,
    filters: &Filters,
) -> Result<Vec<Value>, Problem> {
    let prefix = match (&filters.signer, &filters.asset, &filters.sponsor, filters.pool) {
        (Some(signer), None, None, false) => state_list::prefix_of(term::SIGNER, signer),
        (None, Some(Asset::Native), None, false) => {
            return Err(super::problem::bad_request(
                "asset",
                "give an asset in the form code:issuer: every account holds lumens",
            ))
        }
        (None, Some(asset), None, false) => state_list::prefix_of(term::HOLDER, asset),
        (None, None, Some(sponsor), false) => state_list::prefix(term::SPONSORED, &key(sponsor)),
        (None, None, None, true) => return Ok(Vec::new()),
        _ => {
            return Err(Problem::new(
                StatusCode::BAD_REQUEST,
                "invalid_accounts_params",
                "Invalid Accounts Parameters",
                "Exactly one filter is required. Please ensure that you are including a signer, sponsor, asset, or \
                 liquidity pool filter.",
            ))
        }
    };
    let (mut found, mut last) = (Vec::new(), None);
    state_list::scan(snapshot, page, &prefix, |row| {
        let account = row.first_chunk::<32>().copied().unwrap_or_default();
        // A sponsor may pay for several things of an account.
        if last.replace(account) != Some(account) {
            if found.len() == page.limit {
                return Ok(false);
            }
            found.push(record(snapshot, &id_of(&account))?);
        }
        Ok(true)
    })?;
    Ok(found)
}

/// The value of one data entry.
pub fn data_record(snapshot: &Snapshot, id: &AccountId, name: &str) -> Result<Value, Problem> {
    let key = String64(name.as_bytes().to_vec().try_into().unwrap_or_default());
    let found = snapshot.entry(&LedgerKey::Data(LedgerKeyData {
        account_id: id.clone(),
        data_name: key,
    }))?;
    let Some((LedgerEntryData::Data(data), sponsor)) =
        found.as_ref().map(|entry| (&entry.data, sponsor(entry)))
    else {
        return Err(not_found(format!(
            "Account {id} has no data entry {name:?}."
        )));
    };
    let mut fields = json!({ "value": base64(data.data_value.as_slice()) });
    if let Some(sponsor) = sponsor {
        fields["sponsor"] = json!(sponsor.to_string());
    }
    Ok(fields)
}

fn data(snapshot: &Snapshot, id: &AccountId) -> Result<Fields, Problem> {
    let entries = subentries(snapshot, LedgerEntryType::Data, id)?;
    let data = entries.into_iter().filter_map(|entry| match entry.data {
        LedgerEntryData::Data(DataEntry {
            data_name,
            data_value,
            ..
        }) => Some((
            String::from_utf8_lossy(data_name.as_slice()).into_owned(),
            json!(base64(data_value.as_slice())),
        )),
        _ => None,
    });
    Ok(data.collect())
}

/// Keys of an account's entries begin with their type and the account.
fn subentries(
    snapshot: &Snapshot,
    kind: LedgerEntryType,
    id: &AccountId,
) -> Result<Vec<LedgerEntry>, Problem> {
    let mut prefix = (kind as i32).to_be_bytes().to_vec();
    prefix.extend(id.to_xdr(Limits::none()).unwrap_or_default());
    let found = snapshot.reader.entries_with_prefix(&prefix)?;
    found.iter().map(|xdr| Ok(decode(xdr)?)).collect()
}

fn extension(account: &AccountEntry) -> Option<&AccountEntryExtensionV2> {
    match &account.ext {
        AccountEntryExt::V1(v1) => match &v1.ext {
            AccountEntryExtensionV1Ext::V2(v2) => Some(v2),
            AccountEntryExtensionV1Ext::V0 => None,
        },
        AccountEntryExt::V0 => None,
    }
}

fn put_state(fields: &mut Fields, account: &AccountEntry) {
    fields.insert("sequence".into(), json!(account.seq_num.0.to_string()));
    if let Some(AccountEntryExtensionV2Ext::V3(v3)) = extension(account).map(|v2| &v2.ext) {
        fields.insert("sequence_ledger".into(), json!(v3.seq_ledger));
        fields.insert("sequence_time".into(), json!(v3.seq_time.0.to_string()));
    }
    fields.insert("subentry_count".into(), json!(account.num_sub_entries));
    if !account.home_domain.is_empty() {
        let domain = String::from_utf8_lossy(account.home_domain.as_slice());
        fields.insert("home_domain".into(), json!(domain));
    }
    if let Some(destination) = &account.inflation_dest {
        let destination = destination.to_string();
        fields.insert("inflation_destination".into(), json!(destination));
    }
    let [_, low, med, high] = account.thresholds.0;
    let thresholds = json!({ "low_threshold": low, "med_threshold": med, "high_threshold": high });
    fields.insert("thresholds".into(), thresholds);
    fields.insert("flags".into(), flags(account.flags));
}

pub fn flags(flags: u32) -> Value {
    let has = |flag: u32| flags & flag != 0;
    json!({
        "auth_required": has(1),
        "auth_revocable": has(2),
        "auth_immutable": has(4),
        "auth_clawback_enabled": has(8),
    })
}

fn put_sponsoring(fields: &mut Fields, account: &AccountEntry, entry: &LedgerEntry) {
    let counts = extension(account);
    let (sponsoring, sponsored) = counts.map_or((0, 0), |v2| (v2.num_sponsoring, v2.num_sponsored));
    fields.insert("num_sponsoring".into(), json!(sponsoring));
    fields.insert("num_sponsored".into(), json!(sponsored));
    put_sponsor(fields, entry);
}

pub fn put_sponsor(fields: &mut Fields, entry: &LedgerEntry) {
    if let Some(sponsor) = sponsor(entry) {
        fields.insert("sponsor".into(), json!(sponsor.to_string()));
    }
}

/// Trustlines, then lumens.
fn balances(
    snapshot: &Snapshot,
    id: &AccountId,
    account: &AccountEntry,
) -> Result<Vec<Value>, Problem> {
    let mut all = Vec::new();
    for entry in subentries(snapshot, LedgerEntryType::Trustline, id)? {
        if let LedgerEntryData::Trustline(line) = &entry.data {
            all.extend(trustline(line, &entry));
        }
    }
    let owed = match &account.ext {
        AccountEntryExt::V1(v1) => Some(&v1.liabilities),
        AccountEntryExt::V0 => None,
    };
    let mut lumens = Fields::new();
    put_asset(&mut lumens, &Asset::Native);
    put_balance(&mut lumens, account.balance, owed);
    all.push(lumens.into());
    Ok(all)
}

fn trustline(line: &TrustLineEntry, entry: &LedgerEntry) -> Option<Value> {
    let asset = line_asset(&line.asset)?;
    let owed = match &line.ext {
        TrustLineEntryExt::V1(v1) => Some(&v1.liabilities),
        TrustLineEntryExt::V0 => None,
    };
    let has = |flag: TrustLineFlags| line.flags & flag as u32 != 0;
    let authorized = has(TrustLineFlags::AuthorizedFlag);
    let maintains = authorized || has(TrustLineFlags::AuthorizedToMaintainLiabilitiesFlag);
    let mut fields = Fields::new();
    put_asset(&mut fields, &asset);
    put_balance(&mut fields, line.balance, owed);
    fields.insert("limit".into(), json!(amount(line.limit)));
    let modified = entry.last_modified_ledger_seq;
    fields.insert("last_modified_ledger".into(), json!(modified));
    fields.insert("is_authorized".into(), json!(authorized));
    fields.insert(
        "is_authorized_to_maintain_liabilities".into(),
        json!(maintains),
    );
    if has(TrustLineFlags::TrustlineClawbackEnabledFlag) {
        fields.insert("is_clawback_enabled".into(), json!(true));
    }
    put_sponsor(&mut fields, entry);
    Some(fields.into())
}

fn put_balance(fields: &mut Fields, balance: i64, owed: Option<&Liabilities>) {
    let (buying, selling) = owed.map_or((0, 0), |owed| (owed.buying, owed.selling));
    fields.insert("balance".into(), json!(amount(balance)));
    fields.insert("buying_liabilities".into(), json!(amount(buying)));
    fields.insert("selling_liabilities".into(), json!(amount(selling)));
}

/// The account's own key is always among them, last.
fn signers(id: &AccountId, account: &AccountEntry) -> Vec<Value> {
    let sponsors = extension(account).map(|v2| &v2.signer_sponsoring_i_ds);
    let mut all = Vec::new();
    for (index, signer) in account.signers.iter().enumerate() {
        let kind = match &signer.key {
            SignerKey::Ed25519(_) => "ed25519_public_key",
            SignerKey::PreAuthTx(_) => "preauth_tx",
            SignerKey::HashX(_) => "sha256_hash",
            SignerKey::Ed25519SignedPayload(_) => "ed25519_signed_payload",
        };
        let key = signer.key.to_string();
        let mut fields = json!({ "weight": signer.weight, "key": key, "type": kind });
        let sponsor = sponsors.and_then(|all| all.get(index)?.0.as_ref());
        if let Some(sponsor) = sponsor {
            fields["sponsor"] = json!(sponsor.to_string());
        }
        all.push(fields);
    }
    let weight = account.thresholds.0[0];
    all.push(json!({ "weight": weight, "key": id.to_string(), "type": "ed25519_public_key" }));
    all
}

fn links(snapshot: &Snapshot, id: &AccountId) -> Value {
    let path = format!("/accounts/{id}");
    let listing = |name: &str| snapshot.listing_link(&format!("{path}/{name}"));
    json!({
        "self": snapshot.link(&path),
        "transactions": listing("transactions"),
        "operations": listing("operations"),
        "payments": listing("payments"),
        "effects": listing("effects"),
        "offers": listing("offers"),
        "trades": listing("trades"),
        "data": snapshot.template(&format!("{path}/data/{{key}}")),
    })
}
