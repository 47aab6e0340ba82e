//! Horizon's part, where the SDKs' tests do not reach: what it refuses, when it waits, and how it ends.

use crate::common::{
    wallet::{hash_of, pay, Wallet},
    Server,
};
use serde_json::{json, Value};
use std::{
    io::{BufRead, BufReader, Write},
    net::TcpStream,
    time::{Duration, UNIX_EPOCH},
};
use stellar_xdr::{Limits, Preconditions, TransactionEnvelope, WriteXdr};

fn get(server: &Server, path: &str) -> (u16, Value) {
    let (status, body) = server.get(path);
    (status, serde_json::from_str(&body).unwrap())
}

fn records(server: &Server, path: &str) -> Vec<Value> {
    let (status, body) = get(server, path);
    assert_eq!(status, 200, "{body}");
    body["_embedded"]["records"].as_array().unwrap().clone()
}

fn submit(server: &Server, path: &str, envelope: &TransactionEnvelope) -> (u16, Value) {
    let xdr = envelope.to_xdr_base64(Limits::none()).unwrap();
    let form = serde_urlencoded::to_string([("tx", xdr)]).unwrap();
    let (status, body) = server.post_form(path, &form);
    (status, serde_json::from_str(&body).unwrap())
}

/// Opens a stream and reads up to its greeting.
fn stream(server: &Server, path: &str) -> impl Iterator<Item = String> {
    let address = server.url.trim_start_matches("http://");
    let mut connection = TcpStream::connect(address).unwrap();
    let patience = Some(Duration::from_secs(20));
    connection.set_read_timeout(patience).unwrap();
    write!(
        connection,
        "GET {path} HTTP/1.1\r\nhost: {address}\r\naccept: text/event-stream\r\n\r\n"
    )
    .unwrap();
    let mut lines = BufReader::new(connection).lines().map_while(Result::ok);
    assert!(lines.any(|line| line == "data: \"hello\""));
    lines
}

#[test]
fn names_what_is_wrong_with_a_request() {
    let server = Server::start(&[]);
    let wallet = Wallet::funded(&server, "a");
    let hash = "0".repeat(64);
    for (path, status, word) in [
        ("/accounts/GABC".to_owned(), 400, "account_id"),
        ("/ledgers/latest".to_owned(), 400, "ledger_id"),
        ("/ledgers/99".to_owned(), 404, "Ledger 99 has not closed"),
        ("/transactions/abc".to_owned(), 400, "tx_id"),
        (format!("/transactions/{hash}"), 404, "No closed ledger"),
        (
            format!("/transactions/{hash}/payments"),
            404,
            "No closed ledger",
        ),
        (
            "/operations/x".to_owned(),
            400,
            "give the id of an operation",
        ),
        ("/operations/1".to_owned(), 410, "keeps the history"),
        ("/operations/4294967297".to_owned(), 404, "No closed ledger"),
        (
            "/ledgers?order=desc&cursor=4294967296".to_owned(),
            410,
            "keeps the history",
        ),
        ("/operations?limit=201".to_owned(), 400, "limit"),
        (
            "/payments?include_failed=yes".to_owned(),
            400,
            "include_failed",
        ),
        (
            format!("/accounts/{}", Wallet::named("b").address()),
            404,
            "Friendbot",
        ),
        (
            format!("/accounts/{}/payments", Wallet::named("b").address()),
            404,
            "Friendbot",
        ),
        (
            format!("/accounts/{}/effects", Wallet::named("b").address()),
            404,
            "Friendbot",
        ),
        (
            format!("/accounts/{}/data/none", wallet.address()),
            404,
            "no data entry",
        ),
        ("/accounts".to_owned(), 400, "Exactly one filter"),
        ("/accounts?signer=x".to_owned(), 400, "signer"),
        (
            "/accounts?asset=native".to_owned(),
            400,
            "every account holds",
        ),
        ("/accounts?sponsor=G&cursor=1".to_owned(), 400, "cursor"),
        ("/assets?asset_code=a-b".to_owned(), 400, "asset_code"),
        ("/assets?asset_issuer=GA".to_owned(), 400, "asset_issuer"),
        ("/claimable_balances/00".to_owned(), 400, "72 hexadecimal"),
        (
            format!("/claimable_balances/00000000{hash}"),
            404,
            "There is no claimable balance",
        ),
        ("/claimable_balances?asset=X".to_owned(), 400, "asset"),
        ("/claimable_balances?claimant=X".to_owned(), 400, "claimant"),
        ("/effects?cursor=1-x".to_owned(), 400, "cursor"),
        (
            "/claimable_balances/00/operations".to_owned(),
            400,
            "claimable_balance_id",
        ),
        (
            format!("/claimable_balances/00000000{hash}/transactions"),
            404,
            "There is no claimable balance",
        ),
        ("/operations/x/effects".to_owned(), 400, "op_id"),
        ("/operations/1/payments".to_owned(), 404, "doesn't serve"),
        ("/operations?join=all".to_owned(), 400, "join"),
        ("/order_book".to_owned(), 400, "invalid_order_book"),
        ("/offers/x/trades".to_owned(), 400, "offer_id"),
        (
            format!("/liquidity_pools/{hash}"),
            404,
            "doesn't serve /liquidity_pools",
        ),
    ] {
        let (found, body) = get(&server, &path);
        assert_eq!(
            (found, &body["status"]),
            (status, &json!(status)),
            "{path}: {body}"
        );
        assert!(body.to_string().contains(word), "{path}: {body}");
    }
    for path in [
        format!("/accounts/{}/offers", Wallet::named("b").address()),
        "/operations/4294967297/effects".to_owned(),
        "/payments/?include_failed=1&cursor=now".to_owned(),
    ] {
        assert_eq!(records(&server, &path), [] as [Value; 0], "{path}");
    }
}

#[test]
fn names_what_is_wrong_with_a_submission() {
    let server = Server::start(&[]);
    let parts = "--x\r\ncontent-disposition: form-data; name=\"tx\"\r\n\r\nAAAA\r\n--x--\r\n";
    for (kind, form, read) in [
        ("application/x-www-form-urlencoded", "other=1", ""),
        ("application/x-www-form-urlencoded", "tx=AAAA", "AAAA"),
        ("multipart/form-data; boundary=x", parts, "AAAA"),
    ] {
        let (status, body) = server.post_as("/transactions", kind, form);
        let body: Value = serde_json::from_str(&body).unwrap();
        assert_eq!(
            (status, &body["title"], &body["extras"]["envelope_xdr"]),
            (400, &json!("Transaction Malformed"), &json!(read)),
        );
    }
    let (status, body) = server.post_text("/transactions", "{}");
    assert!(status == 415 && body.contains("form-urlencoded"), "{body}");
}

#[test]
fn a_submission_answers_when_its_ledger_closes() {
    let server = Server::start(&["--close-mode", "manual"]);
    let (a, b) = (Wallet::funded(&server, "a"), Wallet::funded(&server, "b"));
    let envelope = a.payment(&b, 5, a.sequence(&server) + 1);
    std::thread::scope(|scope| {
        let waiting = scope.spawn(|| submit(&server, "/transactions", &envelope));
        while server.call("localnet_nodeInfo", json!(null))["pendingTransactions"] != 1 {
            std::thread::yield_now();
        }
        assert_eq!(
            get(&server, &format!("/transactions/{}", hash_of(&envelope))).0,
            404
        );
        server.call("localnet_closeLedger", json!({}));
        let (status, record) = waiting.join().unwrap();
        assert_eq!(status, 200, "{record}");
        assert_eq!(record["hash"], hash_of(&envelope));
        assert_eq!(record["ledger"], server.sequence());
    });
    let again = submit(&server, "/transactions", &envelope);
    assert_eq!((again.0, &again.1["successful"]), (200, &json!(true)));
}

#[test]
fn a_failed_transaction_is_shown_to_those_who_ask() {
    let server = Server::start(&[]);
    let (a, b) = (Wallet::funded(&server, "a"), Wallet::funded(&server, "b"));
    let too_much = [pay(&b, 1), pay(&b, i64::MAX / 2)];
    let envelope = a.transaction(a.sequence(&server) + 1, 200, Preconditions::None, &too_much);
    for _ in 0..2 {
        let (status, body) = submit(&server, "/transactions", &envelope);
        assert_eq!(status, 400);
        assert_eq!(
            body["extras"]["result_codes"],
            json!({ "transaction": "tx_failed", "operations": ["op_success", "op_underfunded"] })
        );
        assert!(body["extras"].get("hash").is_none());
    }
    let of_b = format!("/accounts/{}", b.address());
    assert_eq!(records(&server, &format!("{of_b}/payments")).len(), 1);
    let all = records(&server, &format!("{of_b}/payments?include_failed=true"));
    assert_eq!(
        all.iter()
            .map(|one| &one["transaction_successful"])
            .collect::<Vec<_>>(),
        [true, false, false]
    );
    let own = format!("/transactions/{}/operations", hash_of(&envelope));
    assert_eq!(records(&server, &own).len(), 2);

    let inner = a.transaction(a.sequence(&server) + 1, 200, Preconditions::None, &too_much);
    let codes = |sent| submit(&server, "/transactions", sent).1["extras"]["result_codes"].clone();
    let operations = ["op_success", "op_underfunded"];
    assert_eq!(
        [codes(&b.fee_bump(&inner, 900)), codes(&inner)],
        [
            json!({
                "transaction": "tx_fee_bump_inner_failed",
                "inner_transaction": "tx_failed",
                "operations": operations,
            }),
            json!({ "transaction": "tx_failed", "operations": operations }),
        ]
    );
    // The bump is the third to pay for.
    let fees = get(&server, "/fee_stats").1;
    assert_eq!(
        [&fees["max_fee"]["max"], &fees["fee_charged"]["max"]],
        ["300", "100"]
    );
}

#[test]
fn relays_a_submission_without_waiting() {
    let server = Server::start(&["--close-mode", "manual"]);
    let (a, b) = (Wallet::funded(&server, "a"), Wallet::funded(&server, "b"));
    let sequence = a.sequence(&server);
    let envelope = a.payment(&b, 5, sequence + 1);
    let statuses = [
        submit(&server, "/transactions_async", &envelope),
        submit(&server, "/transactions_async", &envelope),
        submit(
            &server,
            "/transactions_async",
            &a.payment(&b, 6, sequence + 2),
        ),
        submit(&server, "/transactions_async", &b.payment(&a, 5, 1)),
    ];
    let seen: Vec<_> = statuses
        .iter()
        .map(|(status, body)| (*status, body["tx_status"].as_str().unwrap()))
        .collect();
    assert_eq!(
        seen,
        [
            (201, "PENDING"),
            (409, "DUPLICATE"),
            (503, "TRY_AGAIN_LATER"),
            (400, "ERROR")
        ]
    );
    assert!(statuses[3].1["error_result_xdr"].is_string());
    let later = a.payment(&b, 6, sequence + 2);
    let (status, body) = submit(&server, "/transactions", &later);
    assert_eq!(
        (status, &body["extras"]["hash"]),
        (504, &json!(hash_of(&later))),
        "{body}"
    );
}

#[test]
fn the_date_is_that_of_the_ledger() {
    let server = Server::start(&[]);
    server.call(
        "localnet_increaseTime",
        json!({ "seconds": 10 * 365 * 86_400 }),
    );
    let address = server.url.trim_start_matches("http://");
    let mut connection = TcpStream::connect(address).unwrap();
    write!(connection, "GET / HTTP/1.0\r\nhost: {address}\r\n\r\n").unwrap();
    let date = BufReader::new(connection)
        .lines()
        .map_while(Result::ok)
        .find(|line| line.starts_with("date: "))
        .unwrap();
    let shown = httpdate::parse_http_date(&date["date: ".len()..]).unwrap();
    let shown = shown.duration_since(UNIX_EPOCH).unwrap().as_secs();
    let next = server.call("localnet_nodeInfo", json!(null))["nextCloseTime"]
        .as_u64()
        .unwrap();
    assert!(next.abs_diff(shown) < 60);
}

#[test]
fn a_stream_brings_each_payment_once_and_ends_with_its_limit_or_the_node() {
    let mut server = Server::start(&[]);
    let (a, b) = (Wallet::funded(&server, "a"), Wallet::funded(&server, "b"));
    let path = format!("/accounts/{}/payments?cursor=now", b.address());
    let mut backward = stream(&server, &format!("{path}&order=desc&limit=1"));
    for part in ["create_account", "retry: 10", "data: \"byebye\""] {
        assert!(backward.any(|line| line.contains(part)), "{part}");
    }
    let mut lines = stream(&server, &path);
    for amount in ["0.0000007", "0.0000008"] {
        a.pay(
            &server,
            &b,
            amount.chars().last().unwrap().to_digit(10).unwrap().into(),
        );
        let data = lines.find(|line| line.starts_with("data: ")).unwrap();
        let record: Value = serde_json::from_str(&data["data: ".len()..]).unwrap();
        assert_eq!(record["amount"], amount);
    }
    server.signal("-TERM");
    assert!(lines.any(|line| line == "data: \"byebye\""));
    assert!(server.wait().success());
    assert_eq!(server.complaints(), "", "waited for the stream");
}

#[test]
fn ledgers_that_were_dropped_are_gone() {
    let server = Server::start(&["--retention", "3"]);
    let (a, b) = (Wallet::funded(&server, "a"), Wallet::funded(&server, "b"));
    for _ in 0..5 {
        a.pay(&server, &b, 1);
    }
    let latest = server.sequence();
    let (status, body) = get(&server, "/ledgers/2/transactions");
    assert_eq!(
        (status, body["title"].as_str()),
        (410, Some("Data Requested Is Before Recorded History"))
    );
    let listed = records(&server, "/ledgers?order=desc&limit=200");
    let listed: Vec<_> = listed
        .iter()
        .map(|ledger| ledger["sequence"].as_u64().unwrap())
        .collect();
    assert_eq!(listed, [latest, latest - 1, latest - 2]);
    let own = records(
        &server,
        &format!("/accounts/{}/transactions?limit=200", a.address()),
    );
    assert_eq!(own.len(), 3);
}
