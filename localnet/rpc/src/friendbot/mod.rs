//! `/friendbot`: gives an address 10,000 XLM, answering as quickstart's friendbot does.

mod problem;
pub mod transaction;

use crate::{
    horizon::{pretty, xdr_base64, HAL},
    ledger_thread::FundError,
    node::Node,
};
use axum::{
    extract::{RawQuery, State},
    http::StatusCode,
    response::Response,
};
use serde_json::json;
use std::{str::FromStr, sync::Arc};
use stellar_xdr::ScAddress;

/// The CLI looks for the second half, the JavaScript SDK for the first.
const ALREADY_FUNDED: &str =
    "createAccountAlreadyExist (AAAAAAAAAGT/////AAAAAQAAAAAAAAAA/////AAAAAA=): \
                              account already funded to starting balance";

pub async fn get(State(node): State<Arc<Node>>, RawQuery(query): RawQuery) -> Response {
    fund(&node, query.as_deref().unwrap_or(""), "").await
}

/// `addr` stands in the query or in the form; the form wins.
pub async fn post(
    State(node): State<Arc<Node>>,
    RawQuery(query): RawQuery,
    body: String,
) -> Response {
    fund(&node, query.as_deref().unwrap_or(""), &body).await
}

async fn fund(node: &Node, query: &str, form: &str) -> Response {
    let Some(text) = address_parameter(form).or_else(|| address_parameter(query)) else {
        return problem::invalid_address("missing: give a G or C address as ?addr=");
    };
    let address = match ScAddress::from_str(&text) {
        Ok(address @ (ScAddress::Account(_) | ScAddress::Contract(_))) => address,
        _ => return problem::invalid_address("invalid address: must be a valid G or C address"),
    };
    match node.ledger.fund(address).await {
        Ok(funded) => {
            let body = json!({
                "successful": true,
                "hash": funded.hash.to_string(),
                "envelope_xdr": xdr_base64(&funded.envelope),
            });
            pretty(StatusCode::OK, HAL, &body)
        }
        Err(error) => refusal(error),
    }
}

fn refusal(error: FundError) -> Response {
    match error {
        FundError::AlreadyFunded => problem::bad_request(ALREADY_FUNDED),
        FundError::Unsupported => {
            problem::invalid_address("invalid address: must be a valid G or C address")
        }
        FundError::Simulation(cause) => {
            problem::bad_request(&format!("funding would fail: {cause}"))
        }
        FundError::Refused(result) => problem::bad_request(&format!(
            "the funding transaction failed: {}",
            result.result.name()
        )),
        FundError::Node(error) => problem::server_error(&error.message),
    }
}

fn address_parameter(form: &str) -> Option<String> {
    serde_urlencoded::from_str::<Vec<(String, String)>>(form)
        .ok()?
        .into_iter()
        .find(|(name, value)| name == "addr" && !value.is_empty())
        .map(|(_, value)| value)
}
