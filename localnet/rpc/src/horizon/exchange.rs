//! Offers, order books, trades, paths and liquidity pools: this ledger has none, so their lists are empty, in the shape
//! that clients read.

use super::{page::Query, problem::Problem, text::put_asset, text::Fields};
use crate::movements::parse_asset;
use axum::http::StatusCode;
use serde_json::{json, Value};
use stellar_xdr::Asset;

pub fn order_book(query: &Query) -> Result<Value, Problem> {
    let side = |name: &str| {
        let mut fields = Fields::new();
        put_asset(&mut fields, &asset(query, name)?);
        Ok::<Value, Problem>(fields.into())
    };
    let (base, counter) = (side("selling")?, side("buying")?);
    Ok(json!({ "bids": [], "asks": [], "base": base, "counter": counter }))
}

/// An asset in three parameters, as `selling_asset_type`.
fn asset(query: &Query, name: &str) -> Result<Asset, Problem> {
    let part = |part: &str| query.get(&format!("{name}_asset_{part}")).unwrap_or("");
    let found = match part("type") {
        "native" => Some(Asset::Native),
        "credit_alphanum4" | "credit_alphanum12" => {
            parse_asset(&format!("{}:{}", part("code"), part("issuer")))
        }
        _ => None,
    };
    found.ok_or_else(|| {
        Problem::new(
            StatusCode::BAD_REQUEST,
            "invalid_order_book",
            "Invalid Order Book Parameters",
            "The parameters that specify what order book to view are invalid in some way. Please ensure that your type \
             parameters (selling_asset_type and buying_asset_type) are one the following valid values: native, \
             credit_alphanum4, credit_alphanum12.  Also ensure that you have specified selling_asset_code and \
             selling_asset_issuer if selling_asset_type is not 'native', as well as buying_asset_code and \
             buying_asset_issuer if buying_asset_type is not 'native'",
        )
    })
}

/// Paths come without links to further pages.
pub fn paths() -> Value {
    json!({ "_embedded": { "records": [] } })
}
