//! The paths.

use super::{
    account,
    asked::Asked,
    fee_stats, ledger,
    listing::{require_ledger, Kind, Scope},
    operation,
    problem::{bad_request, not_found, Problem},
    root, submit, transaction,
};
use crate::{
    clock::{http_date, wall},
    cursor::Toid,
    node::Node,
    participants,
};
use axum::{
    extract::{Path, State},
    http::{header, HeaderValue, Uri},
    middleware,
    response::{IntoResponse, Response},
    routing::{get, post},
    Router,
};
use std::{str::FromStr, sync::Arc};
use stellar_xdr::AccountId;

pub fn router(node: &Arc<Node>) -> Router<Arc<Node>> {
    let all = |kind| get(move |asked: Asked| asked.list(kind, Scope::All));
    Router::new()
        .route("/", get(the_root))
        .route("/fee_stats", get(the_fee_stats))
        .route("/accounts/{id}", get(the_account))
        .route("/accounts/{id}/{records}", get(of_account))
        .route("/ledgers", all(Kind::Ledgers))
        .route("/ledgers/{id}", get(the_ledger))
        .route("/ledgers/{id}/{records}", get(of_ledger))
        .route("/transactions", all(Kind::Transactions).post(submit::wait))
        .route("/transactions_async", post(submit::relay))
        .route("/transactions/{id}", get(the_transaction))
        .route("/transactions/{id}/{records}", get(of_transaction))
        .route("/operations", all(Kind::Operations))
        .route("/operations/{id}", get(the_operation))
        .route("/payments", all(Kind::Payments))
        .layer(middleware::map_response_with_state(node.clone(), dated))
}

/// Every other path, be it Horizon's or nobody's.
pub async fn not_served(uri: Uri) -> Response {
    unknown(uri.path()).into_response()
}

fn unknown(path: &str) -> Problem {
    not_found(format!(
        "localnet doesn't serve {path}. It serves accounts, transactions, operations, payments, ledgers and fee_stats of \
         Horizon; see localnet/rpc/README.md."
    ))
}

/// `Date` is the ledger's clock: `Server.fetchTimebounds` of the JavaScript SDK counts from it.
async fn dated(State(node): State<Arc<Node>>, mut response: Response) -> Response {
    let now = http_date(node.view().clock.peek(wall()));
    if let Some(date) = now.and_then(|date| HeaderValue::from_str(&date).ok()) {
        response.headers_mut().insert(header::DATE, date);
    }
    response
}

async fn the_root(asked: Asked) -> Response {
    asked.record(|snapshot, _| root::record(snapshot)).await
}

async fn the_fee_stats(asked: Asked) -> Response {
    asked
        .record(|snapshot, _| fee_stats::record(snapshot))
        .await
}

async fn the_account(Path(id): Path<String>, asked: Asked) -> Response {
    asked
        .record(move |snapshot, _| account::record(snapshot, &account_id(&id)?))
        .await
}

async fn the_ledger(Path(id): Path<String>, asked: Asked) -> Response {
    asked
        .record(move |snapshot, _| {
            let sequence = sequence(&id)?;
            require_ledger(snapshot, sequence)?;
            ledger::record(snapshot, sequence)
        })
        .await
}

async fn the_transaction(Path(id): Path<String>, asked: Asked) -> Response {
    asked
        .record(move |snapshot, _| {
            let hash = hash(&id)?;
            let found = transaction::find(snapshot, &hash)?;
            transaction::record(snapshot, &found, &hash)
        })
        .await
}

async fn the_operation(Path(id): Path<String>, asked: Asked) -> Response {
    asked
        .record(move |snapshot, query| {
            let number = id.parse::<i64>().ok().and_then(|n| u64::try_from(n).ok());
            let id = number
                .map(Toid)
                .ok_or_else(|| bad_request("id", "give the id of an operation, a number"))?;
            let join = query.get("join") == Some("transactions");
            operation::find(snapshot, id, join)
        })
        .await
}

async fn of_account(
    Path((id, records)): Path<(String, String)>,
    uri: Uri,
    asked: Asked,
) -> Response {
    let scope = account_id(&id).map(|id| Scope::Account(participants::key(&id)));
    nested(&records, uri, scope, asked).await
}

async fn of_ledger(
    Path((id, records)): Path<(String, String)>,
    uri: Uri,
    asked: Asked,
) -> Response {
    let scope = sequence(&id).map(Scope::Ledger);
    nested(&records, uri, scope, asked).await
}

async fn of_transaction(
    Path((id, records)): Path<(String, String)>,
    uri: Uri,
    asked: Asked,
) -> Response {
    let scope = hash(&id).map(Scope::Transaction);
    nested(&records, uri, scope, asked).await
}

async fn nested(records: &str, uri: Uri, scope: Result<Scope, Problem>, asked: Asked) -> Response {
    let kind = match (records, &scope) {
        ("transactions", Ok(Scope::Account(_) | Scope::Ledger(_))) => Kind::Transactions,
        ("operations", _) => Kind::Operations,
        ("payments", _) => Kind::Payments,
        _ => return unknown(uri.path()).into_response(),
    };
    match scope {
        Ok(scope) => asked.list(kind, scope).await,
        Err(problem) => problem.into_response(),
    }
}

fn account_id(text: &str) -> Result<AccountId, Problem> {
    AccountId::from_str(text).map_err(|_| {
        bad_request(
            "account_id",
            "give the address of an account, which begins with G",
        )
    })
}

fn sequence(text: &str) -> Result<u32, Problem> {
    text.parse()
        .map_err(|_| bad_request("ledger_id", "give the sequence number of a ledger"))
}

fn hash(text: &str) -> Result<[u8; 32], Problem> {
    let mut hash = [0; 32];
    hex::decode_to_slice(text, &mut hash).map_err(|_| {
        bad_request(
            "tx_id",
            "give the hash of a transaction, 64 hexadecimal digits",
        )
    })?;
    Ok(hash)
}
