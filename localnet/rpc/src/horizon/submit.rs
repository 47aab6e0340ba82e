//! `POST /transactions` answers when the transaction is in a closed ledger; `POST /transactions_async` when it is in the
//! queue.

use super::{
    asked::{read, respond},
    problem::Problem,
    result_codes,
    snapshot::{base_url, Snapshot},
    text::{pretty, xdr_base64, HAL},
    transaction,
};
use crate::{format::from_base64, node::Node, queue::Admission, store::Transaction};
use axum::{
    extract::{RawQuery, State},
    http::{header, HeaderMap, StatusCode},
    response::{IntoResponse, Response},
};
use serde_json::{json, Value};
use std::{sync::Arc, time::Duration};
use stellar_xdr::{TransactionEnvelope, TransactionResult};

/// Time that a submission waits for its ledger. The SDKs wait 60 seconds for the answer.
const PATIENCE: Duration = Duration::from_secs(30);
const WAITED: &str = "No ledger with the transaction has closed yet, and it still may: ask for /transactions/<hash>. If \
                      ledgers close by hand, call localnet_closeLedger.";

pub async fn wait(
    State(node): State<Arc<Node>>,
    headers: HeaderMap,
    RawQuery(query): RawQuery,
    body: String,
) -> Response {
    let sent = match Sent::read(&node, &headers, query.as_deref(), &body) {
        Ok(sent) => sent,
        Err(problem) => return problem.into_response(),
    };
    respond(sent.submit_and_wait(&node, base_url(&headers)).await)
}

pub async fn relay(
    State(node): State<Arc<Node>>,
    headers: HeaderMap,
    RawQuery(query): RawQuery,
    body: String,
) -> Response {
    let sent = match Sent::read(&node, &headers, query.as_deref(), &body) {
        Ok(sent) => sent,
        Err(problem) => return problem.into_response(),
    };
    let submitted = match node.ledger.submit(sent.envelope).await {
        Ok(submitted) => submitted,
        Err(error) => return Problem::from(error).into_response(),
    };
    let hash = hex::encode(sent.hash);
    let mut answer = json!({ "hash": hash });
    let (status, name) = match &submitted.admission {
        Admission::Pending => (StatusCode::CREATED, "PENDING"),
        Admission::Duplicate => (StatusCode::CONFLICT, "DUPLICATE"),
        Admission::TryAgainLater => (StatusCode::SERVICE_UNAVAILABLE, "TRY_AGAIN_LATER"),
        Admission::Error(result) => {
            answer["error_result_xdr"] = json!(xdr_base64(result.as_ref()));
            (StatusCode::BAD_REQUEST, "ERROR")
        }
    };
    answer["tx_status"] = json!(name);
    pretty(status, HAL, &answer)
}

/// A transaction as a client sent it.
struct Sent {
    raw: String,
    envelope: TransactionEnvelope,
    hash: [u8; 32],
}

impl Sent {
    fn read(
        node: &Node,
        headers: &HeaderMap,
        query: Option<&str>,
        body: &str,
    ) -> Result<Sent, Problem> {
        let raw = form_parameter(headers, body)?
            .or_else(|| parameter(query.unwrap_or("")))
            .unwrap_or_default();
        let malformed = || {
            Problem::new(
                StatusCode::BAD_REQUEST,
                "transaction_malformed",
                "Transaction Malformed",
                "Horizon could not decode the transaction envelope in this request. A transaction should be an XDR \
                 TransactionEnvelope struct encoded using base64. The envelope read from this request is echoed in \
                 the `extras.envelope_xdr` field of this response for your convenience.",
            )
            .with(json!({ "envelope_xdr": raw }))
        };
        let envelope = from_base64::<TransactionEnvelope>(&raw).map_err(|_| malformed())?;
        let hash = envelope
            .hash(node.view().state.network_id.0)
            .map_err(|_| malformed())?;
        Ok(Sent {
            raw,
            envelope,
            hash,
        })
    }

    async fn submit_and_wait(self, node: &Arc<Node>, base: String) -> Result<Value, Problem> {
        // A transaction that is sent again is answered for as it was the first time.
        let mut views = node.ledger.views();
        if let Some(found) = self.look_up(node)? {
            return self.outcome(node, base, found).await;
        }
        let submitted = node.ledger.submit(self.envelope.clone()).await?;
        match submitted.admission {
            Admission::Pending | Admission::Duplicate => {}
            Admission::Error(result) => return Err(self.failed(&result)),
            // Horizon takes this for pending, and answers so when its time is over.
            Admission::TryAgainLater => return Err(self.timed_out(
                "The transaction was not taken: it was dropped, pushed out or applied within the last ten ledgers, or \
                 its account waits with another one. Send it again after the next ledgers.",
            )),
        }
        let closed = async {
            loop {
                views.borrow_and_update();
                if let Some(found) = self.look_up(node)? {
                    return Ok(found);
                }
                if views.changed().await.is_err() {
                    return Err(self.timed_out(WAITED));
                }
            }
        };
        let found = tokio::select! {
            found = closed => found,
            () = tokio::time::sleep(PATIENCE) => Err(self.timed_out(WAITED)),
            () = node.stopped() => Err(self.timed_out(WAITED)),
        };
        self.outcome(node, base, found?).await
    }

    fn look_up(&self, node: &Node) -> Result<Option<Transaction>, Problem> {
        let (reader, range) = node.history()?;
        let found = reader.transaction(&self.hash)?;
        Ok(found.filter(|transaction| transaction.ledger <= range.latest))
    }

    async fn outcome(
        &self,
        node: &Arc<Node>,
        base: String,
        found: Transaction,
    ) -> Result<Value, Problem> {
        let (node, hash) = (node.clone(), self.hash);
        if !found.success {
            let result: TransactionResult = crate::format::decode(&found.result)?;
            return Err(self.failed(&result));
        }
        read(move || {
            let snapshot = Snapshot::of(node, base)?;
            transaction::record(&snapshot, &found, &hash)
        })
        .await
    }

    fn failed(&self, result: &TransactionResult) -> Problem {
        Problem::new(
            StatusCode::BAD_REQUEST,
            "transaction_failed",
            "Transaction Failed",
            "The transaction failed when submitted to the stellar network. The `extras.result_codes` field on this \
             response contains further details. Descriptions of each code can be found at: \
             https://developers.stellar.org/docs/data/horizon/api-reference/errors/result-codes",
        )
        .with(json!({
            "envelope_xdr": self.raw,
            "result_codes": result_codes::of(result, &self.hash),
            "result_xdr": xdr_base64(result),
        }))
    }

    fn timed_out(&self, detail: &str) -> Problem {
        Problem::new(
            StatusCode::GATEWAY_TIMEOUT,
            "transaction_submission_timeout",
            "Transaction Submission Timeout",
            detail,
        )
        .with(json!({ "hash": hex::encode(self.hash), "envelope_xdr": self.raw }))
    }
}

/// `tx` of the form, which is encoded as in URLs, as an absent type is taken, or in parts.
fn form_parameter(headers: &HeaderMap, body: &str) -> Result<Option<String>, Problem> {
    let kind = headers
        .get(header::CONTENT_TYPE)
        .map(|value| value.to_str().unwrap_or("?").to_ascii_lowercase());
    match kind.as_deref().map(|kind| kind.split(';').next().unwrap_or("").trim()) {
        None | Some("" | "application/x-www-form-urlencoded") => Ok(parameter(body)),
        Some("multipart/form-data") => Ok(part(body)),
        Some(_) => Err(Problem::new(
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            "unsupported_media_type",
            "Unsupported Media Type",
            "The request has an unsupported content type. Presently, the only supported content type is \
             application/x-www-form-urlencoded.",
        )),
    }
}

/// The first line is what parts the others, and no envelope has it in its base64.
fn part(form: &str) -> Option<String> {
    let (delimiter, _) = form.split_once("\r\n")?;
    form.split(delimiter).find_map(|part| {
        let (head, value) = part.split_once("\r\n\r\n")?;
        head.contains("name=\"tx\"")
            .then(|| value.trim_end().to_owned())
    })
}

fn parameter(form: &str) -> Option<String> {
    let fields: Vec<(String, String)> = serde_urlencoded::from_str(form).ok()?;
    let found = fields.into_iter().find(|(name, _)| name == "tx");
    found
        .map(|(_, value)| value)
        .filter(|value| !value.is_empty())
}
