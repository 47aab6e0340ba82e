//! Authorisation: every role and every party against every function.

use merit_common::{ids, roles::UNPAUSER};
use merit_testing::vesting::{linear, Setup};
use merit_testing::{anyone, by, check, signed_by, stops, view, Failure, Row, Subject};
use merit_vesting::{Terms, VestingError};
use soroban_sdk::{vec as list, BytesN, Vec};

const UNAUTHORIZED: Failure = Failure::Contract(VestingError::Unauthorized as u32);

/// Id of the usual schedule, which the fixture made under its first reference.
fn id(setup: &Setup) -> BytesN<32> {
    let reference = BytesN::from_array(setup.env(), &[1; 32]);
    ids::of(setup.env(), &setup.funder, &reference)
}

fn ten(setup: &Setup) -> Vec<Terms> {
    list![setup.env(), setup.terms(linear(10, 1, 2, 3))]
}

fn offered(setup: &Setup) {
    let heir = setup.actor("heir");
    setup.begin(&setup.beneficiary, &id(setup), &heir).unwrap();
}

fn revoked(setup: &Setup) {
    setup.revoke(&id(setup)).unwrap();
}

/// Rows for a world with the usual schedule.
fn parties() -> [Row<Setup>; 7] {
    [
        signed_by("create", &["funder"], |w: &Setup| {
            (w.funder.clone(), ten(w))
        })
        .paying(10),
        anyone("claim", |w: &Setup| (id(w),)).after(|w: &Setup| w.world.advance(1_000)),
        by("revoke", &["revoker", "beneficiary"], |w: &Setup| (id(w),)),
        anyone("withdraw", |w: &Setup| (w.funder.clone(),)).after(revoked),
        by("begin_transfer", &["beneficiary"], |w: &Setup| {
            (id(w), w.actor("heir"))
        }),
        by("cancel_transfer", &["beneficiary"], |w: &Setup| (id(w),)).after(offered),
        by("accept_transfer", &["heir"], |w: &Setup| (id(w),)).after(offered),
    ]
}

fn views() -> [Row<Setup>; 7] {
    [
        view("get", |w: &Setup| (id(w),)),
        view("vested_at", |w: &Setup| (id(w), 0u64)),
        view("claimable", |w: &Setup| (id(w),)),
        view("pending_transfer", |w: &Setup| (id(w),)),
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
    let rows = rows.chain(stops(&[UNPAUSER]));
    check("vesting", new, UNAUTHORIZED, rows);
}

#[test]
fn a_signature_for_a_schedule_does_not_cover_another_sum() {
    let setup = Setup::new();
    let terms = setup.terms(linear(10, 1, 2, 3));
    let more = Terms {
        plan: linear(11, 1, 2, 3),
        ..terms.clone()
    };
    let (signed, sent) = (list![setup.env(), terms], list![setup.env(), more]);
    let funder = &setup.funder;
    let outcome = setup.world.call_signed_for::<Vec<BytesN<32>>>(
        funder,
        &setup.contract,
        "create",
        (funder, signed),
        (funder, sent),
    );
    assert_eq!(outcome, Err(Failure::Host));
}
