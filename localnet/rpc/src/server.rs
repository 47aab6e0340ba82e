//! HTTP: Stellar RPC at `/`, `/rpc` and `/soroban/rpc`, Horizon at `/`, friendbot at `/friendbot`, as in quickstart.

use crate::{dispatch, friendbot, horizon, node::Node};
use axum::{
    body::Bytes,
    extract::{DefaultBodyLimit, State},
    http::{header, HeaderMap, StatusCode},
    response::{IntoResponse, Response},
    routing::{get, post},
    Router,
};
use std::sync::Arc;
use tower_http::{
    cors::{AllowHeaders, CorsLayer},
    normalize_path::NormalizePath,
};

const MAX_REQUEST: usize = 512 * 1024;

pub fn router(node: Arc<Node>) -> Router {
    let exact = Router::new()
        .route("/", post(rpc))
        .route("/rpc", post(rpc))
        .route("/soroban/rpc", post(rpc))
        .route("/friendbot", get(friendbot::get).post(friendbot::post))
        .merge(horizon::router(&node))
        .fallback(horizon::not_served)
        .layer(DefaultBodyLimit::max(MAX_REQUEST))
        // Wallets and dashboards call from any origin; the node guards nothing of value.
        // "*" for the headers would not cover `Authorization`.
        .layer(CorsLayer::permissive().allow_headers(AllowHeaders::mirror_request()))
        .with_state(node);
    // A path may end with a slash, as in Horizon.
    Router::new().fallback_service(NormalizePath::trim_trailing_slash(exact))
}

async fn rpc(State(node): State<Arc<Node>>, headers: HeaderMap, body: Bytes) -> Response {
    if let Err(refusal) = require_json(&headers) {
        return (StatusCode::UNSUPPORTED_MEDIA_TYPE, refusal).into_response();
    }
    match dispatch::respond(&node, &body).await {
        Some(answer) => ([(header::CONTENT_TYPE, "application/json")], answer).into_response(),
        None => StatusCode::NO_CONTENT.into_response(),
    }
}

/// Refuses what stellar-rpc refuses, so that a client without the header fails here first.
fn require_json(headers: &HeaderMap) -> Result<(), &'static str> {
    let value = headers.get(header::CONTENT_TYPE);
    let value = value.and_then(|value| value.to_str().ok()).unwrap_or("");
    let mut parts = value.split(';').map(str::trim);
    let kind = parts.next().unwrap_or("");
    if !kind.eq_ignore_ascii_case("application/json") {
        return Err("content-type must be application/json\n");
    }
    let charset = parts
        .filter_map(|part| part.split_once('='))
        .find(|(name, _)| name.eq_ignore_ascii_case("charset"));
    match charset.map(|(_, value)| value.trim_matches('"')) {
        None | Some("utf-8" | "utf8") => Ok(()),
        Some(_) => Err("invalid content-type charset\n"),
    }
}
