//! JSON-RPC 2.0: parses a body, finds the method, encodes the answer.

use crate::{
    errors::{self, RpcError},
    methods::*,
    node::Node,
};
use serde::{de::DeserializeOwned, Deserialize, Serialize};
use serde_json::{Map, Value};
use std::{future::Future, sync::Arc};

/// A request's answer as JSON text; `None` when all of it were notifications.
pub async fn respond(node: &Arc<Node>, body: &[u8]) -> Option<String> {
    let Ok(message) = serde_json::from_slice::<Value>(body) else {
        return Some(encode(
            &Value::Null,
            Err::<(), _>(errors::parse_error("invalid request value")),
        ));
    };
    let Value::Array(batch) = message else {
        return respond_one(node, message).await;
    };
    if batch.is_empty() {
        return Some(encode(
            &Value::Null,
            Err::<(), _>(errors::invalid_request("empty request batch")),
        ));
    }
    let mut answers = Vec::new();
    for message in batch {
        answers.extend(respond_one(node, message).await);
    }
    match answers.len() {
        0 => None,
        _ => Some(format!("[{}]", answers.join(","))),
    }
}

async fn respond_one(node: &Arc<Node>, message: Value) -> Option<String> {
    match Call::parse(message) {
        Err((id, error)) => Some(encode(&id, Err::<(), _>(error))),
        Ok(call) => dispatch(node, call).await,
    }
}

async fn dispatch(node: &Arc<Node>, call: Call) -> Option<String> {
    match call.method.as_str() {
        "getHealth" => read(node, call, get_health::call).await,
        "getNetwork" => read(node, call, get_network::call).await,
        "getVersionInfo" => read(node, call, get_version_info::call).await,
        "getLatestLedger" => read(node, call, get_latest_ledger::call).await,
        "getLedgers" => read(node, call, get_ledgers::call).await,
        "getLedgerEntries" => read(node, call, get_ledger_entries::call).await,
        "getFeeStats" => read(node, call, get_fee_stats::call).await,
        "getTransaction" => read(node, call, get_transaction::call).await,
        "getTransactions" => read(node, call, get_transactions::call).await,
        "getEvents" => read(node, call, get_events::call).await,
        "simulateTransaction" => {
            // The semaphore lives as long as the node: it is never closed.
            let _permit = node.simulations.acquire().await;
            read(node, call, simulate_transaction::call).await
        }
        "sendTransaction" => write(call, |p| send_transaction::call(node, p)).await,
        "localnet_closeLedger" => write(call, |p| localnet_close_ledger::call(node, p)).await,
        "localnet_advanceSequence" => {
            write(call, |p| localnet_advance_sequence::call(node, p)).await
        }
        "localnet_increaseTime" => write(call, |p| localnet_increase_time::call(node, p)).await,
        "localnet_setCloseMode" => write(call, |p| localnet_close_mode::set(node, p)).await,
        "localnet_getCloseMode" => read(node, call, localnet_close_mode::get).await,
        "localnet_nodeInfo" => read(node, call, localnet_node_info::call).await,
        method => {
            let error = errors::method_not_found(method);
            answer(&call.id, Err::<(), _>(error))
        }
    }
}

/// Parameters of methods that have none.
#[derive(Deserialize)]
pub struct NoParams {}

/// Runs a method that reads from the view and the store, off the threads that serve connections.
async fn read<P, R>(
    node: &Arc<Node>,
    call: Call,
    method: fn(&Node, P) -> Result<R, RpcError>,
) -> Option<String>
where
    P: DeserializeOwned + Send + 'static,
    R: Serialize + 'static,
{
    let (node, id) = (node.clone(), call.id.clone());
    let task = move || {
        let result = call.params.parse().and_then(|params| method(&node, params));
        answer(&call.id, result)
    };
    match tokio::task::spawn_blocking(task).await {
        Ok(answer) => answer,
        Err(panic) => answer(&id, Err::<(), _>(errors::internal("internal error", panic))),
    }
}

/// Runs a method that waits for the ledger thread.
async fn write<P, R, F>(call: Call, method: impl FnOnce(P) -> F) -> Option<String>
where
    P: DeserializeOwned,
    R: Serialize,
    F: Future<Output = Result<R, RpcError>>,
{
    let result = match call.params.parse() {
        Ok(params) => method(params).await,
        Err(error) => Err(error),
    };
    answer(&call.id, result)
}

/// The answer to a call; `None` for a notification.
fn answer<R: Serialize>(id: &Option<Value>, result: Result<R, RpcError>) -> Option<String> {
    id.as_ref().map(|id| encode(id, result))
}

struct Call {
    /// Id of the call; `None` for a notification.
    id: Option<Value>,
    method: String,
    params: Params,
}

/// Parameters by name only: an array would make every later parameter a breaking change.
struct Params(Value);

impl Params {
    fn parse<P: DeserializeOwned>(self) -> Result<P, RpcError> {
        if self.0.is_array() {
            return Err(errors::malformed_params(
                "array parameters are not accepted",
            ));
        }
        let mut fields = self.0;
        drop_nulls(&mut fields);
        serde_json::from_value(fields).map_err(errors::malformed_params)
    }
}

/// Null is as good as absent, at any depth: Python's client writes out what it has no value for.
fn drop_nulls(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            fields.retain(|_, value| !value.is_null());
            fields.values_mut().for_each(drop_nulls);
        }
        Value::Array(items) => items.iter_mut().for_each(drop_nulls),
        _ => {}
    }
}

impl Call {
    /// The error comes with the id it answers.
    fn parse(message: Value) -> Result<Call, (Value, RpcError)> {
        let Value::Object(mut fields) = message else {
            return Err((
                Value::Null,
                errors::parse_error("request is not a JSON object"),
            ));
        };
        let id = match fields.remove("id") {
            None | Some(Value::Null) => None,
            Some(id @ (Value::String(_) | Value::Number(_))) => Some(id),
            Some(_) => return Err((Value::Null, errors::invalid_request("invalid request ID"))),
        };
        let refuse = |error| Err((id.clone().unwrap_or(Value::Null), error));
        if fields.get("jsonrpc") != Some(&Value::from("2.0")) {
            return refuse(errors::invalid_request("invalid version marker"));
        }
        let method = match fields.remove("method") {
            Some(Value::String(method)) if !method.is_empty() => method,
            Some(Value::String(_)) | None => {
                return refuse(errors::invalid_request("empty method name"))
            }
            Some(_) => return refuse(errors::parse_error("invalid method name")),
        };
        let params = match fields.remove("params") {
            None | Some(Value::Null) => Value::Object(Map::new()),
            Some(params @ (Value::Object(_) | Value::Array(_))) => params,
            Some(_) => {
                return refuse(errors::invalid_request(
                    "parameters must be array or object",
                ))
            }
        };
        Ok(Call {
            id,
            method,
            params: Params(params),
        })
    }
}

#[derive(Serialize)]
struct Response<'a, R> {
    jsonrpc: &'static str,
    id: &'a Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<R>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<RpcError>,
}

fn encode<R: Serialize>(id: &Value, answer: Result<R, RpcError>) -> String {
    let (result, error) = match answer {
        Ok(result) => (Some(result), None),
        Err(error) => (None, Some(error)),
    };
    let response = Response {
        jsonrpc: "2.0",
        id,
        result,
        error,
    };
    serde_json::to_string(&response).unwrap_or_else(|e| {
        let error = errors::internal("could not encode the answer", e);
        encode(id, Err::<(), _>(error))
    })
}
