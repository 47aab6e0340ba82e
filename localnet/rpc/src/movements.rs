//! Classic assets that a contract call moved, read from the events of the assets' own contracts.

use localnet_ledger::{asset_contract_id, asset_name};
use std::str::FromStr;
use stellar_xdr::{
    AccountId, AlphaNum12, AlphaNum4, Asset, AssetCode, ContractEvent, ContractEventBody, Hash,
    ScAddress, ScVal,
};

pub struct Movement {
    pub kind: Kind,
    pub asset: Asset,
    /// Sender; absent in a mint.
    pub from: Option<ScAddress>,
    /// Recipient; absent where the asset is burnt or clawed back.
    pub to: Option<ScAddress>,
    pub amount: i128,
    /// Set if the recipient is multiplexed.
    pub to_muxed_id: Option<u64>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Transfer,
    Mint,
    Burn,
    Clawback,
}

impl Kind {
    pub fn name(self) -> &'static str {
        match self {
            Kind::Transfer => "transfer",
            Kind::Mint => "mint",
            Kind::Burn => "burn",
            Kind::Clawback => "clawback",
        }
    }

    fn parse(name: &str) -> Option<Kind> {
        [Kind::Transfer, Kind::Mint, Kind::Burn, Kind::Clawback]
            .into_iter()
            .find(|kind| kind.name() == name)
    }
}

pub fn of(network_id: &Hash, events: &[ContractEvent]) -> Vec<Movement> {
    events
        .iter()
        .filter_map(|event| movement(network_id, event))
        .collect()
}

/// Any contract can emit an event of the same form, so the contract must be that of the asset which the event names.
fn movement(network_id: &Hash, event: &ContractEvent) -> Option<Movement> {
    let ContractEventBody::V0(body) = &event.body;
    let (ScVal::Symbol(name), addresses, ScVal::String(asset)) = split(&body.topics)? else {
        return None;
    };
    let kind = Kind::parse(std::str::from_utf8(&name.0).ok()?)?;
    let asset = parse_asset(std::str::from_utf8(&asset.0).ok()?)?;
    if event.contract_id.as_ref() != Some(&asset_contract_id(network_id, &asset)) {
        return None;
    }
    let (from, to) = match (kind, addresses) {
        (Kind::Transfer, [from, to]) => (Some(address(from)?), Some(address(to)?)),
        (Kind::Mint, [to]) => (None, Some(address(to)?)),
        (Kind::Burn | Kind::Clawback, [from]) => (Some(address(from)?), None),
        _ => return None,
    };
    let (amount, to_muxed_id) = amount(&body.data)?;
    Some(Movement {
        kind,
        asset,
        from,
        to,
        amount,
        to_muxed_id,
    })
}

fn split(topics: &[ScVal]) -> Option<(&ScVal, &[ScVal], &ScVal)> {
    match topics {
        [name, addresses @ .., asset] => Some((name, addresses, asset)),
        _ => None,
    }
}

fn address(value: &ScVal) -> Option<ScAddress> {
    match value {
        ScVal::Address(address) => Some(address.clone()),
        _ => None,
    }
}

/// The amount alone, or beside the id of a multiplexed recipient.
fn amount(data: &ScVal) -> Option<(i128, Option<u64>)> {
    let field = |name: &[u8]| match data {
        ScVal::Map(Some(map)) => map
            .iter()
            .find(|entry| matches!(&entry.key, ScVal::Symbol(key) if key.0.as_slice() == name))
            .map(|entry| &entry.val),
        _ => None,
    };
    let ScVal::I128(parts) = field(b"amount").unwrap_or(data) else {
        return None;
    };
    let to_muxed_id = match field(b"to_muxed_id") {
        Some(ScVal::U64(id)) => Some(*id),
        _ => None,
    };
    Some((
        i128::from(parts.hi) << 64 | i128::from(parts.lo),
        to_muxed_id,
    ))
}

/// Parses `native` or `CODE:ISSUER`. Only the one spelling of an asset, so that nothing else passes for it.
pub fn parse_asset(text: &str) -> Option<Asset> {
    if text == "native" {
        return Some(Asset::Native);
    }
    let (code, issuer) = text.split_once(':')?;
    let issuer = AccountId::from_str(issuer).ok()?;
    let asset = match AssetCode::from_str(code).ok()? {
        AssetCode::CreditAlphanum4(asset_code) => {
            Asset::CreditAlphanum4(AlphaNum4 { asset_code, issuer })
        }
        AssetCode::CreditAlphanum12(asset_code) => {
            Asset::CreditAlphanum12(AlphaNum12 { asset_code, issuer })
        }
    };
    (asset_name(&asset) == text).then_some(asset)
}
