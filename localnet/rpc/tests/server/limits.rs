//! Capacity of a ledger: a burst spreads over as many ledgers as it needs.

use crate::common::{
    burst::{asking, heavy, ledgers, pending, per_ledger, prepared, send_all, set_mode},
    wallet::{pay, result_code, send, Wallet},
    Server,
};
use serde_json::json;
use stellar_xdr::*;

/// A tenth of the operations that a ledger holds.
fn hundred_payments(wallet: &Wallet, server: &Server) -> TransactionEnvelope {
    let payments = vec![pay(wallet, 1); 100];
    let sequence = wallet.sequence(server) + 1;
    wallet.transaction(sequence, 10_000, Preconditions::None, &payments)
}

#[test]
fn a_closed_ledger_takes_what_fits_of_each_phase_and_the_rest_waits() {
    let (server, wallets) = prepared(17);
    let (soroban, classic) = wallets.split_at(5);
    let soroban: Vec<_> = soroban.iter().map(|w| heavy(w, &server, 100)).collect();
    let classic: Vec<_> = classic
        .iter()
        .map(|w| hundred_payments(w, &server))
        .collect();
    send_all(&server, &soroban);
    send_all(&server, &classic);
    let first = server.sequence() + 1;

    let closed = server.call("localnet_closeLedger", json!({}));
    assert_eq!(
        (&closed["sequence"], &closed["transactions"]),
        (&json!(first), &json!(12))
    );
    assert_eq!(pending(&server), 5);
    let closed = ledgers(&server, &soroban, first);
    assert_eq!(closed.iter().flatten().count(), 2);

    let closed = server.call("localnet_closeLedger", json!({ "count": 3 }));
    assert_eq!(
        (&closed["sequence"], &closed["transactions"]),
        (&json!(first + 3), &json!(5))
    );
    assert_eq!(pending(&server), 0);
    assert_eq!(per_ledger(&server, &soroban, first), [2, 2, 1]);
    assert_eq!(per_ledger(&server, &classic, first), [10, 2]);
}

#[test]
fn the_highest_bids_go_first() {
    let (server, wallets) = prepared(4);
    let bids = [100, 300, 200, 300];
    let burst: Vec<_> = wallets
        .iter()
        .zip(bids)
        .map(|(w, bid)| heavy(w, &server, bid))
        .collect();
    send_all(&server, &burst);
    let first = server.sequence() + 1;
    server.call("localnet_closeLedger", json!({ "count": 2 }));
    assert_eq!(ledgers(&server, &burst, first), [1, 0, 1, 0].map(Some));
}

#[test]
fn a_full_ledger_charges_its_lowest_bid_and_fee_statistics_tell_it() {
    let (server, wallets) = prepared(4);
    let bids = [900, 500, 200, 150];
    let burst: Vec<_> = wallets
        .iter()
        .zip(bids)
        .map(|(w, bid)| heavy(w, &server, bid))
        .collect();
    send_all(&server, &burst);
    let fees = || server.call("getFeeStats", json!({}))["sorobanInclusionFee"].clone();
    let before: u32 = fees()["transactionCount"]
        .as_str()
        .unwrap()
        .parse()
        .unwrap();
    server.call("localnet_closeLedger", json!({}));
    let full = fees();
    assert_eq!((&full["max"], &full["p90"]), (&json!("500"), &json!("500")));
    // The second ledger has room for both that are left.
    server.call("localnet_closeLedger", json!({}));
    let both = fees();
    assert_eq!((&both["max"], &both["min"]), (&json!("500"), &json!("100")));
    assert_eq!(both["transactionCount"], (before + 4).to_string());
    assert_eq!(
        (&both["mode"], &both["p50"]),
        (&json!("100"), &json!("100"))
    );
    let classic = server.call("getFeeStats", json!({}))["inclusionFee"].clone();
    assert_eq!(classic["max"], "100");
}

#[test]
fn instant_mode_closes_as_many_ledgers_as_it_takes_before_it_answers() {
    let (server, wallets) = prepared(7);
    let burst: Vec<_> = wallets[..5]
        .iter()
        .map(|w| heavy(w, &server, 100))
        .collect();
    send_all(&server, &burst);
    let first = server.sequence() + 1;
    set_mode(&server, "instant");
    assert_eq!(per_ledger(&server, &burst, first), [2, 2, 1]);
    assert_eq!(server.sequence(), first + 2);

    // The queue holds five: instant mode closes ledgers sooner than it refuses somebody.
    let burst: Vec<_> = wallets.iter().map(|w| heavy(w, &server, 100)).collect();
    std::thread::scope(|scope| {
        for envelope in &burst {
            scope.spawn(|| assert_eq!(send(&server, envelope)["status"], "PENDING"));
        }
    });
    let held = per_ledger(&server, &burst, first + 3);
    assert!(held.iter().all(|count| *count <= 2), "{held:?}");
}

#[test]
fn interval_mode_spreads_a_burst_over_its_ledgers() {
    let (server, wallets) = prepared(5);
    let burst: Vec<_> = wallets.iter().map(|w| heavy(w, &server, 100)).collect();
    send_all(&server, &burst);
    let first = server.sequence() + 1;
    server.call(
        "localnet_setCloseMode",
        json!({ "mode": "interval", "ms": 20 }),
    );
    while pending(&server) != 0 {}
    assert_eq!(per_ledger(&server, &burst, first), [2, 2, 1]);
}

#[test]
fn without_limits_a_burst_shares_a_ledger() {
    let server = Server::start(&["--limits", "unlimited", "--close-mode", "manual"]);
    let contract = stellar_strkey::Contract([9; 32]).to_string();
    assert_eq!(server.get(&format!("/friendbot?addr={contract}")).0, 200);
    let burst: Vec<_> = (0..5)
        .map(|n| {
            heavy(
                &Wallet::funded(&server, &format!("wallet {n}")),
                &server,
                100,
            )
        })
        .collect();
    send_all(&server, &burst);
    assert_eq!(
        server.call("localnet_closeLedger", json!({}))["transactions"],
        5
    );
}

#[test]
fn a_fee_account_that_lost_its_money_meanwhile_pays_only_for_what_it_can() {
    let (server, wallets) = prepared(13);
    let [payer, alice, bob, carol, others @ ..] = wallets.as_slice() else {
        panic!("there are thirteen");
    };
    // Beside these 901 operations of higher bids there is no room for 101 more. The lowest rate sets the ledger's fee.
    const FEE: i64 = 40_000_000;
    const RESERVE: i64 = 10_000_000;
    let gift = OperationBody::Payment(PaymentOp {
        destination: alice.muxed(),
        asset: Asset::Native,
        amount: payer.balance(&server) - 3_000_000_000 - RESERVE - FEE,
    });
    let sequence = payer.sequence(&server) + 1;
    let mut first = vec![payer.transaction(sequence, 1_000_000_000, Preconditions::None, &[gift])];
    first.extend(others.iter().map(|wallet| {
        let sequence = wallet.sequence(&server) + 1;
        let payments = vec![pay(wallet, 1); 100];
        wallet.transaction(sequence, 4_000_000_000, Preconditions::None, &payments)
    }));
    // 3,000,000,000 stroops will be left: enough without the second bump.
    let bids = [2_000_000_000, 2_000_000_000, 500_000_000];
    let bumps: Vec<_> = [alice, bob, carol]
        .into_iter()
        .zip(bids)
        .map(|(wallet, bid)| payer.fee_bump(&hundred_payments(wallet, &server), bid))
        .collect();
    send_all(&server, &bumps);
    send_all(&server, &first);
    let sequence = server.sequence() + 1;
    let closed = server.call("localnet_closeLedger", json!({ "count": 2 }));
    assert_eq!(
        (&closed["transactions"], pending(&server)),
        (&json!(12), json!(0))
    );
    assert_eq!(ledgers(&server, &first, sequence), [Some(0); 10]);
    assert_eq!(ledgers(&server, &bumps, sequence), [Some(1), None, Some(1)]);
}

/// The text and the numbers of the one diagnostic event of a refusal.
fn reason(answer: &serde_json::Value) -> (String, Vec<u64>) {
    let xdr = answer["diagnosticEventsXdr"][0]
        .as_str()
        .unwrap_or_default();
    let event = DiagnosticEvent::from_xdr_base64(xdr, Limits::none()).unwrap();
    let ContractEventBody::V0(body) = event.event.body;
    let ScVal::Vec(Some(details)) = body.data else {
        panic!("{answer}");
    };
    let mut numbers = Vec::new();
    let mut text = String::new();
    for detail in details.iter() {
        match detail {
            ScVal::String(words) => text = words.to_string(),
            ScVal::U64(number) => numbers.push(*number),
            other => panic!("{other:?}"),
        }
    }
    (text, numbers)
}

#[test]
fn what_no_ledger_takes_is_refused_with_the_reason_however_full_the_queue_is() {
    let (server, wallets) = prepared(2);
    let [wallet, busy] = wallets.as_slice() else {
        panic!("there are two");
    };
    send_all(&server, &[heavy(busy, &server, 100)]);
    // Beyond what a transaction may ask for, beyond what two ledgers take, and from an account that has one waiting.
    for (source, instructions) in [
        (wallet, 450_000_000),
        (wallet, 2_000_000_000),
        (busy, 2_000_000_000),
    ] {
        for _ in 0..2 {
            let answer = send(&server, &asking(source, &server, instructions, 100));
            assert_eq!(answer["status"], "ERROR", "{answer}");
            assert_eq!(result_code(&answer["errorResultXdr"]), "TxSorobanInvalid");
            let (text, numbers) = reason(&answer);
            assert_eq!(
                text,
                "transaction instructions resources exceed network config limit"
            );
            assert_eq!(numbers, [u64::from(instructions), 400_000_000]);
        }
    }
}
