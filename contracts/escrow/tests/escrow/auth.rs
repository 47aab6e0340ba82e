//! Who may call what: every role and every party against every function.

use merit_common::roles::{LIMITER, TREASURER, UNPAUSER};
use merit_escrow::EscrowError;
use merit_testing::escrow::{error, Setup, DEADLINE, FEE};
use merit_testing::{anyone, by, check, operation, signed_by, view, Failure, Row};

const UNAUTHORIZED: Failure = Failure::Contract(EscrowError::Unauthorized as u32);

fn dispute(setup: &Setup) {
    setup.dispute(&setup.depositor, 1, 0).unwrap();
}

/// The depositor is frozen while its refund comes.
fn owe(setup: &Setup) {
    let asset = &setup.world.asset;
    asset.set_authorized(&setup.depositor, false);
    setup.cancel(1).unwrap();
    asset.set_authorized(&setup.depositor, true);
}

/// In a world with the usual escrow, number 1.
fn parties() -> [Row<Setup>; 8] {
    [
        signed_by("create", &["depositor"], |w: &Setup| {
            (w.depositor.clone(), w.terms(&[10]))
        })
        .paying(10),
        by("release", &["depositor"], |_| (1u64, 0u32)),
        signed_by("cancel", &["depositor", "beneficiary"], |w: &Setup| {
            (w.depositor.clone(), w.beneficiary.clone(), 1u64)
        }),
        by("dispute", &["depositor", "beneficiary"], |w: &Setup| {
            (1u64, 0u32, w.hash(9))
        }),
        by(
            "submit_evidence",
            &["depositor", "beneficiary"],
            |w: &Setup| (1u64, 0u32, w.hash(8)),
        )
        .after(dispute),
        by("resolve", &["arbiter"], |_| (1u64, 0u32, 10u32)).after(dispute),
        anyone("expire", |_| (1u64, 0u32)).after(|w: &Setup| w.world.advance(DEADLINE)),
        anyone("withdraw", |w: &Setup| (w.depositor.clone(),)).after(owe),
    ]
}

fn platform() -> [Row<Setup>; 2] {
    [
        by("set_fee", &[LIMITER], |_| (FEE,)),
        by("collect_fees", &[TREASURER], |w: &Setup| {
            (w.person(), 100i128)
        })
        .after(|w| w.release(1, 0).unwrap()),
    ]
}

fn views() -> [Row<Setup>; 9] {
    [
        view("get", |_| (1u64,)),
        view("milestone", |_| (1u64, 0u32)),
        view("count", |w: &Setup| (w.arbiter.clone(),)),
        view("ids", |w: &Setup| (w.arbiter.clone(), 0u32, 10u32)),
        view("last_id", |_| ()),
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
        setup
    };
    let rows = parties().into_iter().chain(platform()).chain(views());
    let rows = rows.chain(operation(&[UNPAUSER]));
    check("escrow", new, UNAUTHORIZED, rows);
}

#[test]
fn a_cancellation_needs_the_parties_of_this_escrow() {
    let setup = Setup::new();
    let id = setup.usual();
    let (depositor, beneficiary) = (&setup.depositor, &setup.beneficiary);
    let arbiter = setup.cancel_signed_by(&[depositor, &setup.arbiter], id);
    assert_eq!(arbiter, Err(Failure::Host));
    let alone = setup.call::<()>(depositor, "cancel", (depositor, depositor, id));
    assert_eq!(alone, error(EscrowError::Unauthorized));
    let swapped = (beneficiary, depositor, id);
    let both = [depositor, beneficiary];
    let swapped = setup
        .world
        .call_signed::<()>(&both, &setup.contract, "cancel", swapped, &[]);
    assert_eq!(swapped, error(EscrowError::Unauthorized));
    assert_eq!(setup.cancel(id), Ok(()));
}
