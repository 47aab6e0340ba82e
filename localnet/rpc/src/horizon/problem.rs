//! Horizon's errors: RFC 7807 problems with its types and titles.

use super::text::pretty;
use crate::errors::RpcError;
use axum::{
    http::StatusCode,
    response::{IntoResponse, Response},
};
use serde_json::{json, Value};

const TYPES: &str = "https://stellar.org/horizon-errors";

#[derive(Debug)]
pub struct Problem {
    status: StatusCode,
    kind: &'static str,
    title: &'static str,
    detail: String,
    extras: Option<Value>,
}

impl Problem {
    pub fn new(
        status: StatusCode,
        kind: &'static str,
        title: &'static str,
        detail: impl Into<String>,
    ) -> Self {
        Problem {
            status,
            kind,
            title,
            detail: detail.into(),
            extras: None,
        }
    }

    pub fn with(self, extras: Value) -> Self {
        Problem {
            extras: Some(extras),
            ..self
        }
    }

    pub fn body(&self) -> Value {
        let mut body = json!({
            "type": format!("{TYPES}/{}", self.kind),
            "title": self.title,
            "status": self.status.as_u16(),
            "detail": self.detail,
        });
        if let Some(extras) = &self.extras {
            body["extras"] = extras.clone();
        }
        body
    }
}

pub fn bad_request(field: &str, reason: impl Into<String>) -> Problem {
    let detail = "The request you sent was invalid in some way.";
    Problem::new(
        StatusCode::BAD_REQUEST,
        "bad_request",
        "Bad Request",
        detail,
    )
    .with(json!({ "invalid_field": field, "reason": reason.into() }))
}

pub fn not_found(detail: impl Into<String>) -> Problem {
    Problem::new(
        StatusCode::NOT_FOUND,
        "not_found",
        "Resource Missing",
        detail,
    )
}

pub fn before_history(oldest: u32) -> Problem {
    Problem::new(
        StatusCode::GONE,
        "before_history",
        "Data Requested Is Before Recorded History",
        format!("This node keeps the history from ledger {oldest} on (--retention)."),
    )
}

/// For a stream of what doesn't stream.
pub fn not_acceptable() -> Problem {
    Problem::new(
        StatusCode::NOT_ACCEPTABLE,
        "not_acceptable",
        "An acceptable response content-type could not be provided for this request",
        "This doesn't stream: ask without the header Accept: text/event-stream.",
    )
}

impl From<RpcError> for Problem {
    fn from(error: RpcError) -> Self {
        Problem::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "server_error",
            "Internal Server Error",
            error.message,
        )
    }
}

impl From<redb::Error> for Problem {
    fn from(error: redb::Error) -> Self {
        crate::node::unreadable(error).into()
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        pretty(
            self.status,
            "application/problem+json; charset=utf-8",
            &self.body(),
        )
    }
}
