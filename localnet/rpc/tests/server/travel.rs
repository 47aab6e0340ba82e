//! Time and sequence travel, and the history around it.

use crate::common::{wallet::Wallet, Server};
use serde_json::{json, Value};
use stellar_xdr::{LedgerCloseMeta, LedgerHeaderHistoryEntry, Limits, ReadXdr};

fn info(server: &Server, field: &str) -> u64 {
    server.call("localnet_nodeInfo", json!(null))[field]
        .as_u64()
        .unwrap()
}

#[test]
fn increased_time_shows_in_the_next_ledger() {
    let server = Server::start(&[]);
    let before = info(&server, "closeTime");
    server.call("localnet_increaseTime", json!({ "seconds": 100_000 }));
    assert_eq!(info(&server, "closeTime"), before);
    let latest = server.call("getLatestLedger", json!({}));
    let next: u64 = latest["nextCloseTime"].as_str().unwrap().parse().unwrap();
    assert!(next >= before + 100_000);
    let closed = server.call("localnet_closeLedger", json!({}));
    assert!(closed["closeTime"].as_u64().unwrap() >= before + 100_000);
}

#[test]
fn absurd_times_and_sequences_are_refused() {
    let server = Server::start(&[]);
    for (method, params) in [
        ("localnet_increaseTime", json!({ "seconds": u64::MAX })),
        ("localnet_increaseTime", json!({ "seconds": -1 })),
        ("localnet_increaseTime", json!({})),
        ("localnet_advanceSequence", json!({ "ledgers": 0 })),
        ("localnet_advanceSequence", json!({ "ledgers": u32::MAX })),
        ("localnet_closeLedger", json!({ "count": 0 })),
        ("localnet_setCloseMode", json!({ "mode": "interval" })),
        ("localnet_setCloseMode", json!({ "mode": "sometimes" })),
    ] {
        assert_eq!(server.fail(method, params)["code"], -32602, "{method}");
    }
    assert_eq!(server.sequence(), 1);
}

#[test]
fn closes_the_number_of_ledgers_asked_for() {
    let server = Server::start(&[]);
    let closed = server.call("localnet_closeLedger", json!({ "count": 150 }));
    assert_eq!(closed["sequence"], 151);
    assert_eq!(server.sequence(), 151);
}

#[test]
fn a_jump_is_as_good_as_the_ledgers_it_passes_over() {
    let server = Server::start(&[]);
    let alice = Wallet::funded(&server, "alice");
    server.call("localnet_advanceSequence", json!({ "ledgers": 10_000_000 }));
    assert_eq!(server.sequence(), 10_000_002);
    alice.pay(&server, &alice, 1);

    let page = server.call(
        "getLedgers",
        json!({ "startLedger": 1, "pagination": { "limit": 200 } }),
    );
    let ledgers = page["ledgers"].as_array().unwrap();
    assert_eq!(ledgers.len(), 200);
    for (index, ledger) in ledgers.iter().enumerate() {
        let sequence = index as u32 + 1;
        assert_eq!(ledger["sequence"], sequence);
        let text = |field: &str| ledger[field].as_str().unwrap().to_owned();
        let header =
            LedgerHeaderHistoryEntry::from_xdr_base64(text("headerXdr"), Limits::none()).unwrap();
        assert_eq!(
            (header.header.ledger_seq, header.hash.to_string()),
            (sequence, text("hash"))
        );
        let LedgerCloseMeta::V2(meta) =
            LedgerCloseMeta::from_xdr_base64(text("metadataXdr"), Limits::none()).unwrap()
        else {
            panic!("not V2");
        };
        assert_eq!(meta.ledger_header, header);
    }
    let on = server.call(
        "getLedgers",
        json!({ "pagination": { "cursor": page["cursor"], "limit": 1 } }),
    );
    assert_eq!(on["ledgers"][0]["sequence"], 201);

    let transactions = server.call("getTransactions", json!({ "startLedger": 3 }));
    assert_eq!(transactions["transactions"][0]["ledger"], 10_000_003);
}

#[test]
fn transactions_page_by_page_are_all_transactions() {
    let server = Server::start(&[]);
    let alice = Wallet::funded(&server, "alice");
    for stroops in 1..=7 {
        alice.pay(&server, &alice, stroops);
    }
    let all = server.call("getTransactions", json!({ "startLedger": 1 }));
    let all = all["transactions"].as_array().unwrap().clone();
    assert_eq!(all.len(), 8);
    for limit in 1..=9 {
        let mut pages: Vec<Value> = Vec::new();
        let mut page = server.call(
            "getTransactions",
            json!({ "startLedger": 1, "pagination": { "limit": limit } }),
        );
        while !page["transactions"].as_array().unwrap().is_empty() {
            pages.extend(page["transactions"].as_array().unwrap().clone());
            let next = json!({ "pagination": { "limit": limit, "cursor": page["cursor"] } });
            page = server.call("getTransactions", next);
        }
        assert_eq!(pages, all, "limit {limit}");
    }
}

#[test]
fn retention_forgets_history_and_keeps_state() {
    let server = Server::start(&["--retention", "5"]);
    let alice = Wallet::funded(&server, "alice");
    let early = alice.pay(&server, &alice, 1);
    for stroops in 2..=6 {
        alice.pay(&server, &alice, stroops);
    }
    let health = server.call("getHealth", json!(null));
    let latest = health["latestLedger"].as_u64().unwrap();
    assert_eq!(health["oldestLedger"], latest - 4);
    assert_eq!(health["ledgerRetentionWindow"], 5);
    assert_eq!(
        server.call("getTransaction", json!({ "hash": early }))["status"],
        "NOT_FOUND"
    );
    assert_eq!(alice.balance(&server), 100_000_000_000 - 600);

    for method in ["getTransactions", "getLedgers", "getEvents"] {
        let error = server.fail(method, json!({ "startLedger": latest - 5, "filters": [] }));
        assert_eq!(error["code"], -32600, "{method}");
    }
    let events = server.call(
        "getEvents",
        json!({ "startLedger": latest - 4, "filters": [] }),
    );
    assert!(events["events"]
        .as_array()
        .unwrap()
        .iter()
        .all(|event| event["ledger"].as_u64() >= Some(latest - 4)));
}
