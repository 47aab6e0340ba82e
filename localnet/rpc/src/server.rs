//! HTTP: Stellar RPC at `/`, `/rpc` and `/soroban/rpc`, Horizon at `/`, friendbot at `/friendbot`, as in quickstart.

use crate::{dispatch, friendbot, horizon, node::Node};
use axum::{
    body::Bytes,
    extract::{DefaultBodyLimit, State},
    http::{header, StatusCode},
    response::{IntoResponse, Response},
    routing::{get, post},
    Router,
};
use std::sync::Arc;
use tower_http::cors::CorsLayer;

const MAX_REQUEST: usize = 512 * 1024;

pub fn router(node: Arc<Node>) -> Router {
    Router::new()
        .route("/", post(rpc))
        .route("/rpc", post(rpc))
        .route("/soroban/rpc", post(rpc))
        .route("/friendbot", get(friendbot::get).post(friendbot::post))
        .merge(horizon::router(&node))
        .fallback(horizon::not_served)
        .layer(DefaultBodyLimit::max(MAX_REQUEST))
        // Wallets and dashboards call from any origin; the node guards nothing of value.
        .layer(CorsLayer::permissive())
        .with_state(node)
}

async fn rpc(State(node): State<Arc<Node>>, body: Bytes) -> Response {
    match dispatch::respond(&node, &body).await {
        Some(answer) => ([(header::CONTENT_TYPE, "application/json")], answer).into_response(),
        None => StatusCode::NO_CONTENT.into_response(),
    }
}
