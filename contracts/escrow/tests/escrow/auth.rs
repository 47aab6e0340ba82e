//! Authorisation: every role and every party against every function.

use merit_common::{
    ids,
    roles::{LIMITER, TREASURER, UNPAUSER},
};
use merit_escrow::EscrowError;
use merit_testing::escrow::{Setup, DEADLINE, FEE};
use merit_testing::{anyone, by, check, signed_by, stops, view, Failure, Row, START};
use soroban_sdk::BytesN;

const UNAUTHORIZED: Failure = Failure::Contract(EscrowError::Unauthorized as u32);

/// Id of the usual escrow, which the fixture made under its first reference.
fn id(setup: &Setup) -> BytesN<32> {
    ids::of(setup.env(), &setup.depositor, &setup.hash(1))
}

fn dispute(setup: &Setup) {
    setup.dispute(&setup.depositor, &id(setup), 0).unwrap();
}

fn owe(setup: &Setup) {
    setup.world.advance(DEADLINE);
    setup.expire(&id(setup), 0).unwrap();
}

/// Rows for a world with the usual escrow, which is accepted, and one that isn't.
fn parties() -> [Row<Setup>; 11] {
    [
        signed_by("create", &["depositor"], |w: &Setup| {
            (w.depositor.clone(), w.terms(&[10]))
        })
        .paying(10),
        by("accept", &["beneficiary", "arbiter"], |w: &Setup| {
            (ids::of(w.env(), &w.depositor, &w.hash(2)),)
        })
        .denied(Failure::Contract(EscrowError::NotAwaited as u32)),
        signed_by("release", &["depositor"], |w: &Setup| (id(w), 0u32)),
        signed_by("split", &["depositor", "beneficiary"], |w: &Setup| {
            (id(w), 0u32, 10u32)
        }),
        signed_by("extend", &["depositor", "beneficiary"], |w: &Setup| {
            (id(w), 0u32, START + DEADLINE + 1)
        }),
        signed_by(
            "cancel",
            &["depositor", "beneficiary"],
            |w: &Setup| (id(w),),
        ),
        by("dispute", &["depositor", "beneficiary"], |w: &Setup| {
            (id(w), 0u32, w.hash(9))
        }),
        by(
            "submit_evidence",
            &["depositor", "beneficiary"],
            |w: &Setup| (id(w), 0u32, w.hash(8)),
        )
        .after(dispute),
        signed_by("resolve", &["arbiter"], |w: &Setup| (id(w), 0u32, 10u32)).after(dispute),
        anyone("expire", |w: &Setup| (id(w), 0u32)).after(|w: &Setup| w.world.advance(DEADLINE)),
        anyone("withdraw", |w: &Setup| (w.depositor.clone(),)).after(owe),
    ]
}

fn platform() -> [Row<Setup>; 2] {
    [
        by("set_fee", &[LIMITER], |_| (FEE,)),
        by("collect_fees", &[TREASURER], |w: &Setup| {
            (w.person(), 100i128)
        })
        .after(|w| w.release(&id(w), 0).unwrap()),
    ]
}

fn views() -> [Row<Setup>; 5] {
    [
        view("get", |w: &Setup| (id(w),)),
        view("owed", |w: &Setup| (w.depositor.clone(),)),
        view("fee", |_| ()),
        view("totals", |_| ()),
        view("total_held", |_| ()),
    ]
}

#[test]
fn every_function_admits_only_the_callers_in_the_table() {
    let new = || {
        let setup = Setup::new();
        setup.usual();
        setup.create(&setup.terms(&[10])).unwrap();
        setup
    };
    let rows = parties().into_iter().chain(platform()).chain(views());
    let rows = rows.chain(stops(&[UNPAUSER]));
    check("escrow", new, UNAUTHORIZED, rows);
}

#[test]
fn only_this_escrows_depositor_takes_back_what_is_not_accepted() {
    let setup = Setup::new();
    let id = setup.create(&setup.terms(&[10])).unwrap();
    let cancel = |signer| setup.call::<()>(signer, "cancel", (&id,));
    for other in [&setup.beneficiary, &setup.arbiter] {
        assert_eq!(cancel(other), Err(Failure::Host));
    }
    assert_eq!(cancel(&setup.depositor), Ok(()));
}
