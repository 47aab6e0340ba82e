use merit_common::{
    handover::{MAX_DELAY, WINDOW},
    testutils::{self, wait, Failure, Outcome, START},
};
use soroban_sdk::{testutils::Events as _, Address, Event as _};

use super::{error, World, DELAY};
use crate::{
    AdminContract, AdminError, AdminTransferBegun, AdminTransferCancelled, AdminTransferred,
};

fn begin(world: &World, new_admin: &Address) -> Outcome<()> {
    world.as_root("begin_transfer", (new_admin,))
}

fn accept(world: &World, new_admin: &Address) -> Outcome<()> {
    world.call(new_admin, "accept_transfer", ())
}

#[test]
fn the_admin_changes_hands_after_the_delay() {
    let world = World::new();
    let (old, new) = (world.actor("root"), world.stranger());
    begin(&world, &new).unwrap();
    assert_eq!(
        world.client().pending_transfer().unwrap().eta,
        START + DELAY
    );
    wait(&world.env, DELAY - 1);
    assert_eq!(accept(&world, &new), error(AdminError::TransferEarly));
    assert_eq!(world.client().admin(), Some(old.clone()));
    wait(&world.env, 1);
    accept(&world, &new).unwrap();
    assert_eq!(world.client().admin(), Some(new.clone()));
    assert_eq!(world.client().pending_transfer(), None);
    let by_old = world.grant_by(&old, "courier", &old, None);
    assert_eq!(by_old, error(AdminError::Unauthorized));
    world.grant_by(&new, "courier", &old, None).unwrap();
    assert_eq!(accept(&world, &new), error(AdminError::NoTransfer));
}

#[test]
fn a_forgotten_transfer_is_void() {
    let world = World::new();
    let new = world.stranger();
    begin(&world, &new).unwrap();
    wait(&world.env, DELAY + WINDOW - 1);
    assert!(world.client().pending_transfer().is_some());
    wait(&world.env, 1);
    assert_eq!(accept(&world, &new), error(AdminError::TransferExpired));
    assert_eq!(world.client().pending_transfer(), None);
}

#[test]
fn beginning_anew_replaces_the_heir_and_restarts_the_delay() {
    let world = World::new();
    let (first, second) = (world.stranger(), world.stranger());
    begin(&world, &first).unwrap();
    wait(&world.env, DELAY - 1);
    begin(&world, &second).unwrap();
    wait(&world.env, 1);
    assert_eq!(accept(&world, &first), Err(Failure::Auth));
    assert_eq!(accept(&world, &second), error(AdminError::TransferEarly));
    wait(&world.env, DELAY);
    accept(&world, &second).unwrap();
}

#[test]
fn a_cancelled_transfer_can_not_be_accepted() {
    let world = World::new();
    let new = world.stranger();
    assert_eq!(
        world.as_root("cancel_transfer", ()),
        error(AdminError::NoTransfer)
    );
    begin(&world, &new).unwrap();
    world.as_root("cancel_transfer", ()).unwrap();
    wait(&world.env, DELAY);
    assert_eq!(accept(&world, &new), error(AdminError::NoTransfer));
}

#[test]
fn the_admin_is_no_heir_to_itself() {
    let world = World::new();
    let outcome = begin(&world, &world.actor("root"));
    assert_eq!(outcome, error(AdminError::SameAdmin));
}

#[test]
fn an_endless_delay_is_refused_at_deployment() {
    let env = testutils::new_env();
    let deploy = |delay: u64| {
        let root = <Address as soroban_sdk::testutils::Address>::generate(&env);
        testutils::register(&env, AdminContract, "admin", (root, delay))
    };
    deploy(MAX_DELAY);
    let refused = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| deploy(MAX_DELAY + 1)));
    assert!(refused.is_err());
}

#[test]
fn every_step_is_announced() {
    let world = World::new();
    let (admin, new_admin) = (world.actor("root"), world.stranger());
    let emitted = |world: &World| world.env.events().all();
    let begun = AdminTransferBegun {
        admin: admin.clone(),
        new_admin: new_admin.clone(),
        eta: START + DELAY,
        expires_at: START + DELAY + WINDOW,
    };
    let cancelled = AdminTransferCancelled {
        admin: admin.clone(),
        new_admin: new_admin.clone(),
    };
    let transferred = AdminTransferred {
        new_admin: new_admin.clone(),
        previous_admin: admin,
    };
    begin(&world, &new_admin).unwrap();
    assert_eq!(
        emitted(&world),
        std::vec![begun.to_xdr(&world.env, &world.contract)]
    );
    world.as_root("cancel_transfer", ()).unwrap();
    assert_eq!(
        emitted(&world),
        std::vec![cancelled.to_xdr(&world.env, &world.contract)]
    );
    begin(&world, &new_admin).unwrap();
    wait(&world.env, DELAY);
    accept(&world, &new_admin).unwrap();
    assert_eq!(
        emitted(&world),
        std::vec![transferred.to_xdr(&world.env, &world.contract)]
    );
}
