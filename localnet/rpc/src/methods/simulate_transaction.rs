//! `simulateTransaction`. A problem of the transaction is in `error` of the answer, never in a JSON-RPC error.

use crate::{
    clock::wall,
    envelope::{memo, operations},
    errors::RpcError,
    format::{field, from_base64, Format, FormatName},
    node::Node,
};
use localnet_ledger::simulate::{
    simulate, AuthMode, ChangeKind, InvocationResult, Options, RestorePreamble, Simulation,
    StateChange,
};
use serde::Deserialize;
use serde_json::{json, Map, Value};
use stellar_xdr::{Memo, Operation, OperationBody, TransactionEnvelope, TransactionExt};

type Object = Map<String, Value>;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Request {
    #[serde(default)]
    transaction: String,
    resource_config: Option<ResourceConfig>,
    auth_mode: Option<String>,
    #[serde(default)]
    use_upgraded_auth: bool,
    #[serde(default)]
    xdr_format: FormatName,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ResourceConfig {
    #[serde(default)]
    instruction_leeway: u64,
}

pub fn call(node: &Node, request: Request) -> Result<Object, RpcError> {
    let format = match request.xdr_format.parse() {
        Ok(format) => format,
        Err(error) => return Ok(failed(error, 0)),
    };
    let Ok(envelope) = from_base64::<TransactionEnvelope>(&request.transaction) else {
        return Ok(failed("Could not unmarshal transaction", 0));
    };
    let [operation] = operations(&envelope) else {
        return Ok(failed("Transaction contains more than one operation", 0));
    };
    if memo(&envelope) != &Memo::None {
        let error = "Transaction contains a memo. Soroban transactions do not support memos.";
        return Ok(failed(error, 0));
    }
    let auth_mode = match auth_mode(operation, request.auth_mode.as_deref().unwrap_or("")) {
        Ok(auth_mode) => auth_mode,
        Err(error) => return Ok(failed(error, 0)),
    };
    if needs_soroban_data(operation) && !has_soroban_data(&envelope) {
        let error = "To perform a SimulateTransaction for ExtendFootprintTtl or RestoreFootprint operations, \
                     SorobanTransactionData must be provided";
        return Ok(failed(error, 0));
    }

    let view = node.view();
    let options = Options {
        instruction_leeway: request
            .resource_config
            .map_or(0, |config| config.instruction_leeway),
        auth_mode,
        use_upgraded_auth: request.use_upgraded_auth,
    };
    present(
        &simulate(&view.state, &envelope, options, view.clock.peek(wall())),
        format,
    )
}

fn failed(error: impl Into<String>, latest_ledger: u32) -> Object {
    let mut answer = Object::new();
    answer.insert("error".into(), json!(error.into()));
    answer.insert("latestLedger".into(), json!(latest_ledger));
    answer
}

fn needs_soroban_data(operation: &Operation) -> bool {
    matches!(
        operation.body,
        OperationBody::ExtendFootprintTtl(_) | OperationBody::RestoreFootprint(_)
    )
}

fn has_soroban_data(envelope: &TransactionEnvelope) -> bool {
    match envelope {
        TransactionEnvelope::Tx(e) => matches!(e.tx.ext, TransactionExt::V1(_)),
        _ => false,
    }
}

/// `None` leaves the choice to the simulation: enforce with auth entries, record without.
fn auth_mode(operation: &Operation, name: &str) -> Result<Option<AuthMode>, String> {
    let mode = match name {
        "" => None,
        "enforce" => Some(AuthMode::Enforce),
        "record" => Some(AuthMode::Record),
        "record_allow_nonroot" => Some(AuthMode::RecordAllowNonroot),
        _ => return Err(
            "optional 'authMode' must be one of enforce,record,record_allow_nonroot when included"
                .into(),
        ),
    };
    match &operation.body {
        OperationBody::InvokeHostFunction(invoke) => match mode {
            Some(AuthMode::Record | AuthMode::RecordAllowNonroot) if !invoke.auth.is_empty() => {
                Err(format!(
                    "cannot set authMode to '{name}' with an auth footprint"
                ))
            }
            mode => Ok(mode),
        },
        OperationBody::ExtendFootprintTtl(_) | OperationBody::RestoreFootprint(_)
            if mode.is_some() =>
        {
            Err("cannot set authMode with non-InvokeHostFunction operations".into())
        }
        OperationBody::ExtendFootprintTtl(_) | OperationBody::RestoreFootprint(_) => Ok(None),
        other => Err(format!(
            "transaction contains unsupported operation type: OperationType{}",
            other.name()
        )),
    }
}

fn present(simulation: &Simulation, format: Format) -> Result<Object, RpcError> {
    let latest_ledger = simulation.latest_ledger;
    let mut answer = match &simulation.error {
        Some(error) => failed(error, latest_ledger),
        None => Object::from_iter([("latestLedger".into(), json!(latest_ledger))]),
    };
    if !simulation.events.is_empty() {
        format.put_all(
            &mut answer,
            &field("events", "eventsJson"),
            &simulation.events,
        )?;
    }
    if simulation.error.is_some() {
        return Ok(answer);
    }
    if let Some(data) = &simulation.transaction_data {
        format.put(
            &mut answer,
            &field("transactionData", "transactionDataJson"),
            data,
        )?;
    }
    let fee = simulation.min_resource_fee.to_string();
    answer.insert("minResourceFee".into(), json!(fee));
    if let Some(invocation) = &simulation.result {
        answer.insert("results".into(), json!([result(invocation, format)?]));
    }
    if let Some(preamble) = &simulation.restore_preamble {
        answer.insert(
            "restorePreamble".into(),
            restore_preamble(preamble, format)?.into(),
        );
    }
    if !simulation.state_changes.is_empty() {
        let changes = simulation
            .state_changes
            .iter()
            .map(|change| state_change(change, format))
            .collect::<Result<Vec<_>, _>>()?;
        answer.insert("stateChanges".into(), json!(changes));
    }
    Ok(answer)
}

fn result(invocation: &InvocationResult, format: Format) -> Result<Object, RpcError> {
    let mut answer = Object::new();
    format.put(
        &mut answer,
        &field("xdr", "returnValueJson"),
        &invocation.value,
    )?;
    format.put_all(&mut answer, &field("auth", "authJson"), &invocation.auth)?;
    Ok(answer)
}

fn restore_preamble(preamble: &RestorePreamble, format: Format) -> Result<Object, RpcError> {
    let mut answer = Object::new();
    let data = field("transactionData", "transactionDataJson");
    format.put(&mut answer, &data, &preamble.transaction_data)?;
    let fee = preamble.min_resource_fee.to_string();
    answer.insert("minResourceFee".into(), json!(fee));
    Ok(answer)
}

fn state_change(change: &StateChange, format: Format) -> Result<Object, RpcError> {
    let kind = match change.kind {
        ChangeKind::Created => "created",
        ChangeKind::Updated => "updated",
        ChangeKind::Deleted => "deleted",
    };
    let mut answer = Object::from_iter([("type".into(), json!(kind))]);
    format.put(&mut answer, &field("key", "keyJson"), &change.key)?;
    // Always present: an absent side is null.
    answer.insert("before".into(), Value::Null);
    answer.insert("after".into(), Value::Null);
    if let Some(before) = &change.before {
        format.put(&mut answer, &field("before", "beforeJson"), before)?;
    }
    if let Some(after) = &change.after {
        format.put(&mut answer, &field("after", "afterJson"), after)?;
    }
    Ok(answer)
}
