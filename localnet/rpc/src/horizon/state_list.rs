//! Lists of what the ledger holds now: accounts, claimable balances and assets, by their filters.

use super::{
    page::{Page, Query},
    problem::{bad_request, Problem},
    snapshot::Snapshot,
};
use crate::{movements::parse_asset, store::Stretch};
use std::str::FromStr;
use stellar_xdr::{AccountId, Asset, Limits, SignerKey, WriteXdr};

/// The filters that narrow a list.
#[derive(Default)]
pub struct Filters {
    pub asset: Option<Asset>,
    pub sponsor: Option<AccountId>,
    pub claimant: Option<AccountId>,
    pub signer: Option<SignerKey>,
    /// True if a liquidity pool is named. This ledger has none, so such a list is empty.
    pub pool: bool,
}

impl Filters {
    pub fn parse(query: &Query) -> Result<Self, Problem> {
        let asset = query.get("asset").map(parse_asset);
        if let Some(None) = asset {
            return Err(bad_request(
                "asset",
                "give native, or an asset in the form code:issuer",
            ));
        }
        let signer = query.get("signer").map(SignerKey::from_str).transpose();
        Ok(Filters {
            asset: asset.flatten(),
            sponsor: account(query, "sponsor")?,
            claimant: account(query, "claimant")?,
            signer: signer.map_err(|_| {
                bad_request("signer", "give the address of an account or another signer")
            })?,
            pool: query.get("liquidity_pool").is_some(),
        })
    }
}

pub fn account(query: &Query, name: &str) -> Result<Option<AccountId>, Problem> {
    let found = query.get(name).map(AccountId::from_str).transpose();
    found.map_err(|_| bad_request(name, "give the address of an account, which begins with G"))
}

pub fn prefix(kind: u8, rest: &[u8]) -> Vec<u8> {
    [&[kind], rest].concat()
}

pub fn prefix_of(kind: u8, value: &impl WriteXdr) -> Vec<u8> {
    prefix(kind, &value.to_xdr(Limits::none()).unwrap_or_default())
}

/// Visits the rows of an index beyond the page's cursor, until `visit` answers false.
pub fn scan(
    snapshot: &Snapshot,
    page: &Page<Vec<u8>>,
    prefix: &[u8],
    visit: impl FnMut(&[u8]) -> Result<bool, Problem>,
) -> Result<(), Problem> {
    let stretch = Stretch {
        prefix,
        cursor: page.cursor.as_deref(),
        descending: page.descending,
    };
    snapshot.reader.scan_terms(&stretch, visit)
}
