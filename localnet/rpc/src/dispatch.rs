//! JSON-RPC 2.0: parses a body, finds the method, encodes the answer.

use crate::{
    errors::{self, RpcError},
    json,
    methods::*,
    node::Node,
};
use serde::{de::DeserializeOwned, Deserialize, Serialize};
use serde_json::{value::RawValue, Map, Value};
use std::{collections::BTreeMap, future::Future, sync::Arc};

/// A request's answer as JSON text; `None` when all of it were notifications.
pub async fn respond(node: &Arc<Node>, body: &[u8]) -> Option<String> {
    let refuse = |error| Some(encode(RawValue::NULL, Err::<(), _>(error)));
    let Ok(message) = serde_json::from_slice::<&RawValue>(body) else {
        return refuse(errors::parse_error("invalid request value"));
    };
    let Ok(batch) = serde_json::from_str::<Vec<&RawValue>>(message.get()) else {
        return respond_one(node, message).await;
    };
    if batch.is_empty() {
        return refuse(errors::invalid_request("empty request batch"));
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

async fn respond_one(node: &Arc<Node>, message: &RawValue) -> Option<String> {
    match Call::parse(message) {
        Err((id, error)) => Some(encode(
            id.as_deref().unwrap_or(RawValue::NULL),
            Err::<(), _>(error),
        )),
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
fn answer<R: Serialize>(id: &Option<Box<RawValue>>, result: Result<R, RpcError>) -> Option<String> {
    id.as_ref().map(|id| encode(id, result))
}

struct Call {
    /// Id of the call, as the client wrote it; `None` for a notification.
    id: Option<Box<RawValue>>,
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
    fn parse(message: &RawValue) -> Result<Call, (Option<Box<RawValue>>, RpcError)> {
        let Ok(mut fields) = serde_json::from_str::<BTreeMap<String, Box<RawValue>>>(message.get())
        else {
            return Err((None, errors::parse_error("request is not a JSON object")));
        };
        let id = fields.remove("id").filter(|id| id.get() != "null");
        if id.as_ref().is_some_and(|id| !is_text_or_number(id)) {
            return Err((None, errors::invalid_request("invalid request ID")));
        }
        match Call::parts(fields) {
            Ok((method, params)) => Ok(Call { id, method, params }),
            Err(error) => Err((id, error)),
        }
    }

    fn parts(mut fields: BTreeMap<String, Box<RawValue>>) -> Result<(String, Params), RpcError> {
        let mut take = |name| match fields.remove(name) {
            Some(field) => {
                json::parse(field.get()).map_err(|_| errors::parse_error("invalid request value"))
            }
            None => Ok(Value::Null),
        };
        if take("jsonrpc")? != "2.0" {
            return Err(errors::invalid_request("invalid version marker"));
        }
        let method = match take("method")? {
            Value::String(method) => method,
            Value::Null => String::new(),
            _ => return Err(errors::parse_error("invalid method name")),
        };
        let params = match take("params")? {
            Value::Null => Value::Object(Map::new()),
            params @ (Value::Object(_) | Value::Array(_)) => params,
            _ => {
                return Err(errors::invalid_request(
                    "parameters must be array or object",
                ))
            }
        };
        if fields.contains_key("result") || fields.contains_key("error") {
            return Err(errors::invalid_request("mixed request and reply fields"));
        }
        if !fields.is_empty() {
            return Err(errors::extra_fields(fields.into_keys()));
        }
        if method.is_empty() {
            return Err(errors::invalid_request("empty method name"));
        }
        Ok((method, Params(params)))
    }
}

fn is_text_or_number(id: &RawValue) -> bool {
    id.get()
        .starts_with(|first: char| first == '"' || first == '-' || first.is_ascii_digit())
}

#[derive(Serialize)]
struct Response<'a, R> {
    jsonrpc: &'static str,
    id: &'a RawValue,
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<R>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<RpcError>,
}

fn encode<R: Serialize>(id: &RawValue, answer: Result<R, RpcError>) -> String {
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
