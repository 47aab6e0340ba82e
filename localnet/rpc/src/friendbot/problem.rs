//! Friendbot's errors: RFC 7807 problems with quickstart's types and titles.

use crate::horizon::pretty;
use axum::{http::StatusCode, response::Response};
use serde_json::{json, Value};

const TYPES: &str = "https://stellar.org/friendbot-errors";

pub fn bad_request(detail: &str) -> Response {
    problem(
        StatusCode::BAD_REQUEST,
        "bad_request",
        "Bad Request",
        detail,
        None,
    )
}

pub fn invalid_address(reason: &str) -> Response {
    let extras = json!({ "invalid_field": "addr", "reason": reason });
    let detail = "The request you sent was invalid in some way.";
    problem(
        StatusCode::BAD_REQUEST,
        "bad_request",
        "Bad Request",
        detail,
        Some(extras),
    )
}

pub fn server_error(detail: &str) -> Response {
    let status = StatusCode::INTERNAL_SERVER_ERROR;
    problem(
        status,
        "server_error",
        "Internal Server Error",
        detail,
        None,
    )
}

fn problem(
    status: StatusCode,
    kind: &str,
    title: &str,
    detail: &str,
    extras: Option<Value>,
) -> Response {
    let mut body = json!({
        "type": format!("{TYPES}/{kind}"),
        "title": title,
        "status": status.as_u16(),
        "detail": detail,
    });
    if let Some(extras) = extras {
        body["extras"] = extras;
    }
    pretty(status, "application/problem+json; charset=utf-8", &body)
}
