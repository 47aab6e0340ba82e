//! A killed node loses nothing that it has answered.

use crate::common::{
    wallet::{hash_of, result_code, send, Wallet},
    Server,
};
use serde_json::{json, Value};
use std::sync::atomic::{AtomicUsize, Ordering};
use stellar_xdr::{Limits, WriteXdr};

/// Everything a client can see of the history, without the moment it asks.
pub fn history(server: &Server) -> Vec<Value> {
    let mut latest = server.call("getLatestLedger", json!(null));
    // Runs with the clock.
    latest["nextCloseTime"].take();
    vec![
        latest,
        server.call("getTransactions", json!({ "startLedger": 1 })),
        server.call("getLedgers", json!({ "startLedger": 1 })),
        server.call("getEvents", json!({ "startLedger": 1, "filters": [] })),
        server.call("getFeeStats", json!(null)),
    ]
}

#[test]
fn state_history_and_clock_survive_a_kill() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::on_disk(folder.path());
    let (alice, bob) = (
        Wallet::funded(&server, "alice"),
        Wallet::funded(&server, "bob"),
    );
    server.call("localnet_increaseTime", json!({ "seconds": 86_400 }));
    server.call("localnet_advanceSequence", json!({ "ledgers": 1_000 }));
    let hash = alice.pay(&server, &bob, 5_000);
    let before = history(&server);
    let info = server.call("localnet_nodeInfo", json!(null));
    server.kill();

    let server = Server::on_disk(folder.path());
    assert_eq!(history(&server), before);
    let again = server.call("localnet_nodeInfo", json!(null));
    assert_eq!(
        (&again["clockOffset"], &again["sequence"]),
        (&json!(86_400), &info["sequence"])
    );
    let transaction = server.call("getTransaction", json!({ "hash": hash }));
    assert_eq!(transaction["status"], "SUCCESS");
    assert_eq!(bob.balance(&server), 100_000_005_000);

    bob.pay(&server, &alice, 1);
    assert_eq!(server.sequence(), info["sequence"].as_u64().unwrap() + 1);
}

#[test]
fn what_is_answered_is_on_disk() {
    let folder = tempfile::tempdir().unwrap();
    let mut hashes = Vec::new();
    for round in 0..3 {
        let server = Server::on_disk(folder.path());
        let payer = Wallet::funded(&server, &format!("payer {round}"));
        hashes.push(payer.pay(&server, &payer, 1));
        server.kill();
    }
    let server = Server::on_disk(folder.path());
    for hash in hashes {
        assert_eq!(
            server.call("getTransaction", json!({ "hash": hash }))["status"],
            "SUCCESS"
        );
    }
}

#[test]
fn an_applied_transaction_is_refused_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::on_disk(folder.path());
    let alice = Wallet::funded(&server, "alice");
    let payment = alice.payment(&alice, 1, alice.sequence(&server) + 1);
    assert_eq!(send(&server, &payment)["status"], "PENDING");
    server.kill();

    let server = Server::on_disk(folder.path());
    let answer = send(&server, &payment);
    assert_eq!(
        (
            answer["status"].as_str(),
            result_code(&answer["errorResultXdr"]).as_str()
        ),
        (Some("ERROR"), "TxBadSeq")
    );
}

/// Sends payments until the server is gone; the hashes of those that were answered.
fn pay_until_the_end(server: &Server, wallet: &Wallet, answered: &AtomicUsize) -> Vec<String> {
    let mut hashes = Vec::new();
    for sequence in wallet.sequence(server) + 1.. {
        let payment = wallet.payment(wallet, 1, sequence);
        let transaction = payment.to_xdr_base64(Limits::none()).unwrap();
        let call = json!({
            "jsonrpc": "2.0", "id": 1, "method": "sendTransaction", "params": { "transaction": transaction }
        });
        let Some(answer) = server.try_post(&call) else {
            break;
        };
        assert_eq!(answer["result"]["status"], "PENDING", "{answer}");
        hashes.push(hash_of(&payment));
        answered.fetch_add(1, Ordering::Relaxed);
    }
    hashes
}

#[test]
fn a_kill_in_the_middle_of_a_burst_loses_no_answer() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::on_disk(folder.path());
    let wallets: Vec<Wallet> = (0..6)
        .map(|n| Wallet::funded(&server, &format!("wallet {n}")))
        .collect();
    let answered = AtomicUsize::new(0);
    let hashes: Vec<String> = std::thread::scope(|scope| {
        let payers: Vec<_> = wallets
            .iter()
            .map(|wallet| scope.spawn(|| pay_until_the_end(&server, wallet, &answered)))
            .collect();
        while answered.load(Ordering::Relaxed) < 100
            && !payers.iter().any(|payer| payer.is_finished())
        {
            std::thread::yield_now();
        }
        server.signal("-KILL");
        payers
            .into_iter()
            .flat_map(|payer| payer.join().unwrap())
            .collect()
    });
    assert!(hashes.len() >= 100);
    drop(server);

    let server = Server::on_disk(folder.path());
    for hash in hashes {
        let found = server.call("getTransaction", json!({ "hash": hash }));
        assert_eq!(found["status"], "SUCCESS", "{hash}");
    }
}
