//! Requests to a new node: calls of RPC, and requests to Horizon.

use arbitrary::{Arbitrary, Result, Unstructured};
use axum::{
    body::{to_bytes, Body},
    http::{header::CONTENT_TYPE, Method, Request, StatusCode},
    Router,
};
use base64::{engine::general_purpose::STANDARD, Engine};
use clap::Parser;
use localnet::{router, Args, Node};
use localnet_ledger::STACK;
use serde_json::{json, Map, Value};
use stellar_xdr::{LedgerKey, Limits, ScVal, TransactionEnvelope, WriteXdr};
use tower::ServiceExt;

/// Requests of one input, at most.
const REQUESTS: usize = 8;
/// An account that exists: the network's own.
const ROOT: &str = "GBZXN7PIRZGNMHGA7MUUUF4GWPY5AYPV6LY4UV2GL6VJGIQRXFDNMADI";
const NATIVE: &str = "native";

const METHODS: [&str; 18] = [
    "getHealth",
    "getNetwork",
    "getVersionInfo",
    "getLatestLedger",
    "getLedgers",
    "getLedgerEntries",
    "getFeeStats",
    "getTransaction",
    "getTransactions",
    "getEvents",
    "simulateTransaction",
    "sendTransaction",
    "localnet_closeLedger",
    "localnet_advanceSequence",
    "localnet_increaseTime",
    "localnet_setCloseMode",
    "localnet_getCloseMode",
    "localnet_nodeInfo",
];

const PARAMETERS: [&str; 20] = [
    "transaction",
    "keys",
    "startLedger",
    "endLedger",
    "filters",
    "topics",
    "contractIds",
    "type",
    "pagination",
    "cursor",
    "limit",
    "hash",
    "xdrFormat",
    "resourceConfig",
    "instructionLeeway",
    "authMode",
    "useUpgradedAuth",
    "ledgers",
    "seconds",
    "mode",
];

const PATHS: [&str; 21] = [
    "",
    "fee_stats",
    "accounts",
    "accounts/{}",
    "accounts/{}/{}",
    "accounts/{}/data/{}",
    "assets",
    "claimable_balances",
    "claimable_balances/{}",
    "claimable_balances/{}/{}",
    "effects",
    "ledgers/{}",
    "ledgers/{}/{}",
    "transactions",
    "transactions/{}/{}",
    "operations/{}/{}",
    "payments",
    "order_book",
    "paths/strict-send",
    "friendbot",
    "{}",
];

const QUERY: [&str; 14] = [
    "cursor",
    "order",
    "limit",
    "join",
    "include_failed",
    "signer",
    "asset",
    "sponsor",
    "claimant",
    "asset_code",
    "asset_issuer",
    "addr",
    "selling_asset_type",
    "tx",
];

const RECORDS: [&str; 6] = [
    "transactions",
    "operations",
    "payments",
    "effects",
    "offers",
    "trades",
];

/// A text in the place of an address, a cursor, a number or XDR.
#[derive(Arbitrary)]
enum Text {
    Any(String),
    Number(i64),
    Root,
    Native,
    Records(u8),
    Bytes(Vec<u8>),
    Envelope(Box<TransactionEnvelope>),
    Key(Box<LedgerKey>),
    Value(Box<ScVal>),
    Word(u8),
}

const WORDS: [&str; 8] = [
    "*", "**", "json", "desc", "true", "contract", "record", "enforce",
];

impl Text {
    fn show(&self) -> String {
        match self {
            Text::Any(text) => text.clone(),
            Text::Number(number) => number.to_string(),
            Text::Root => ROOT.to_owned(),
            Text::Native => NATIVE.to_owned(),
            Text::Records(index) => one(&RECORDS, *index).to_owned(),
            Text::Bytes(bytes) => STANDARD.encode(bytes),
            Text::Envelope(envelope) => xdr(&**envelope),
            Text::Key(key) => xdr(&**key),
            Text::Value(value) => xdr(&**value),
            Text::Word(index) => one(&WORDS, *index).to_owned(),
        }
    }
}

/// A parameter, which may hold others.
#[derive(Arbitrary)]
enum Json {
    Null,
    Bool(bool),
    Number(i64),
    Text(Text),
    List(Vec<Json>),
    Object(Vec<(u8, Json)>),
}

impl Json {
    fn show(&self) -> Value {
        match self {
            Json::Null => Value::Null,
            Json::Bool(value) => json!(value),
            Json::Number(number) => json!(number),
            Json::Text(text) => json!(text.show()),
            Json::List(items) => items.iter().map(Json::show).collect(),
            Json::Object(fields) => object(fields),
        }
    }
}

fn object(fields: &[(u8, Json)]) -> Value {
    let fields = fields.iter();
    let shown = fields.map(|(name, value)| (one(&PARAMETERS, *name).to_owned(), value.show()));
    Value::Object(shown.collect::<Map<_, _>>())
}

fn one<'a>(all: &[&'a str], index: u8) -> &'a str {
    all[usize::from(index) % all.len()]
}

/// A value that is too deep to be encoded becomes an empty text.
fn xdr(value: &impl WriteXdr) -> String {
    let limits = Limits {
        depth: 500,
        len: 1 << 20,
    };
    value.to_xdr_base64(limits).unwrap_or_default()
}

pub fn calls(bytes: &[u8]) {
    let Ok(calls) = some::<(u8, Vec<(u8, Json)>)>(bytes) else {
        return;
    };
    let requests = calls.iter().map(|(method, params)| {
        let call = json!({
            "jsonrpc": "2.0", "id": 1, "method": one(&METHODS, *method), "params": object(params),
        });
        let request = Request::post("/").header(CONTENT_TYPE, "application/json");
        request.body(Body::from(call.to_string()))
    });
    let requests = requests.filter_map(|request| request.ok());
    for (status, answer) in ask_all(requests.collect()) {
        assert_eq!(status, StatusCode::OK, "{answer}");
        let answer: Value = serde_json::from_str(&answer).expect("an answer is JSON");
        // Of internal errors, stellar-rpc's answer to a question without keys is meant.
        let without_keys = "could not query captive core: no keys specified in request";
        let internal = answer["error"]["code"] == -32603;
        assert!(
            !internal || answer["error"]["message"] == without_keys,
            "{answer}"
        );
    }
}

#[derive(Arbitrary)]
struct Asked {
    path: u8,
    segments: [Text; 2],
    query: Vec<(u8, Text)>,
    is_post: bool,
}

impl Asked {
    fn request(&self) -> Option<Request<Body>> {
        let mut path = format!("/{}", one(&PATHS, self.path));
        for segment in &self.segments {
            let encoded = serde_urlencoded::to_string([("", segment.show())]).ok()?;
            path = path.replacen("{}", &encoded[1..], 1);
        }
        let query = self.query.iter();
        let query: Vec<(&str, String)> = query
            .map(|(name, value)| (one(&QUERY, *name), value.show()))
            .collect();
        let query = serde_urlencoded::to_string(query).ok()?;
        let (method, uri, body) = match self.is_post {
            true => (Method::POST, path, query),
            false => (Method::GET, format!("{path}?{query}"), String::new()),
        };
        let request = Request::builder().method(method).uri(uri);
        let form = "application/x-www-form-urlencoded";
        request
            .header(CONTENT_TYPE, form)
            .body(Body::from(body))
            .ok()
    }
}

pub fn horizon(bytes: &[u8]) {
    let Ok(asked) = some::<Asked>(bytes) else {
        return;
    };
    let requests = asked.iter().filter_map(Asked::request).collect();
    for (status, answer) in ask_all(requests) {
        assert_ne!(status, StatusCode::INTERNAL_SERVER_ERROR, "{answer}");
    }
}

fn some<'a, T: Arbitrary<'a>>(bytes: &'a [u8]) -> Result<Vec<T>> {
    Unstructured::new(bytes)
        .arbitrary_iter()?
        .take(REQUESTS)
        .collect()
}

/// Asks a new node, one request after the other.
fn ask_all(requests: Vec<Request<Body>>) -> Vec<(StatusCode, String)> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .thread_stack_size(STACK)
        .enable_all()
        .build()
        .expect("a runtime starts");
    let (answers, thread) = runtime.block_on(async {
        let (_stop, stopping) = tokio::sync::watch::channel(false);
        let args = Args::parse_from(["localnet"]);
        let (node, thread) = Node::start(&args, String::new(), stopping).expect("a node starts");
        let node = router(node);
        let mut answers = Vec::new();
        for request in requests {
            answers.push(ask(&node, request).await);
        }
        (answers, thread)
    });
    thread.join().expect("the ledger's thread ends");
    answers
}

async fn ask(node: &Router, request: Request<Body>) -> (StatusCode, String) {
    let answer = node
        .clone()
        .oneshot(request)
        .await
        .expect("a router answers");
    let status = answer.status();
    let body = to_bytes(answer.into_body(), usize::MAX)
        .await
        .expect("the answer has a body");
    (
        status,
        String::from_utf8(body.to_vec()).expect("the answer is text"),
    )
}
