//! `sendTransaction`. PENDING says that the transaction was valid and taken. In instant mode its ledger has closed and
//! is on disk when this answers, whether the transaction succeeded or failed there.

use crate::{
    clock::wall,
    errors::{self, RpcError},
    format::{field, from_base64, FormatName},
    node::Node,
    queue::Admission,
};
use localnet_ledger::refusal;
use serde::Deserialize;
use serde_json::{json, Map, Value};
use stellar_xdr::{DiagnosticEvent, TransactionEnvelope};

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Request {
    #[serde(default)]
    transaction: String,
    #[serde(default)]
    xdr_format: FormatName,
}

pub async fn call(node: &Node, request: Request) -> Result<Map<String, Value>, RpcError> {
    let format = request.xdr_format.parse().map_err(errors::invalid_params)?;
    let envelope = from_base64::<TransactionEnvelope>(&request.transaction)
        .map_err(|_| errors::invalid_params("invalid_xdr"))?;
    let hash = envelope
        .hash(node.view().state.network_id.0)
        .map_err(|_| errors::invalid_params("invalid_hash"))?;

    let submitted = node.ledger.submit(envelope).await?;
    let mut answer = Map::new();
    let status = match &submitted.admission {
        Admission::Pending => "PENDING",
        Admission::Duplicate => "DUPLICATE",
        Admission::TryAgainLater => "TRY_AGAIN_LATER",
        Admission::Error(result) => {
            let name = field("errorResultXdr", "errorResultJson");
            format.put(&mut answer, &name, result.as_ref())?;
            let events = reasons(node, &request.transaction);
            if !events.is_empty() {
                let name = field("diagnosticEventsXdr", "diagnosticEventsJson");
                format.put_all(&mut answer, &name, &events)?;
            }
            "ERROR"
        }
    };
    answer.insert("status".into(), json!(status));
    answer.insert("hash".into(), json!(hex::encode(hash)));
    answer.insert("latestLedger".into(), json!(submitted.latest_ledger));
    let close_time = submitted.latest_close_time.to_string();
    answer.insert("latestLedgerCloseTime".into(), json!(close_time));
    Ok(answer)
}

/// Why a transaction was refused. Decoded again, since the queue took the first one: refusals are rare.
fn reasons(node: &Node, transaction: &str) -> Vec<DiagnosticEvent> {
    let view = node.view();
    match from_base64::<TransactionEnvelope>(transaction) {
        Ok(envelope) => refusal(&view.state, &envelope, view.clock.peek(wall())),
        Err(_) => Vec::new(),
    }
}
