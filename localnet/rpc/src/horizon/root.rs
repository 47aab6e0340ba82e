//! `/`: which network this is, where it stands and where to go from here.

use super::{problem::Problem, snapshot::Snapshot};
use crate::clock::rfc3339;
use localnet_ledger::PROTOCOL;
use serde_json::{json, Value};

pub fn record(snapshot: &Snapshot) -> Result<Value, Problem> {
    let range = &snapshot.range;
    let version = concat!("localnet ", env!("CARGO_PKG_VERSION"));
    let all = "{?cursor,limit,order,include_failed}";
    Ok(json!({
        "_links": {
            "self": snapshot.link("/"),
            "account": snapshot.template("/accounts/{account_id}"),
            "account_transactions":
                snapshot.listing_link("/accounts/{account_id}/transactions"),
            "accounts": snapshot.template(
                "/accounts{?signer,sponsor,asset,liquidity_pool,cursor,limit,order}"
            ),
            "assets": snapshot.template("/assets{?asset_code,asset_issuer,cursor,limit,order}"),
            "claimable_balances": snapshot.template(
                "/claimable_balances{?asset,sponsor,claimant,cursor,limit,order}"
            ),
            "effects": snapshot.listing_link("/effects"),
            "fee_stats": snapshot.link("/fee_stats"),
            "friendbot": snapshot.template("/friendbot{?addr}"),
            "ledger": snapshot.template("/ledgers/{sequence}"),
            "ledgers": snapshot.listing_link("/ledgers"),
            "operation": snapshot.template("/operations/{id}"),
            "operations": snapshot.template(&format!("/operations{all}")),
            "payments": snapshot.template(&format!("/payments{all}")),
            "transaction": snapshot.template("/transactions/{hash}"),
            "transactions": snapshot.listing_link("/transactions"),
        },
        "horizon_version": version,
        "core_version": version,
        "ingest_latest_ledger": range.latest,
        "history_latest_ledger": range.latest,
        "history_latest_ledger_closed_at": rfc3339(range.latest_close_time),
        "history_elder_ledger": range.oldest,
        "core_latest_ledger": range.latest,
        "network_passphrase": snapshot.node.passphrase,
        "current_protocol_version": snapshot.node.view().state.header.ledger_version,
        "supported_protocol_version": PROTOCOL,
        "core_supported_protocol_version": PROTOCOL,
    }))
}
