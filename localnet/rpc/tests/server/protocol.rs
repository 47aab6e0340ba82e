//! JSON-RPC: paths, envelopes, error codes and texts.

use crate::common::{wallet::Wallet, Server};
use serde_json::{json, Value};
use stellar_xdr::*;

#[test]
fn serves_rpc_under_quickstarts_paths() {
    let server = Server::start(&[]);
    let call = json!({ "jsonrpc": "2.0", "id": 7, "method": "getHealth" }).to_string();
    for path in ["/", "/rpc", "/soroban/rpc"] {
        let (status, body) = server.post_text(path, &call);
        let answer: Value = serde_json::from_str(&body).unwrap();
        assert_eq!(
            (status, &answer["id"], &answer["result"]["status"]),
            (200, &json!(7), &json!("healthy"))
        );
    }
}

#[test]
fn null_and_empty_parameters_are_equal() {
    let server = Server::start(&[]);
    let passphrase = |params| server.call("getNetwork", params)["passphrase"].clone();
    assert_eq!(passphrase(json!(null)), crate::common::PASSPHRASE);
    assert_eq!(passphrase(json!({})), crate::common::PASSPHRASE);
}

#[test]
fn answers_with_the_codes_of_json_rpc() {
    let server = Server::start(&[]);
    let error = |body: &str| -> Value {
        let (status, answer) = server.post_text("/", body);
        assert_eq!(status, 200);
        serde_json::from_str::<Value>(&answer).unwrap()["error"].clone()
    };
    assert_eq!(error("{")["code"], -32700);
    assert_eq!(error("[]")["code"], -32600);
    assert_eq!(error(r#"{"id":1,"method":"getHealth"}"#)["code"], -32600);
    let unknown = error(r#"{"jsonrpc":"2.0","id":1,"method":"rpc.serverInfo"}"#);
    assert_eq!(
        unknown,
        json!({ "code": -32601, "message": "method not found", "data": "rpc.serverInfo" })
    );
    let array = error(r#"{"jsonrpc":"2.0","id":1,"method":"getTransaction","params":["00"]}"#);
    assert_eq!(array["code"], -32602);
    let extra = error(r#"{"jsonrpc":"2.0","id":1,"method":"getHealth","parms":{},"auth":1}"#);
    assert_eq!(
        extra,
        json!({ "code": -32600, "message": "extra fields in request", "data": ["auth", "parms"] })
    );
    let mixed = error(r#"{"jsonrpc":"2.0","id":1,"method":"getHealth","result":1}"#);
    assert_eq!(mixed["message"], "mixed request and reply fields");
}

#[test]
fn ids_come_back_as_they_were_written() {
    let server = Server::start(&[]);
    for id in ["123456789012345678901234567890", "1e2", r#""\u0061""#] {
        let call = format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"getHealth"}}"#);
        let (_, body) = server.post_text("/", &call);
        assert!(body.contains(&format!(r#""id":{id},"#)), "{body}");
    }
    for id in ["{}", "[1]", "true"] {
        let call = format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"getHealth"}}"#);
        let answer: Value = serde_json::from_str(&server.post_text("/", &call).1).unwrap();
        assert_eq!(
            (&answer["id"], &answer["error"]["message"]),
            (&json!(null), &json!("invalid request ID"))
        );
    }
}

#[test]
fn calls_are_json_and_say_so() {
    let server = Server::start(&[]);
    let call = r#"{"jsonrpc":"2.0","id":1,"method":"getHealth"}"#;
    let status = |content_type| server.post_as("/rpc", content_type, call);
    for content_type in ["application/json; charset=utf-8", "Application/JSON"] {
        assert_eq!(status(content_type).0, 200, "{content_type}");
    }
    let refused = "content-type must be application/json\n".to_owned();
    assert_eq!(status("text/plain"), (415, refused.clone()));
    assert_eq!(status("application/x-www-form-urlencoded"), (415, refused));
    let refused = "invalid content-type charset\n".to_owned();
    assert_eq!(status("application/json; charset=latin1"), (415, refused));
}

#[test]
fn pages_may_send_any_header() {
    let server = Server::start(&[]);
    assert_eq!(server.allowed_headers("authorization"), "authorization");
}

#[test]
fn batches_and_notifications() {
    let server = Server::start(&[]);
    let batch = r#"[{"jsonrpc":"2.0","id":"a","method":"getHealth"},
                    {"jsonrpc":"2.0","method":"getHealth"},
                    {"jsonrpc":"2.0","id":"b","method":"nope"}]"#;
    let (_, body) = server.post_text("/", batch);
    let answers: Value = serde_json::from_str(&body).unwrap();
    assert_eq!(answers.as_array().unwrap().len(), 2);
    assert_eq!(
        (&answers[0]["id"], &answers[1]["error"]["code"]),
        (&json!("a"), &json!(-32601))
    );
    let (status, body) = server.post_text("/", r#"{"jsonrpc":"2.0","method":"getHealth"}"#);
    assert_eq!((status, body.as_str()), (204, ""));
}

#[test]
fn a_body_above_the_limit_is_refused() {
    let server = Server::start(&[]);
    let (status, _) = server.post_text("/", &" ".repeat(512 * 1024 + 1));
    assert_eq!(status, 413);
}

#[test]
fn error_texts_are_stellar_rpcs() {
    let server = Server::start(&[]);
    let message = |method, params| {
        server.fail(method, params)["message"]
            .as_str()
            .unwrap()
            .to_owned()
    };
    assert_eq!(
        message("getTransaction", json!({ "hash": "00" })),
        "unexpected hash length (2)"
    );
    assert_eq!(
        message("sendTransaction", json!({ "transaction": "AAAA" })),
        "invalid_xdr"
    );
    assert_eq!(
        message("getLedgerEntries", json!({ "keys": ["x"] })),
        "cannot unmarshal key value x at index 0"
    );
    assert_eq!(
        message("getLedgerEntries", json!({ "keys": vec![""; 201] })),
        "key count (201) exceeds maximum supported (200)"
    );
    assert_eq!(
        server.fail("getLedgerEntries", json!({ "keys": [] })),
        json!({
            "code": -32603,
            "message": "could not query captive core: no keys specified in request"
        })
    );
    assert_eq!(
        message(
            "getLedgerEntries",
            json!({ "keys": [], "xdrFormat": "xml" })
        ),
        "got 'xml': expected base64, json for optional 'xdrFormat'"
    );
    for method in ["getTransactions", "getLedgers"] {
        assert_eq!(
            message(method, json!({ "startLedger": 7 })),
            "start ledger (7) must be between the oldest ledger: 1 and the latest ledger: 1 for this rpc instance"
        );
        assert_eq!(
            message(
                method,
                json!({ "startLedger": 1, "pagination": { "cursor": "5" } })
            ),
            "startLedger (1) and cursor (5) cannot both be set"
        );
    }
    for (method, cursor, text) in [
        (
            "getTransactions",
            "x",
            "strconv.ParseInt: parsing \"x\": invalid syntax",
        ),
        (
            "getTransactions",
            "9223372036854775808",
            "strconv.ParseInt: parsing \"9223372036854775808\": value out of range",
        ),
        (
            "getTransactions",
            "-1",
            "cursor ledger sequence cannot be negative",
        ),
        (
            "getLedgers",
            "-1",
            "strconv.ParseUint: parsing \"-1\": invalid syntax",
        ),
    ] {
        let page = json!({ "pagination": { "cursor": cursor } });
        assert_eq!(message(method, page), text);
    }
    let ttl = LedgerKey::Ttl(LedgerKeyTtl {
        key_hash: Hash([0; 32]),
    });
    let ttl = ttl.to_xdr_base64(Limits::none()).unwrap();
    assert_eq!(
        message("getLedgerEntries", json!({ "keys": [ttl] })),
        "ledger ttl entries cannot be queried directly"
    );
}

#[test]
fn malformed_cursors_and_topics_of_events_are_malformed_parameters() {
    let server = Server::start(&[]);
    let malformed = |params, detail: &str| {
        assert_eq!(
            server.fail("getEvents", params),
            json!({ "code": -32602, "message": "invalid parameters", "data": detail })
        );
    };
    malformed(
        json!({ "filters": [], "pagination": { "cursor": "5" } }),
        "invalid event id 5",
    );
    malformed(
        json!({ "startLedger": 1, "filters": [{ "topics": [["*", "AAA"]] }] }),
        "topic segment 'AAA' must be '*', '**' or a base64 ScVal",
    );
}

#[test]
fn simulation_reports_bad_input_in_its_answer() {
    let server = Server::start(&[]);
    let error = |transaction: &str| {
        let answer = server.call("simulateTransaction", json!({ "transaction": transaction }));
        assert_eq!(answer["latestLedger"], 0);
        answer["error"].clone()
    };
    assert_eq!(error("AAAA"), "Could not unmarshal transaction");

    let deploy = OperationBody::InvokeHostFunction(InvokeHostFunctionOp {
        host_function: HostFunction::CreateContract(CreateContractArgs {
            contract_id_preimage: ContractIdPreimage::Asset(Asset::Native),
            executable: ContractExecutable::StellarAsset,
        }),
        auth: VecM::default(),
    });
    let wallet = Wallet::named("memo");
    let mut envelope = wallet.transaction(1, 100, Preconditions::None, &[deploy]);
    let TransactionEnvelope::Tx(inner) = &mut envelope else {
        unreachable!("wallets sign V1 transactions")
    };
    inner.tx.memo = Memo::Id(1);
    for envelope in [envelope.clone(), wallet.fee_bump(&envelope, 1_000)] {
        assert_eq!(
            error(&envelope.to_xdr_base64(Limits::none()).unwrap()),
            "Transaction contains a memo. Soroban transactions do not support memos."
        );
    }
}

#[test]
fn strings_and_numbers_are_as_clients_decode_them() {
    let server = Server::start(&[]);
    let wallet = Wallet::funded(&server, "types");
    let hash = wallet.pay(&server, &Wallet::named("types"), 1);

    let health = server.call("getHealth", json!(null));
    assert!(
        health["latestLedgerCloseTime"].is_string() && health["oldestLedgerCloseTime"].is_string()
    );
    assert!(health["latestLedger"].is_u64() && health["ledgerRetentionWindow"].is_u64());
    assert!(server.call("getLatestLedger", json!(null))["closeTime"].is_string());
    let transaction = server.call("getTransaction", json!({ "hash": hash }));
    assert!(
        transaction["createdAt"].is_string() && transaction["latestLedgerCloseTime"].is_string()
    );
    assert!(transaction["ledger"].is_u64() && transaction["applicationOrder"].is_u64());
    let page = server.call("getTransactions", json!({ "startLedger": 1 }));
    assert!(page["latestLedgerCloseTimestamp"].is_u64() && page["cursor"].is_string());
    assert!(page["transactions"][0]["createdAt"].is_u64());
    let ledgers = server.call("getLedgers", json!({ "startLedger": 1 }));
    assert!(
        ledgers["latestLedgerCloseTime"].is_u64()
            && ledgers["ledgers"][0]["ledgerCloseTime"].is_string()
    );
    let events = server.call("getEvents", json!({ "startLedger": 1, "filters": [] }));
    assert!(events["latestLedgerCloseTime"].is_string() && events["events"][0]["ledger"].is_u64());
    let fees = server.call("getFeeStats", json!(null));
    assert!(
        fees["inclusionFee"]["max"].is_string() && fees["inclusionFee"]["ledgerCount"].is_u64()
    );
}

#[test]
fn json_format_is_offered_wherever_xdr_is() {
    let server = Server::start(&[]);
    let wallet = Wallet::funded(&server, "json");
    let hash = wallet.pay(&server, &Wallet::named("json"), 1);
    let with_json = |method, mut params: Value| {
        params["xdrFormat"] = json!("json");
        server.call(method, params)
    };
    let transaction = with_json("getTransaction", json!({ "hash": hash }));
    assert!(
        transaction["envelopeJson"]["tx"].is_object() && transaction.get("envelopeXdr").is_none()
    );
    assert!(transaction["resultMetaJson"]["v4"].is_object());
    let entries = with_json("getLedgerEntries", json!({ "keys": [wallet.ledger_key()] }));
    assert_eq!(
        entries["entries"][0]["dataJson"]["account"]["account_id"],
        wallet.address()
    );
    let events = with_json("getEvents", json!({ "startLedger": 1, "filters": [] }));
    assert!(events["events"][0]["topicJson"].is_array());
    let ledgers = with_json("getLedgers", json!({ "startLedger": 1 }));
    let ledger = &ledgers["ledgers"][0];
    assert!(ledger["metadataJson"]["v2"].is_object());
    // Clients in Go and Rust require them.
    assert_eq!(
        (&ledger["headerXdr"], &ledger["metadataXdr"]),
        (&json!(""), &json!(""))
    );
}
