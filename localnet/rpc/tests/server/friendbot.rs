//! Friendbot answers as quickstart's does: its clients look at the text.

use crate::common::{wallet::Wallet, Server};
use serde_json::{json, Value};

const STARTING_BALANCE: i64 = 100_000_000_000;

#[test]
fn funds_an_account_before_it_answers() {
    let server = Server::start(&[]);
    let (by_get, by_query, by_form) = (
        Wallet::named("get"),
        Wallet::named("query"),
        Wallet::named("form"),
    );
    let answers = [
        server.get(&format!("/friendbot?addr={}", by_get.address())),
        server.post_form(&format!("/friendbot?addr={}", by_query.address()), ""),
        server.post_form("/friendbot", &format!("addr={}", by_form.address())),
    ];
    for (status, body) in answers {
        let body: Value = serde_json::from_str(&body).unwrap();
        assert_eq!((status, &body["successful"]), (200, &json!(true)), "{body}");
        assert!(body["envelope_xdr"].is_string());
        let transaction = server.call("getTransaction", json!({ "hash": body["hash"] }));
        assert_eq!(transaction["status"], "SUCCESS");
    }
    for wallet in [by_get, by_query, by_form] {
        assert_eq!(wallet.balance(&server), STARTING_BALANCE);
    }
}

#[test]
fn a_funded_account_hears_what_both_clients_look_for() {
    let server = Server::start(&[]);
    let alice = Wallet::funded(&server, "alice");
    let (status, body) = server.get(&format!("/friendbot?addr={}", alice.address()));
    assert_eq!(status, 400);
    let detail = serde_json::from_str::<Value>(&body).unwrap()["detail"]
        .as_str()
        .unwrap()
        .to_owned();
    assert!(detail.contains("createAccountAlreadyExist"));
    assert!(detail.contains("account already funded to starting balance"));
    assert_eq!(alice.balance(&server), STARTING_BALANCE);
}

#[test]
fn an_account_that_has_spent_is_paid_again() {
    let server = Server::start(&[]);
    let alice = Wallet::funded(&server, "alice");
    alice.pay(&server, &alice, 1);
    let (status, _) = server.get(&format!("/friendbot?addr={}", alice.address()));
    assert_eq!(status, 200);
    assert_eq!(alice.balance(&server), 2 * STARTING_BALANCE - 100);
}

#[test]
fn a_bad_address_names_the_field_in_pretty_json() {
    let server = Server::start(&[]);
    for query in ["", "?addr=", "?addr=GABC", "?addr=%zz"] {
        let (status, body) = server.get(&format!("/friendbot{query}"));
        assert_eq!(status, 400, "{query}");
        assert!(body.contains("\"invalid_field\": \"addr\""), "{body}");
    }
}

#[test]
fn contracts_are_funded_through_the_native_asset() {
    let server = Server::start(&[]);
    let fund = |id: u8| {
        let contract = stellar_strkey::Contract([id; 32]).to_string();
        server.get(&format!("/friendbot?addr={contract}")).0
    };
    assert_eq!(fund(1), 200);
    assert_eq!(fund(2), 200);
    assert_eq!(fund(1), 400);
}

#[test]
fn manual_mode_keeps_what_waits_waiting() {
    let server = Server::start(&["--close-mode", "manual"]);
    let alice = Wallet::funded(&server, "alice");
    crate::common::wallet::send(
        &server,
        &alice.payment(&alice, 1, alice.sequence(&server) + 1),
    );
    Wallet::funded(&server, "bob");
    assert_eq!(
        server.call("localnet_nodeInfo", json!(null))["pendingTransactions"],
        1
    );
}
