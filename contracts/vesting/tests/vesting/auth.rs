//! Who may call what: every role and every party against every function.

use merit_common::roles::UNPAUSER;
use merit_testing::vesting::{linear, Setup};
use merit_testing::{anyone, by, check, operation, signed_by, view, Failure, Row, Subject};
use merit_vesting::{Terms, VestingError};
use soroban_sdk::vec as list;

const UNAUTHORIZED: Failure = Failure::Contract(VestingError::Unauthorized as u32);

fn ten(setup: &Setup) -> Terms {
    setup.terms(linear(10, 1, 2, 3))
}

fn offered(setup: &Setup) {
    let heir = setup.actor("heir");
    setup.begin(&setup.beneficiary, 1, &heir).unwrap();
}

fn refunded_to_nobody(setup: &Setup) {
    let asset = &setup.world.asset;
    asset.set_authorized(&setup.funder, false);
    setup.revoke(1).unwrap();
    asset.set_authorized(&setup.funder, true);
}

/// In a world with the usual schedule, number 1.
fn parties() -> [Row<Setup>; 8] {
    [
        signed_by("create", &["funder"], |w: &Setup| {
            (w.funder.clone(), ten(w))
        })
        .paying(10),
        signed_by("create_batch", &["funder"], |w: &Setup| {
            (w.funder.clone(), list![w.env(), ten(w), ten(w)])
        })
        .paying(20),
        anyone("claim", |_| (1u64,)).after(|w: &Setup| w.world.advance(1_000)),
        by("revoke", &["revoker"], |_| (1u64,)),
        anyone("withdraw", |w: &Setup| (w.funder.clone(),)).after(refunded_to_nobody),
        by("begin_transfer", &["beneficiary"], |w: &Setup| {
            (1u64, w.actor("heir"))
        }),
        by("cancel_transfer", &["beneficiary"], |_| (1u64,)).after(offered),
        by("accept_transfer", &["heir"], |_| (1u64,)).after(offered),
    ]
}

fn views() -> [Row<Setup>; 12] {
    [
        view("get", |_| (1u64,)),
        view("vested", |_| (1u64,)),
        view("vested_at", |_| (1u64, 0u64)),
        view("claimable", |_| (1u64,)),
        view("pending_transfer", |_| (1u64,)),
        view("count", |w: &Setup| (w.beneficiary.clone(),)),
        view("ids", |w: &Setup| (w.beneficiary.clone(), 0u32, 10u32)),
        view("last_id", |_| ()),
        view("max_batch", |_| ()),
        view("owed", |w: &Setup| (w.funder.clone(),)),
        view("obligations", |_| ()),
        view("total_held", |_| ()),
    ]
}

#[test]
fn every_function_admits_only_the_callers_in_the_table() {
    let new = || {
        let setup = Setup::new();
        setup.usual();
        setup
    };
    let rows = parties().into_iter().chain(views());
    let rows = rows.chain(operation(&[UNPAUSER]));
    check("vesting", new, UNAUTHORIZED, rows);
}

#[test]
fn a_signature_for_a_schedule_does_not_cover_another_sum() {
    let setup = Setup::new();
    let signed = setup.terms(linear(10, 1, 2, 3));
    let sent = setup.terms(linear(11, 1, 2, 3));
    let funder = &setup.funder;
    let outcome = setup.world.call_signed_for::<u64>(
        funder,
        &setup.contract,
        "create",
        (funder, signed),
        (funder, sent),
    );
    assert_eq!(outcome, Err(Failure::Host));
}
