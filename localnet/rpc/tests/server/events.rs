//! getEvents: pages, filters, ranges.

use crate::common::{
    wallet::{network_id, Wallet},
    Server,
};
use serde_json::{json, Value};
use sha2::{Digest, Sha256};
use stellar_xdr::*;

/// A chain with events at every place that CAP-67 knows, several of them in one ledger.
fn chain(server: &Server) -> (Wallet, Wallet) {
    let (alice, bob) = (
        Wallet::funded(server, "alice"),
        Wallet::funded(server, "bob"),
    );
    for stroops in 1..=4 {
        alice.pay(server, &bob, stroops);
    }
    server.call("localnet_setCloseMode", json!({ "mode": "manual" }));
    alice.pay(server, &bob, 5);
    bob.pay(server, &alice, 6);
    server.call("localnet_closeLedger", json!({}));
    server.call("localnet_setCloseMode", json!({ "mode": "instant" }));
    // Contract funding deploys the native asset's contract and transfers through it: refunds come with it.
    let contract = stellar_strkey::Contract([9; 32]).to_string();
    let (status, body) = server.get(&format!("/friendbot?addr={contract}"));
    assert_eq!(status, 200, "{body}");
    (alice, bob)
}

fn events(server: &Server, params: Value) -> Vec<Value> {
    server.call("getEvents", params)["events"]
        .as_array()
        .unwrap()
        .clone()
}

fn all(server: &Server) -> Vec<Value> {
    events(
        server,
        json!({ "startLedger": 1, "filters": [], "pagination": { "limit": 10_000 } }),
    )
}

#[test]
fn pages_put_together_are_all_events_for_every_limit() {
    let server = Server::start(&[]);
    chain(&server);
    let all = all(&server);
    assert!(all.len() > 15, "{}", all.len());
    for limit in 1..=all.len() + 1 {
        let mut pages = Vec::new();
        let mut page = server.call(
            "getEvents",
            json!({ "startLedger": 1, "filters": [], "pagination": { "limit": limit } }),
        );
        loop {
            let events = page["events"].as_array().unwrap().clone();
            assert!(events.len() <= limit);
            if events.is_empty() {
                break;
            }
            pages.extend(events);
            let cursor = page["cursor"].clone();
            page = server.call(
                "getEvents",
                json!({ "filters": [], "pagination": { "limit": limit, "cursor": cursor } }),
            );
        }
        assert_eq!(pages, all, "limit {limit}");
    }
}

#[test]
fn ids_rise_and_say_where_the_event_stands() {
    let server = Server::start(&[]);
    chain(&server);
    let all = all(&server);
    let ids: Vec<&str> = all
        .iter()
        .map(|event| event["id"].as_str().unwrap())
        .collect();
    assert!(ids.windows(2).all(|pair| pair[0] < pair[1]));
    for event in &all {
        let toid: u64 = event["id"].as_str().unwrap()[..19].parse().unwrap();
        assert_eq!(toid >> 32, event["ledger"].as_u64().unwrap());
        assert_eq!(
            toid >> 12 & 0xfffff,
            event["transactionIndex"].as_u64().unwrap()
        );
        assert_eq!(toid & 0xfff, event["operationIndex"].as_u64().unwrap());
    }
    let placed = |index: u64| all.iter().any(|event| event["transactionIndex"] == index);
    assert!(placed(0) && placed(1) && placed(2) && placed(1_048_575));
}

#[test]
fn a_cursor_at_the_end_goes_on_with_what_comes_later() {
    let server = Server::start(&[]);
    let (alice, bob) = chain(&server);
    let end =
        server.call("getEvents", json!({ "startLedger": 1, "filters": [] }))["cursor"].clone();
    let next = || {
        server.call(
            "getEvents",
            json!({ "filters": [], "pagination": { "cursor": end } }),
        )
    };
    assert_eq!(next()["events"], json!([]));
    let hash = alice.pay(&server, &bob, 1);
    let later = next();
    assert!(!later["events"].as_array().unwrap().is_empty());
    assert!(later["events"]
        .as_array()
        .unwrap()
        .iter()
        .all(|event| event["txHash"] == json!(hash)));
}

fn topic(value: ScVal) -> String {
    value.to_xdr_base64(Limits::none()).unwrap()
}

fn symbol(name: &str) -> String {
    topic(ScVal::Symbol(name.try_into().unwrap()))
}

fn native_contract() -> String {
    let preimage = HashIdPreimage::ContractId(HashIdPreimageContractId {
        network_id: Hash(network_id()),
        contract_id_preimage: ContractIdPreimage::Asset(Asset::Native),
    });
    let id = Sha256::digest(preimage.to_xdr(Limits::none()).unwrap());
    stellar_strkey::Contract(id.into()).to_string()
}

#[test]
fn filters_select_as_if_applied_to_all_events() {
    let server = Server::start(&[]);
    let (alice, _) = chain(&server);
    let all = all(&server);
    let from_alice = topic(ScVal::Address(ScAddress::Account(alice.account_id())));
    let transfer = symbol("transfer");
    let topics = |event: &Value| -> Vec<String> {
        let topics = event["topic"].as_array().unwrap();
        topics
            .iter()
            .map(|topic| topic.as_str().unwrap().to_owned())
            .collect()
    };
    let select = |filter: Value, expected: &dyn Fn(&Value) -> bool| {
        let found = events(
            &server,
            json!({ "startLedger": 1, "filters": [filter], "pagination": { "limit": 10_000 } }),
        );
        let expected: Vec<Value> = all
            .iter()
            .filter(|event| expected(event))
            .cloned()
            .collect();
        assert_eq!(found, expected, "{filter}");
        found.len()
    };
    let transfers = select(json!({ "topics": [[transfer, "**"]] }), &|event| {
        topics(event)[0] == transfer
    });
    assert!(transfers >= 7);
    let alices = select(
        json!({ "topics": [[transfer, from_alice, "*", "*"]] }),
        &|event| {
            topics(event)[0] == transfer
                && topics(event)[1] == from_alice
                && topics(event).len() == 4
        },
    );
    assert_eq!(alices, 5);
    assert_eq!(select(json!({ "topics": [[transfer]] }), &|_| false), 0);
    select(json!({ "type": "contract" }), &|event| {
        event["type"] == "contract"
    });
    assert_eq!(
        select(json!({ "type": "system" }), &|event| event["type"]
            == "system"),
        0
    );
    let native = native_contract();
    assert!(
        select(json!({ "contractIds": [native] }), &|event| event
            ["contractId"]
            == json!(native))
            > 0
    );
    let other = stellar_strkey::Contract([1; 32]).to_string();
    assert_eq!(select(json!({ "contractIds": [other] }), &|_| false), 0);
}

#[test]
fn ranges_and_their_errors() {
    let server = Server::start(&[]);
    chain(&server);
    let latest = server.sequence();
    let window = events(
        &server,
        json!({ "startLedger": 3, "endLedger": 5, "filters": [] }),
    );
    assert!(window
        .iter()
        .all(|event| event["ledger"] == 3 || event["ledger"] == 4));
    assert!(!window.is_empty());

    let outside = server.fail(
        "getEvents",
        json!({ "startLedger": latest + 1, "filters": [] }),
    );
    let message = format!("startLedger must be within the ledger range: 1 - {latest}");
    assert_eq!(outside, json!({ "code": -32600, "message": message }));

    let refused = |params: Value| {
        let error = server.fail("getEvents", params);
        assert_eq!(error["code"], -32602, "{error}");
        error["message"].as_str().unwrap().to_owned()
    };
    assert_eq!(
        refused(json!({ "filters": [] })),
        "startLedger must be positive"
    );
    assert_eq!(
        refused(json!({ "startLedger": 1, "filters": [], "pagination": { "limit": 10_001 } })),
        "limit must not exceed 10000"
    );
    let cursor = "0000000004294967296-0000000000";
    assert_eq!(
        refused(json!({ "startLedger": 1, "filters": [], "pagination": { "cursor": cursor } })),
        "ledger ranges and cursor cannot both be set"
    );
    let filter = json!({});
    assert_eq!(
        refused(json!({ "startLedger": 1, "filters": vec![&filter; 6] })),
        "maximum 5 filters per request"
    );
    assert_eq!(
        refused(json!({ "startLedger": 1, "filters": [{ "type": "diagnostic" }] })),
        "filter 1 invalid: filter type invalid: if set, type must be either 'system' or 'contract'"
    );
    assert_eq!(
        refused(json!({ "startLedger": 1, "filters": [{ "contractIds": ["C"] }] })),
        "filter 1 invalid: contract ID 1 invalid"
    );
}
