//! JSON-RPC errors: one constructor per code, so that a method cannot pick a code by accident.

use serde::Serialize;
use serde_json::Value;

#[derive(Debug, Clone, Serialize)]
pub struct RpcError {
    pub code: i32,
    pub message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub data: Option<Value>,
}

/// The body is not JSON.
pub fn parse_error(message: &str) -> RpcError {
    error(-32700, message)
}

/// Error for an invalid call, or for a ledger range that this node does not have.
pub fn invalid_request(message: impl Into<String>) -> RpcError {
    error(-32600, message)
}

/// A request with members that JSON-RPC doesn't have.
pub fn extra_fields(names: impl Iterator<Item = String>) -> RpcError {
    RpcError {
        data: Some(names.collect()),
        ..invalid_request("extra fields in request")
    }
}

pub fn method_not_found(method: &str) -> RpcError {
    RpcError {
        data: Some(method.into()),
        ..error(-32601, "method not found")
    }
}

pub fn invalid_params(message: impl Into<String>) -> RpcError {
    error(-32602, message)
}

/// Parameters that do not have the method's shape; `detail` names the field.
pub fn malformed_params(detail: impl std::fmt::Display) -> RpcError {
    RpcError {
        data: Some(detail.to_string().into()),
        ..error(-32602, "invalid parameters")
    }
}

/// stellar-rpc hands a request without keys to stellar-core's client, which refuses it: for stellar-rpc that is an internal error.
pub fn no_keys() -> RpcError {
    let message = "could not query captive core: no keys specified in request";
    error(-32603, message)
}

/// Something failed in the node itself. The cause goes to the log, the category to the client.
pub fn internal(category: &str, cause: impl std::fmt::Display) -> RpcError {
    eprintln!("localnet: {category}: {cause}");
    error(-32603, category)
}

fn error(code: i32, message: impl Into<String>) -> RpcError {
    RpcError {
        code,
        message: message.into(),
        data: None,
    }
}
