//! sendTransaction's statuses: the rules of the queue, in each close mode.

use crate::common::{
    burst::{heavy, prepared, RESOURCE_FEE},
    wallet::{fee_asked, hash_of, outcome, pay, result_code, send, status, Wallet},
    Server,
};
use serde_json::{json, Value};
use stellar_xdr::{
    Limits, MuxedAccount, Preconditions, TransactionEnvelope, TransactionV0, TransactionV0Envelope,
    TransactionV0Ext, TransactionV1Envelope, WriteXdr,
};

fn manual() -> Server {
    Server::start(&["--close-mode", "manual"])
}

fn refusal(server: &Server, envelope: &TransactionEnvelope) -> String {
    let answer = send(server, envelope);
    assert_eq!(answer["status"], "ERROR", "{answer}");
    result_code(&answer["errorResultXdr"])
}

fn close(server: &Server) -> Value {
    server.call("localnet_closeLedger", json!({}))
}

#[test]
fn instant_mode_closes_before_it_answers() {
    let server = Server::start(&[]);
    let alice = Wallet::funded(&server, "alice");
    let before = server.sequence();
    let payment = alice.payment(&alice, 1, alice.sequence(&server) + 1);
    let answer = send(&server, &payment);
    assert_eq!(
        (&answer["status"], &answer["latestLedger"]),
        (&json!("PENDING"), &json!(before))
    );
    assert_eq!(outcome(&server, &payment), "SUCCESS");
    assert_eq!(server.sequence(), before + 1);
}

#[test]
fn an_envelope_of_version_0_is_taken_as_one_of_version_1() {
    let server = Server::start(&[]);
    let alice = Wallet::funded(&server, "alice");
    let payment = alice.payment(&alice, 1, alice.sequence(&server) + 1);
    let TransactionEnvelope::Tx(TransactionV1Envelope { tx, signatures }) = payment.clone() else {
        panic!("a wallet writes version 1");
    };
    let MuxedAccount::Ed25519(source_account_ed25519) = tx.source_account else {
        panic!("a wallet is not multiplexed");
    };
    let old = TransactionEnvelope::TxV0(TransactionV0Envelope {
        tx: TransactionV0 {
            source_account_ed25519,
            fee: tx.fee,
            seq_num: tx.seq_num,
            time_bounds: None,
            memo: tx.memo,
            operations: tx.operations,
            ext: TransactionV0Ext::V0,
        },
        signatures,
    });
    assert_eq!(status(&server, &old), "PENDING");
    let found = server.call("getTransaction", json!({ "hash": hash_of(&old) }));
    assert_eq!(found["status"], "SUCCESS");
    assert_eq!(
        found["envelopeXdr"],
        payment.to_xdr_base64(Limits::none()).unwrap()
    );
}

#[test]
fn manual_mode_waits_for_the_ledger() {
    let server = manual();
    let alice = Wallet::funded(&server, "alice");
    let payment = alice.payment(&alice, 1, alice.sequence(&server) + 1);
    assert_eq!(status(&server, &payment), "PENDING");
    assert_eq!(outcome(&server, &payment), "NOT_FOUND");
    assert_eq!(
        server.call("localnet_nodeInfo", json!(null))["pendingTransactions"],
        1
    );
    assert_eq!(close(&server)["transactions"], 1);
    assert_eq!(outcome(&server, &payment), "SUCCESS");
}

#[test]
fn interval_mode_closes_by_itself() {
    let server = Server::start(&["--close-mode", "interval:20"]);
    let alice = Wallet::funded(&server, "alice");
    let payment = alice.payment(&alice, 1, alice.sequence(&server) + 1);
    assert_eq!(status(&server, &payment), "PENDING");
    while outcome(&server, &payment) == "NOT_FOUND" {}
    assert_eq!(outcome(&server, &payment), "SUCCESS");
}

#[test]
fn switching_to_instant_closes_what_waits() {
    let server = manual();
    let alice = Wallet::funded(&server, "alice");
    let payment = alice.payment(&alice, 1, alice.sequence(&server) + 1);
    send(&server, &payment);
    server.call("localnet_setCloseMode", json!({ "mode": "instant" }));
    assert_eq!(outcome(&server, &payment), "SUCCESS");
}

#[test]
fn one_transaction_per_source_account_waits() {
    let server = manual();
    let alice = Wallet::funded(&server, "alice");
    let next = alice.sequence(&server) + 1;
    let first = alice.payment(&alice, 1, next);
    assert_eq!(status(&server, &first), "PENDING");
    assert_eq!(status(&server, &first), "DUPLICATE");
    assert_eq!(
        status(&server, &alice.payment(&alice, 2, next)),
        "TRY_AGAIN_LATER"
    );
    assert_eq!(
        status(&server, &alice.payment(&alice, 2, next + 1)),
        "TRY_AGAIN_LATER"
    );
    assert_eq!(
        refusal(&server, &alice.payment(&alice, 2, next - 1)),
        "TxBadSeq"
    );
    close(&server);
    // The queue ignores what a ledger applied in the nine that follow.
    assert_eq!(status(&server, &first), "TRY_AGAIN_LATER");
    assert_eq!(
        refusal(&server, &alice.payment(&alice, 2, next)),
        "TxBadSeq"
    );
    server.call("localnet_closeLedger", json!({ "count": 9 }));
    assert_eq!(refusal(&server, &first), "TxBadSeq");
    assert_eq!(
        status(&server, &alice.payment(&alice, 2, next + 1)),
        "PENDING"
    );
}

#[test]
fn a_fee_bump_with_ten_times_the_bid_replaces() {
    let server = manual();
    let (alice, payer) = (
        Wallet::funded(&server, "alice"),
        Wallet::funded(&server, "payer"),
    );
    let inner = alice.payment(&alice, 1, alice.sequence(&server) + 1);
    send(&server, &inner);
    // 100 stroops for one operation; the bump counts as two operations.
    assert_eq!(fee_asked(&server, &payer.fee_bump(&inner, 1_999)), 2_000);
    let rich = payer.fee_bump(&inner, 2_000);
    assert_eq!(status(&server, &rich), "PENDING");
    // The inner transaction now waits inside the bump.
    assert_eq!(status(&server, &inner), "DUPLICATE");
    assert_eq!(status(&server, &rich), "DUPLICATE");
    assert_eq!(close(&server)["transactions"], 1);
    let outer = server.call("getTransaction", json!({ "hash": hash_of(&rich) }));
    let by_inner = server.call("getTransaction", json!({ "hash": hash_of(&inner) }));
    assert_eq!(
        (&outer["status"], &outer["feeBump"]),
        (&json!("SUCCESS"), &json!(true))
    );
    assert_eq!(outer["envelopeXdr"], by_inner["envelopeXdr"]);
}

#[test]
fn a_replacement_multiplies_the_inclusion_fee_alone() {
    let (server, wallets) = prepared(2);
    let (alice, payer) = (&wallets[0], &wallets[1]);
    let resources = i64::from(RESOURCE_FEE);
    let inner = heavy(alice, &server, 150);
    assert_eq!(status(&server, &inner), "PENDING");
    // Ten times 150 stroops for each of two operations; the resource fee is 10,000,000 before and after.
    let least = resources + 3_000;
    assert_eq!(
        fee_asked(&server, &payer.fee_bump(&inner, least - 1)),
        least
    );
    assert_eq!(status(&server, &payer.fee_bump(&inner, least)), "PENDING");
    // The bump that waits now bids 1,500 for each of two.
    let next = resources + 30_000;
    assert_eq!(fee_asked(&server, &payer.fee_bump(&inner, next - 1)), next);
    let rich = payer.fee_bump(&inner, next);
    assert_eq!(status(&server, &rich), "PENDING");
    assert_eq!(close(&server)["transactions"], 1);
    assert_eq!(outcome(&server, &rich), "SUCCESS");
}

#[test]
fn a_fee_account_cannot_promise_more_than_it_has() {
    let server = manual();
    let (alice, bob) = (
        Wallet::funded(&server, "alice"),
        Wallet::funded(&server, "bob"),
    );
    let payer = Wallet::funded(&server, "payer");
    let most_of_it = 60_000_000_000;
    let first = alice.payment(&alice, 1, alice.sequence(&server) + 1);
    let second = bob.payment(&bob, 1, bob.sequence(&server) + 1);
    assert_eq!(
        status(&server, &payer.fee_bump(&first, most_of_it)),
        "PENDING"
    );
    assert_eq!(
        refusal(&server, &payer.fee_bump(&second, most_of_it)),
        "TxInsufficientBalance"
    );
    close(&server);
    assert_eq!(
        status(&server, &payer.fee_bump(&second, most_of_it)),
        "PENDING"
    );
}

#[test]
fn what_becomes_invalid_while_it_waits_is_left_out() {
    let server = manual();
    let alice = Wallet::funded(&server, "alice");
    let soon = server.call("localnet_nodeInfo", json!(null))["nextCloseTime"]
        .as_u64()
        .unwrap()
        + 60;
    let bounds = stellar_xdr::TimeBounds {
        min_time: stellar_xdr::TimePoint(0),
        max_time: stellar_xdr::TimePoint(soon),
    };
    let next = alice.sequence(&server) + 1;
    let late = alice.transaction(next, 100, Preconditions::Time(bounds), &[pay(&alice, 1)]);
    assert_eq!(status(&server, &late), "PENDING");
    server.call("localnet_increaseTime", json!({ "seconds": 3_600 }));
    assert_eq!(close(&server)["transactions"], 0);
    assert_eq!(outcome(&server, &late), "NOT_FOUND");
    assert_eq!(status(&server, &late), "TRY_AGAIN_LATER");
    assert_eq!(alice.sequence(&server) + 1, next);
}

#[test]
fn a_transaction_that_fails_in_its_ledger_is_pending_first() {
    let server = Server::start(&[]);
    let alice = Wallet::funded(&server, "alice");
    let balance = alice.balance(&server);
    let too_much = alice.payment(&Wallet::named("nobody"), 1, alice.sequence(&server) + 1);
    assert_eq!(status(&server, &too_much), "PENDING");
    assert_eq!(outcome(&server, &too_much), "FAILED");
    assert_eq!(alice.balance(&server), balance - 100);
}

#[test]
fn a_burst_shares_ledgers_and_all_of_it_gets_in() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::on_disk(folder.path());
    let wallets: Vec<Wallet> = (0..40)
        .map(|n| Wallet::funded(&server, &format!("wallet {n}")))
        .collect();
    let before = server.sequence();
    let payments: Vec<TransactionEnvelope> = wallets
        .iter()
        .map(|wallet| wallet.payment(wallet, 1, wallet.sequence(&server) + 1))
        .collect();
    std::thread::scope(|scope| {
        for payment in &payments {
            scope.spawn(|| assert_eq!(status(&server, payment), "PENDING"));
        }
    });
    for payment in &payments {
        assert_eq!(outcome(&server, payment), "SUCCESS");
    }
    assert!(server.sequence() - before <= payments.len() as u64);
}

#[test]
fn one_account_may_send_on_without_waiting_in_instant_mode() {
    let server = Server::start(&[]);
    let alice = Wallet::funded(&server, "alice");
    let first = alice.sequence(&server) + 1;
    for sequence in first..first + 50 {
        assert_eq!(
            status(&server, &alice.payment(&alice, 1, sequence)),
            "PENDING"
        );
    }
    assert_eq!(alice.sequence(&server), first + 49);
}
