use std::panic::{catch_unwind, AssertUnwindSafe};

use merit_admin::{AdminError, AdminTransferBegun, AdminTransferCancelled, AdminTransferred};
use merit_common::handover::MAX_DELAY;
use merit_testing::{
    admin::{deploy, error, Setup, DELAY},
    Failure, Outcome, Subject, OFFER_WINDOW, START,
};
use soroban_sdk::{testutils::Events as _, Address, Event as _};

fn begin(setup: &Setup, new_admin: &Address) -> Outcome<()> {
    setup.as_root("begin_transfer", (new_admin,))
}

fn accept(setup: &Setup, new_admin: &Address) -> Outcome<()> {
    setup.call(new_admin, "accept_transfer", ())
}

#[test]
fn the_admin_changes_hands_after_the_delay() {
    let setup = Setup::new();
    let (old, new) = (setup.actor("root"), setup.stranger());
    begin(&setup, &new).unwrap();
    assert_eq!(
        setup.client().pending_transfer().unwrap().eta,
        START + DELAY
    );
    setup.world.advance(DELAY - 1);
    assert_eq!(accept(&setup, &new), error(AdminError::TransferEarly));
    assert_eq!(setup.client().get_admin(), Some(old.clone()));
    setup.world.advance(1);
    accept(&setup, &new).unwrap();
    assert_eq!(setup.client().get_admin(), Some(new.clone()));
    assert_eq!(setup.client().pending_transfer(), None);
    let by_old = setup.grant_by(&old, "courier", &old, None);
    assert_eq!(by_old, error(AdminError::Unauthorized));
    setup.grant_by(&new, "courier", &old, None).unwrap();
    assert_eq!(accept(&setup, &new), error(AdminError::NoTransfer));
}

#[test]
fn a_forgotten_transfer_is_void() {
    let setup = Setup::new();
    let new = setup.stranger();
    begin(&setup, &new).unwrap();
    setup.world.advance(DELAY + OFFER_WINDOW - 1);
    assert!(setup.client().pending_transfer().is_some());
    setup.world.advance(1);
    assert_eq!(accept(&setup, &new), error(AdminError::TransferExpired));
    assert_eq!(setup.client().pending_transfer(), None);
}

#[test]
fn announcing_again_replaces_the_account_and_restarts_the_delay() {
    let setup = Setup::new();
    let (first, second) = (setup.stranger(), setup.stranger());
    begin(&setup, &first).unwrap();
    setup.world.advance(DELAY - 1);
    begin(&setup, &second).unwrap();
    setup.world.advance(1);
    assert_eq!(accept(&setup, &first), Err(Failure::Host));
    assert_eq!(accept(&setup, &second), error(AdminError::TransferEarly));
    setup.world.advance(DELAY);
    accept(&setup, &second).unwrap();
}

#[test]
fn a_cancelled_transfer_can_not_be_accepted() {
    let setup = Setup::new();
    let new = setup.stranger();
    assert_eq!(
        setup.as_root("cancel_transfer", ()),
        error(AdminError::NoTransfer)
    );
    begin(&setup, &new).unwrap();
    setup.as_root("cancel_transfer", ()).unwrap();
    setup.world.advance(DELAY);
    assert_eq!(accept(&setup, &new), error(AdminError::NoTransfer));
}

#[test]
fn the_admin_cannot_announce_itself() {
    let setup = Setup::new();
    let outcome = begin(&setup, &setup.actor("root"));
    assert_eq!(outcome, error(AdminError::SameAdmin));
}

#[test]
fn an_endless_delay_is_refused_at_deployment() {
    let setup = Setup::new();
    deploy(&setup.world, MAX_DELAY, MAX_DELAY);
    for (transfer, upgrade) in [(MAX_DELAY + 1, 0), (0, MAX_DELAY + 1)] {
        let endless = AssertUnwindSafe(|| deploy(&setup.world, transfer, upgrade));
        assert!(catch_unwind(endless).is_err());
    }
}

#[test]
fn every_step_is_announced() {
    let setup = Setup::new();
    let (admin, new_admin) = (setup.actor("root"), setup.stranger());
    let emitted = |setup: &Setup| setup.env().events().all();
    let begun = AdminTransferBegun {
        admin: admin.clone(),
        new_admin: new_admin.clone(),
        eta: START + DELAY,
        expires_at: START + DELAY + OFFER_WINDOW,
    };
    let cancelled = AdminTransferCancelled {
        admin: admin.clone(),
        new_admin: new_admin.clone(),
    };
    let transferred = AdminTransferred {
        new_admin: new_admin.clone(),
        previous_admin: admin,
    };
    begin(&setup, &new_admin).unwrap();
    assert_eq!(
        emitted(&setup),
        vec![begun.to_xdr(setup.env(), &setup.contract)]
    );
    setup.as_root("cancel_transfer", ()).unwrap();
    assert_eq!(
        emitted(&setup),
        vec![cancelled.to_xdr(setup.env(), &setup.contract)]
    );
    begin(&setup, &new_admin).unwrap();
    setup.world.advance(DELAY);
    accept(&setup, &new_admin).unwrap();
    assert_eq!(
        emitted(&setup),
        vec![transferred.to_xdr(setup.env(), &setup.contract)]
    );
}
