//! `/`: which network this is, where it stands and where to go from here.

use super::{problem::Problem, snapshot::Snapshot};
use crate::clock::rfc3339;
use localnet_ledger::PROTOCOL;
use serde_json::{json, Value};

pub fn record(snapshot: &Snapshot) -> Result<Value, Problem> {
    let range = &snapshot.range;
    let version = concat!("localnet ", env!("CARGO_PKG_VERSION"));
    let all = "{?cursor,limit,order,include_failed}";
    let asset = |name: &str| format!("{name}_asset_type,{name}_asset_code,{name}_asset_issuer");
    let (selling, buying) = (asset("selling"), asset("buying"));
    let (source, destination) = (asset("source"), asset("destination"));
    let (base, counter) = (asset("base"), asset("counter"));
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
            "liquidity_pools": snapshot.template(
                "/liquidity_pools{?reserves,account,cursor,limit,order}"
            ),
            "offer": snapshot.template("/offers/{offer_id}"),
            "offers": snapshot.template(
                "/offers{?selling,buying,seller,sponsor,cursor,limit,order}"
            ),
            "operation": snapshot.template("/operations/{id}"),
            "operations": snapshot.template(&format!("/operations{all}")),
            "order_book": snapshot.template(&format!("/order_book{{?{selling},{buying},limit}}")),
            "payments": snapshot.template(&format!("/payments{all}")),
            "strict_receive_paths": snapshot.template(&format!(
                "/paths/strict-receive{{?source_assets,source_account,{destination},destination_amount}}"
            )),
            "strict_send_paths": snapshot.template(&format!(
                "/paths/strict-send{{?destination_account,destination_assets,{source},source_amount}}"
            )),
            "trade_aggregations": snapshot.template(&format!(
                "/trade_aggregations{{?{base},{counter},start_time,end_time,resolution,offset,limit,order}}"
            )),
            "trades": snapshot.template(&format!(
                "/trades{{?{base},{counter},offer_id,trade_type,cursor,limit,order}}"
            )),
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
