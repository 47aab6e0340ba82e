//! The paths.

use super::{
    account,
    asked::Asked,
    asset, claimable, exchange, fee_stats, ledger,
    listing::{require_ledger, Kind, Scope},
    operation,
    problem::{bad_request, not_found, Problem},
    root,
    state_list::Filters,
    submit, transaction,
};
use crate::{
    clock::{http_date, wall},
    cursor::Toid,
    node::Node,
    participants,
};
use axum::{
    extract::{Path, State},
    http::{header, HeaderValue, StatusCode, Uri},
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
        .route("/accounts", get(accounts))
        .route("/accounts/{id}", get(the_account))
        .route("/accounts/{id}/{records}", get(of_account))
        .route("/accounts/{id}/data/{name}", get(the_data))
        .route("/assets", get(assets))
        .route("/claimable_balances", get(claimable_balances))
        .route("/claimable_balances/{id}", get(the_claimable_balance))
        .route("/claimable_balances/{id}/{records}", get(of_balance))
        .route("/effects", all(Kind::Effects))
        .route("/ledgers", all(Kind::Ledgers))
        .route("/ledgers/{id}", get(the_ledger))
        .route("/ledgers/{id}/{records}", get(of_ledger))
        .route("/transactions", all(Kind::Transactions).post(submit::wait))
        .route("/transactions_async", post(submit::relay))
        .route("/transactions/{id}", get(the_transaction))
        .route("/transactions/{id}/{records}", get(of_transaction))
        .route("/operations", all(Kind::Operations))
        .route("/operations/{id}", get(the_operation))
        .route("/operations/{id}/{records}", get(of_operation))
        .route("/payments", all(Kind::Payments))
        .route("/offers", all(Kind::Nothing))
        .route("/offers/{id}/trades", get(of_offer))
        .route("/trades", all(Kind::Nothing))
        .route("/trade_aggregations", all(Kind::Nothing))
        .route("/liquidity_pools", all(Kind::Nothing))
        .route("/order_book", get(order_book))
        .route("/paths", get(paths))
        .route("/paths/strict-send", get(paths))
        .route("/paths/strict-receive", get(paths))
        .layer(middleware::map_response_with_state(node.clone(), dated))
}

/// Every other path, be it Horizon's or nobody's.
pub async fn not_served(uri: Uri) -> Response {
    unknown(uri.path()).into_response()
}

fn unknown(path: &str) -> Problem {
    not_found(format!(
        "localnet doesn't serve {path}. It serves accounts, assets, claimable_balances, transactions, operations, payments, \
         effects, ledgers and fee_stats of Horizon, and empty lists of what offers and liquidity pools make; see \
         localnet/rpc/README.md."
    ))
}

/// A path with bytes that are no text is refused before it comes here, by the router.
fn as_problem(response: Response) -> Response {
    let kind = response.headers().get(header::CONTENT_TYPE);
    let plain = kind.is_none_or(|kind| kind.as_bytes().starts_with(b"text/plain"));
    if response.status() == StatusCode::BAD_REQUEST && plain {
        return bad_request("path", "write it in UTF-8, percent-encoded").into_response();
    }
    response
}

/// `Date` is the ledger's clock: `Server.fetchTimebounds` of the JavaScript SDK counts from it.
async fn dated(State(node): State<Arc<Node>>, response: Response) -> Response {
    let mut response = as_problem(response);
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
        .live_record(move |snapshot, _| account::record(snapshot, &account_id(&id)?))
        .await
}

async fn the_data(Path((id, name)): Path<(String, String)>, asked: Asked) -> Response {
    asked
        .live_record(move |snapshot, _| account::data_record(snapshot, &account_id(&id)?, &name))
        .await
}

async fn accounts(asked: Asked) -> Response {
    asked
        .state_list(account::cursor, |snapshot, page, query| {
            account::list(snapshot, page, &Filters::parse(query)?)
        })
        .await
}

async fn assets(asked: Asked) -> Response {
    asked.state_list(asset::cursor, asset::list).await
}

async fn claimable_balances(asked: Asked) -> Response {
    asked
        .state_list(claimable::cursor, |snapshot, page, query| {
            claimable::list(snapshot, page, &Filters::parse(query)?)
        })
        .await
}

async fn the_claimable_balance(Path(id): Path<String>, asked: Asked) -> Response {
    asked
        .record(move |snapshot, _| {
            claimable::find(snapshot, &claimable::parse_balance_id("id", &id)?)
        })
        .await
}

async fn order_book(asked: Asked) -> Response {
    asked
        .live_record(|_, query| exchange::order_book(query))
        .await
}

async fn paths(asked: Asked) -> Response {
    asked.record(|_, _| Ok(exchange::paths())).await
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
            operation::find(snapshot, operation_id("id", &id)?, query.join()?)
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

async fn of_operation(
    Path((id, records)): Path<(String, String)>,
    uri: Uri,
    asked: Asked,
) -> Response {
    let scope = operation_id("op_id", &id).map(Scope::Operation);
    nested(&records, uri, scope, asked).await
}

async fn of_balance(
    Path((id, records)): Path<(String, String)>,
    uri: Uri,
    asked: Asked,
) -> Response {
    let scope = claimable::parse_balance_id("claimable_balance_id", &id).map(Scope::Balance);
    nested(&records, uri, scope, asked).await
}

/// Trades outlive their offer, so one that isn't there has an empty list too.
async fn of_offer(Path(id): Path<String>, asked: Asked) -> Response {
    match id.parse::<i64>() {
        Ok(0..) => asked.list(Kind::Nothing, Scope::All).await,
        _ => bad_request("offer_id", "give the id of an offer, a number").into_response(),
    }
}

async fn nested(records: &str, uri: Uri, scope: Result<Scope, Problem>, asked: Asked) -> Response {
    let kind = match (records, &scope) {
        (_, Err(_)) => Kind::Nothing,
        ("effects", Ok(scope)) if !matches!(scope, Scope::Balance(_)) => Kind::Effects,
        (_, Ok(Scope::Operation(_))) => return unknown(uri.path()).into_response(),
        ("operations", _) => Kind::Operations,
        ("transactions", Ok(scope)) if !matches!(scope, Scope::Transaction(_)) => {
            Kind::Transactions
        }
        (_, Ok(Scope::Balance(_))) => return unknown(uri.path()).into_response(),
        ("payments", _) => Kind::Payments,
        // Offers are what the ledger holds now, for which an account need not be known.
        ("offers", Ok(Scope::Account(_))) => return asked.list(Kind::Nothing, Scope::All).await,
        ("trades", Ok(Scope::Account(_))) => Kind::Nothing,
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
            "Account ID must start with `G` and contain 56 alphanum characters",
        )
    })
}

fn operation_id(field: &str, text: &str) -> Result<Toid, Problem> {
    let number = text.parse::<i64>().ok().and_then(|n| u64::try_from(n).ok());
    number
        .map(Toid)
        .ok_or_else(|| bad_request(field, "give the id of an operation, a number"))
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
