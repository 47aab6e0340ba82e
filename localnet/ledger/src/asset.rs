//! Assets: validity, issuer, names, contract ids.

use crate::state::{sha256, xdr};
use stellar_xdr::{
    AccountId, Asset, ContractId, ContractIdPreimage, Hash, HashIdPreimage,
    HashIdPreimageContractId, TrustLineAsset,
};

pub(crate) fn is_valid(asset: &Asset) -> bool {
    match asset {
        Asset::Native => true,
        Asset::CreditAlphanum4(asset) => is_code_valid(&asset.asset_code.0, 1),
        Asset::CreditAlphanum12(asset) => is_code_valid(&asset.asset_code.0, 5),
    }
}

/// Letters and digits, then only zeros.
fn is_code_valid(code: &[u8], min_length: usize) -> bool {
    let text = trimmed(code);
    text.len() >= min_length && text.iter().all(u8::is_ascii_alphanumeric)
}

fn trimmed(code: &[u8]) -> &[u8] {
    let end = code.iter().rposition(|byte| *byte != 0);
    &code[..end.map_or(0, |last| last + 1)]
}

pub(crate) fn issuer(asset: &Asset) -> Option<&AccountId> {
    match asset {
        Asset::Native => None,
        Asset::CreditAlphanum4(asset) => Some(&asset.issuer),
        Asset::CreditAlphanum12(asset) => Some(&asset.issuer),
    }
}

pub(crate) fn is_issuer(account: &AccountId, asset: &Asset) -> bool {
    issuer(asset) == Some(account)
}

pub(crate) fn trustline_asset(asset: &Asset) -> TrustLineAsset {
    match asset {
        Asset::Native => TrustLineAsset::Native,
        Asset::CreditAlphanum4(asset) => TrustLineAsset::CreditAlphanum4(asset.clone()),
        Asset::CreditAlphanum12(asset) => TrustLineAsset::CreditAlphanum12(asset.clone()),
    }
}

/// SEP-11 form: `native` or `CODE:ISSUER`.
pub fn sep11(asset: &Asset) -> String {
    let (code, issuer): (&[u8], &AccountId) = match asset {
        Asset::Native => return "native".to_owned(),
        Asset::CreditAlphanum4(asset) => (&asset.asset_code.0, &asset.issuer),
        Asset::CreditAlphanum12(asset) => (&asset.asset_code.0, &asset.issuer),
    };
    let code = String::from_utf8_lossy(trimmed(code)).into_owned();
    format!("{code}:{issuer}")
}

/// Id of the asset's contract (SAC), deployed or not.
pub fn contract_id(network_id: &Hash, asset: &Asset) -> ContractId {
    let preimage = HashIdPreimage::ContractId(HashIdPreimageContractId {
        network_id: network_id.clone(),
        contract_id_preimage: ContractIdPreimage::Asset(asset.clone()),
    });
    ContractId(sha256(&xdr(&preimage)))
}
