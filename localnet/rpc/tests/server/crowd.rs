//! More Soroban transactions than ledgers take: which wait how long, and which the queue refuses.

use crate::common::{
    burst::{asking, heavy, ledgers, pending, per_ledger, prepared, send_all, RESOURCE_FEE},
    wallet::{fee_asked, outcome, status},
    Server,
};
use serde_json::json;

fn close(server: &Server, count: u32) {
    server.call("localnet_closeLedger", json!({ "count": count }));
}

/// The full fee of a Soroban transaction or its bump.
fn full_fee(inclusion_fee: i64) -> i64 {
    i64::from(RESOURCE_FEE) + inclusion_fee
}

#[test]
fn ten_times_the_bid_gets_the_one_left_over_into_the_next_ledger() {
    let (server, wallets) = prepared(17);
    let (payer, wallets) = wallets.split_last().unwrap();
    let fifteenth = |wallet| asking(wallet, &server, 580_000_000 / 15, 100);
    let sixteen: Vec<_> = wallets.iter().map(fifteenth).collect();
    send_all(&server, &sixteen);
    let first = server.sequence() + 1;
    close(&server, 1);
    let closed = ledgers(&server, &sixteen, first);
    assert_eq!(closed.iter().flatten().count(), 15);
    let left = closed.iter().position(Option::is_none).unwrap();

    // Fifteen more come, which would fill the next ledger.
    let mut others = wallets.iter().enumerate();
    let newcomers: Vec<_> = others
        .by_ref()
        .filter(|(at, _)| *at != left)
        .map(|(_, wallet)| fifteenth(wallet))
        .collect();
    send_all(&server, &newcomers);
    let raised = payer.fee_bump(&sixteen[left], full_fee(2_000));
    assert_eq!(status(&server, &raised), "PENDING");
    close(&server, 2);
    assert_eq!(ledgers(&server, &[raised], first), [Some(1)]);
    assert_eq!(per_ledger(&server, &newcomers, first + 1), [14, 1]);
}

#[test]
fn what_four_ledgers_leave_out_is_banned_for_ten() {
    let (server, wallets) = prepared(3);
    let [rivals @ .., patient] = wallets.as_slice() else {
        panic!("there are three");
    };
    let waiting = heavy(patient, &server, 100);
    assert_eq!(status(&server, &waiting), "PENDING");
    for ledger in 1..=4 {
        assert_eq!(pending(&server), 1, "before ledger {ledger}");
        for rival in rivals {
            assert_eq!(status(&server, &heavy(rival, &server, 900)), "PENDING");
        }
        close(&server, 1);
    }
    assert_eq!(pending(&server), 0);
    assert_eq!(outcome(&server, &waiting), "NOT_FOUND");
    assert_eq!(status(&server, &waiting), "TRY_AGAIN_LATER");
    close(&server, 9);
    assert_eq!(status(&server, &waiting), "TRY_AGAIN_LATER");
    close(&server, 1);
    assert_eq!(status(&server, &waiting), "PENDING");
    close(&server, 1);
    assert_eq!(outcome(&server, &waiting), "SUCCESS");
}

#[test]
fn a_replacement_waits_no_longer_than_what_it_replaced() {
    let (server, wallets) = prepared(4);
    let [rivals @ .., patient, payer] = wallets.as_slice() else {
        panic!("there are four");
    };
    let waiting = heavy(patient, &server, 100);
    let raised = payer.fee_bump(&waiting, full_fee(2_000));
    assert_eq!(status(&server, &waiting), "PENDING");
    for ledger in 1..=4 {
        for rival in rivals {
            assert_eq!(status(&server, &heavy(rival, &server, 9_000)), "PENDING");
        }
        if ledger == 4 {
            assert_eq!(status(&server, &raised), "PENDING");
        }
        close(&server, 1);
    }
    assert_eq!(pending(&server), 0);
    // Only what waited at last is banned.
    assert_eq!(status(&server, &raised), "TRY_AGAIN_LATER");
    assert_eq!(status(&server, &waiting), "PENDING");
}

#[test]
fn a_full_queue_lets_only_higher_bids_in() {
    let (server, wallets) = prepared(8);
    let (first, last) = wallets.split_at(5);
    // Two ledgers hold 1,160 million instructions, five transactions of 200 million.
    let queued: Vec<_> = first.iter().map(|w| heavy(w, &server, 200)).collect();
    send_all(&server, &queued);
    let sixth = heavy(&last[0], &server, 200);
    assert_eq!(fee_asked(&server, &sixth), full_fee(201));
    assert_eq!(status(&server, &sixth), "TRY_AGAIN_LATER");
    let classic = last[2].payment(&last[2], 1, last[2].sequence(&server) + 1);
    assert_eq!(status(&server, &classic), "PENDING");

    let seventh = heavy(&last[1], &server, 201);
    assert_eq!(status(&server, &seventh), "PENDING");
    assert_eq!(pending(&server), 6);
    let answers: Vec<String> = queued.iter().map(|tx| status(&server, tx)).collect();
    let count = |answer: &str| answers.iter().filter(|other| *other == answer).count();
    assert_eq!((count("DUPLICATE"), count("TRY_AGAIN_LATER")), (4, 1));

    // There is room for a small one, but nobody gets in below the one that had to leave.
    let small = asking(&last[0], &server, 1_000_000, 200);
    assert_eq!(fee_asked(&server, &small), full_fee(201));
    close(&server, 1);
    let small = asking(&last[0], &server, 1_000_001, 200);
    assert_eq!(status(&server, &small), "PENDING");
}

#[test]
fn an_account_waits_for_one_kind_of_transaction_even_as_fee_account() {
    let (server, wallets) = prepared(3);
    let [alice, payer, bob] = wallets.as_slice() else {
        panic!("there are three");
    };
    let bump = payer.fee_bump(&heavy(alice, &server, 100), full_fee(200));
    assert_eq!(status(&server, &bump), "PENDING");
    let classic = payer.payment(payer, 1, payer.sequence(&server) + 1);
    assert_eq!(status(&server, &classic), "TRY_AGAIN_LATER");
    assert_eq!(
        status(&server, &heavy(payer, &server, 100)),
        "PENDING",
        "it may wait with more of the same kind"
    );
    // Its use as the fee account of others is not checked.
    let classic = bob.payment(bob, 1, bob.sequence(&server) + 1);
    assert_eq!(status(&server, &payer.fee_bump(&classic, 200)), "PENDING");
}
