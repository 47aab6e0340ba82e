//! `/assets`: how much there is of each asset, and with whom.

use super::{
    account,
    page::{Page, Query},
    problem::{bad_request, Problem},
    snapshot::Snapshot,
    state_list,
    text::{amount, put_asset, Fields},
};
use crate::{
    participants::key,
    store::{asset_key, term, AssetKey, AssetStats},
};
use localnet_ledger::asset_contract_id;
use serde_json::{json, Value};
use std::str::FromStr;
use stellar_xdr::{
    AccountId, AlphaNum12, AlphaNum4, Asset, AssetCode, AssetCode12, AssetCode4, LedgerEntryData,
    PublicKey, Uint256,
};

/// `None` for what is not an asset's code.
fn parse_code(text: &str) -> Option<AssetCode> {
    let valid = (1..=12).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_alphanumeric());
    valid.then(|| AssetCode::from_str(text).ok()).flatten()
}

fn of_code(code: AssetCode, issuer: AccountId) -> Asset {
    match code {
        AssetCode::CreditAlphanum4(asset_code) => {
            Asset::CreditAlphanum4(AlphaNum4 { asset_code, issuer })
        }
        AssetCode::CreditAlphanum12(asset_code) => {
            Asset::CreditAlphanum12(AlphaNum12 { asset_code, issuer })
        }
    }
}

fn asset_of(key: &AssetKey) -> Asset {
    let mut code = [0; 12];
    code.copy_from_slice(&key[..12]);
    let mut issuer = [0; 32];
    issuer.copy_from_slice(&key[12..44]);
    let issuer = AccountId(PublicKey::PublicKeyTypeEd25519(Uint256(issuer)));
    let code = match key[44] {
        1 => AssetCode::CreditAlphanum4(AssetCode4([code[0], code[1], code[2], code[3]])),
        _ => AssetCode::CreditAlphanum12(AssetCode12(code)),
    };
    of_code(code, issuer)
}

fn nobody() -> AccountId {
    AccountId(PublicKey::PublicKeyTypeEd25519(Uint256([0; 32])))
}

/// Reads a `paging_token`: code, issuer and type.
pub fn cursor(text: &str) -> Option<AssetKey> {
    let mut parts = text.splitn(3, '_');
    let (code, issuer) = (parse_code(parts.next()?)?, parts.next()?);
    let asset = of_code(code, AccountId::from_str(issuer).ok()?);
    asset_key(&asset)
}

pub fn list(
    snapshot: &Snapshot,
    page: &Page<AssetKey>,
    query: &Query,
) -> Result<Vec<Value>, Problem> {
    let code = query.get("asset_code").map(parse_code);
    if let Some(None) = code {
        return Err(bad_request("asset_code", "give 1 to 12 letters and digits"));
    }
    let code = code.flatten();
    let found = match (code, state_list::account(query, "asset_issuer")?) {
        (None, Some(issuer)) => of_issuer(snapshot, page, &issuer)?,
        (code, issuer) => {
            let (mut first, mut last) = ([0; 45], [0xff; 45]);
            if let Some(code) = &code {
                let of_code = asset_key(&of_code(code.clone(), nobody()));
                let padded = &of_code.unwrap_or(first)[..12];
                first[..12].copy_from_slice(padded);
                last[..12].copy_from_slice(padded);
            }
            if let Some(issuer) = &issuer {
                first[12..44].copy_from_slice(&key(issuer));
                last[12..44].copy_from_slice(&key(issuer));
            }
            match page.cursor {
                Some(cursor) if page.descending => last = last.min(cursor),
                Some(cursor) => first = first.max(cursor),
                None => {}
            }
            let reader = &snapshot.reader;
            reader.assets((&first, &last), page.descending, page.limit)?
        }
    };
    found
        .iter()
        .map(|(key, stats)| record(snapshot, &asset_of(key), stats))
        .collect()
}

fn of_issuer(
    snapshot: &Snapshot,
    page: &Page<AssetKey>,
    issuer: &AccountId,
) -> Result<Vec<(AssetKey, AssetStats)>, Problem> {
    // The index of an issuer has code and type. The cursor's own issuer does not matter then.
    let at = |cursor: &AssetKey| [&cursor[..12], &cursor[44..]].concat();
    let page = Page {
        cursor: page.cursor.as_ref().map(at),
        descending: page.descending,
        limit: page.limit,
    };
    let issuer = key(issuer);
    let mut found = Vec::new();
    let prefix = state_list::prefix(term::ISSUER, &issuer);
    state_list::scan(snapshot, &page, &prefix, |row| {
        let mut key = [0; 45];
        key[..12].copy_from_slice(&row[..12]);
        key[12..44].copy_from_slice(&issuer);
        key[44] = row[12];
        if let Some(stats) = snapshot.reader.asset(&key)? {
            found.push((key, stats));
        }
        Ok(found.len() < page.limit)
    })?;
    Ok(found)
}

fn record(snapshot: &Snapshot, asset: &Asset, stats: &AssetStats) -> Result<Value, Problem> {
    let mut fields = Fields::new();
    put_asset(&mut fields, asset);
    let text = |name: &str| fields[name].as_str().unwrap_or_default().to_owned();
    let (code, issuer, kind) = (text("asset_code"), text("asset_issuer"), text("asset_type"));
    let token = format!("{code}_{issuer}_{kind}");
    fields.insert("paging_token".into(), json!(token));
    let contract = asset_contract_id(&snapshot.network_id, asset);
    if stats.contracts > 0 {
        let contract = stellar_strkey::Contract(contract.0 .0).to_string();
        fields.insert("contract_id".into(), json!(contract));
    }
    let by_class = |of: &dyn Fn(usize) -> Value| {
        json!({
            "authorized": of(0),
            "authorized_to_maintain_liabilities": of(1),
            "unauthorized": of(2),
        })
    };
    let accounts = by_class(&|class| json!(stats.accounts[class]));
    let balances = by_class(&|class| json!(amount(stats.balances[class])));
    let (contracts, held) = snapshot.reader.holdings(&contract.0 .0)?;
    let issuer_entry = match AccountId::from_str(&issuer) {
        Ok(issuer) => account::entry(snapshot, &issuer)?,
        Err(_) => None,
    };
    let (mut flags, mut toml) = (0, String::new());
    if let Some(LedgerEntryData::Account(issuer)) = issuer_entry.map(|entry| entry.data) {
        flags = issuer.flags;
        let domain = String::from_utf8_lossy(issuer.home_domain.as_slice()).into_owned();
        if !domain.trim().is_empty() {
            toml = format!("https://{domain}/.well-known/stellar.toml");
        }
    }
    for (name, value) in [
        ("accounts", accounts),
        ("num_claimable_balances", json!(stats.claimable_balances)),
        ("num_liquidity_pools", json!(0)),
        ("num_contracts", json!(contracts)),
        ("balances", balances),
        (
            "claimable_balances_amount",
            json!(amount(stats.claimable_amount)),
        ),
        ("liquidity_pools_amount", json!(amount(0))),
        ("contracts_amount", json!(amount(held))),
        ("flags", account::flags(flags)),
        ("_links", json!({ "toml": { "href": toml } })),
    ] {
        fields.insert(name.into(), value);
    }
    Ok(fields.into())
}
