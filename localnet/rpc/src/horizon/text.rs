//! Values as Horizon writes them.

use crate::{envelope::account_id, format::to_base64};
use axum::{
    http::{header, StatusCode},
    response::{IntoResponse, Response},
};
use base64::{engine::general_purpose::STANDARD, Engine};
use serde_json::{json, Map, Value};
use stellar_xdr::{Asset, DecoratedSignature, MuxedAccount, TrustLineAsset, WriteXdr};

pub const HAL: &str = "application/hal+json; charset=utf-8";

pub type Fields = Map<String, Value>;

/// Stroops as a decimal number with seven places.
pub fn amount(stroops: impl Into<i128>) -> String {
    const ONE: u128 = 10_000_000;
    let stroops: i128 = stroops.into();
    let sign = if stroops < 0 { "-" } else { "" };
    let size = stroops.unsigned_abs();
    format!("{sign}{}.{:07}", size / ONE, size % ONE)
}

/// `asset_type` and, unless it is the lumen, `asset_code` and `asset_issuer`.
pub fn put_asset(fields: &mut Fields, asset: &Asset) {
    let (kind, code, issuer) = match asset {
        Asset::Native => {
            fields.insert("asset_type".into(), json!("native"));
            return;
        }
        Asset::CreditAlphanum4(asset) => (
            "credit_alphanum4",
            asset.asset_code.0.as_slice(),
            &asset.issuer,
        ),
        Asset::CreditAlphanum12(asset) => (
            "credit_alphanum12",
            asset.asset_code.0.as_slice(),
            &asset.issuer,
        ),
    };
    let code = String::from_utf8_lossy(code);
    fields.insert("asset_type".into(), json!(kind));
    fields.insert("asset_code".into(), json!(code.trim_end_matches('\0')));
    fields.insert("asset_issuer".into(), json!(issuer.to_string()));
}

/// `None` for shares of a pool, which this ledger does not have.
pub fn line_asset(asset: &TrustLineAsset) -> Option<Asset> {
    match asset {
        TrustLineAsset::Native | TrustLineAsset::PoolShare(_) => None,
        TrustLineAsset::CreditAlphanum4(asset) => Some(Asset::CreditAlphanum4(asset.clone())),
        TrustLineAsset::CreditAlphanum12(asset) => Some(Asset::CreditAlphanum12(asset.clone())),
    }
}

/// The account (G...) under `name`, and what makes it multiplexed beside it. Horizon omits an id of 0.
pub fn put_account(fields: &mut Fields, name: &str, account: &MuxedAccount) {
    fields.insert(name.into(), json!(account_id(account).to_string()));
    if let MuxedAccount::MuxedEd25519(muxed) = account {
        fields.insert(format!("{name}_muxed"), json!(account.to_string()));
        if muxed.id != 0 {
            fields.insert(format!("{name}_muxed_id"), json!(muxed.id.to_string()));
        }
    }
}

pub fn signatures(signatures: &[DecoratedSignature]) -> Value {
    signatures
        .iter()
        .map(|one| STANDARD.encode(&one.signature.0))
        .collect()
}

pub fn base64(bytes: &[u8]) -> String {
    STANDARD.encode(bytes)
}

/// Values inside a ledger were decoded from XDR, so they encode.
pub fn xdr_base64(value: &impl WriteXdr) -> String {
    to_base64(value).unwrap_or_default()
}

/// Indented, because health checks search friendbot's text for `"invalid_field": "addr"`, blank included.
pub fn pretty(status: StatusCode, content_type: &'static str, body: &Value) -> Response {
    let text = serde_json::to_string_pretty(body).unwrap_or_default();
    (status, [(header::CONTENT_TYPE, content_type)], text).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writes_amounts_with_seven_places() {
        assert_eq!(amount(0), "0.0000000");
        assert_eq!(amount(123_456_789), "12.3456789");
        assert_eq!(amount(-5), "-0.0000005");
        assert_eq!(
            amount(i128::MIN),
            "-17014118346046923173168730371588.4105728"
        );
    }
}
