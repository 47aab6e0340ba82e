//! Owners, who may withdraw a merchant's balance, and the time that a change takes.

use merit_common::roles::{APPOINTER, LIMITER, MANAGER, PAUSER};
use merit_pool::PoolError;
use merit_testing::{pool::error, World, DAY, MERCHANT, START};
use soroban_sdk::{testutils::Address as _, Address};

const UNAUTHORIZED: PoolError = PoolError::Unauthorized;

/// A merchant with 1,000 and without an owner, and somebody who could be one.
fn ownerless() -> (World, Address) {
    let world = World::new();
    world.deposit(MERCHANT, 1_000);
    let owner = Address::generate(&world.env);
    (world, owner)
}

fn name(world: &World, owner: &Address) {
    let appointer = world.holder(APPOINTER);
    world.set_owner(appointer, MERCHANT, owner).unwrap();
}

fn cancel(world: &World) -> merit_testing::Outcome<()> {
    let guardian = world.holder(PAUSER);
    world.call(guardian, &world.pool, "cancel_owner", (guardian, MERCHANT))
}

fn withdraw(world: &World, owner: &Address) -> merit_testing::Outcome<()> {
    world.withdraw(owner, MERCHANT, owner, 100)
}

#[test]
fn the_online_key_names_no_owner() {
    let (world, thief) = ownerless();
    let manager = world.holder(MANAGER);
    let named = |world: &World| world.set_owner(manager, MERCHANT, &thief);
    assert_eq!(named(&world), error(UNAUTHORIZED));
    world.first_owner(MERCHANT, &Address::generate(&world.env));
    assert_eq!(named(&world), error(UNAUTHORIZED));
    assert_eq!(withdraw(&world, &thief), error(UNAUTHORIZED));
}

#[test]
fn a_first_owner_waits_a_day() {
    let (world, owner) = ownerless();
    assert_eq!(
        world.apply_owner(&owner, MERCHANT),
        error(PoolError::NoPendingOwner)
    );
    name(&world, &owner);
    assert_eq!(world.event_names(&world.pool), ["owner_queued"]);
    let pending = world.pool().pending_owner(&MERCHANT).unwrap();
    assert_eq!((pending.to, pending.eta), (owner.clone(), START + DAY));

    world.advance(DAY - 1);
    assert_eq!(
        world.apply_owner(&owner, MERCHANT),
        error(PoolError::OwnerNotDue)
    );
    assert_eq!(withdraw(&world, &owner), error(UNAUTHORIZED));
    world.advance(1);
    assert_eq!(world.apply_owner(&owner, MERCHANT), Ok(()));
    assert_eq!(world.event_names(&world.pool), ["owner_set"]);
    assert_eq!(world.pool().owner(&MERCHANT), Some(owner.clone()));
    assert_eq!(withdraw(&world, &owner), Ok(()));
    assert_eq!(
        world.apply_owner(&owner, MERCHANT),
        error(PoolError::NoPendingOwner)
    );
}

#[test]
fn a_guardian_cancels_a_first_owner_also_while_stopped() {
    let (world, thief) = ownerless();
    assert_eq!(cancel(&world), error(PoolError::NoPendingOwner));
    name(&world, &thief);
    world.advance(DAY);
    world.pause(&world.pool);
    assert_eq!(
        world.apply_owner(&thief, MERCHANT),
        error(PoolError::Paused)
    );
    assert_eq!(cancel(&world), Ok(()));
    assert_eq!(world.event_names(&world.pool), ["owner_cancelled"]);
    world.unpause(&world.pool);
    assert_eq!(
        world.apply_owner(&thief, MERCHANT),
        error(PoolError::NoPendingOwner)
    );
    assert_eq!(withdraw(&world, &thief), error(UNAUTHORIZED));
}

#[test]
fn another_first_owner_replaces_the_one_that_waits_and_waits_anew() {
    let (world, owner) = ownerless();
    let wrong = Address::generate(&world.env);
    name(&world, &wrong);
    world.advance(DAY);
    name(&world, &owner);
    assert_eq!(
        world.apply_owner(&owner, MERCHANT),
        error(PoolError::OwnerNotDue)
    );
    world.advance(DAY);
    assert_eq!(world.apply_owner(&owner, MERCHANT), Ok(()));
    assert_eq!(withdraw(&world, &wrong), error(UNAUTHORIZED));
    assert_eq!(withdraw(&world, &owner), Ok(()));
}

#[test]
fn a_forgotten_first_owner_is_void() {
    for (late, outcome) in [(0, Ok(())), (1, error(PoolError::OwnerExpired))] {
        let (world, owner) = ownerless();
        name(&world, &owner);
        world.advance(DAY + 14 * DAY - 1 + late);
        assert_eq!(world.apply_owner(&owner, MERCHANT), outcome);
    }
}

#[test]
fn only_the_owner_hands_over_and_only_to_who_accepts() {
    let (world, owner) = ownerless();
    world.first_owner(MERCHANT, &owner);
    let heir = Address::generate(&world.env);
    for other in [APPOINTER, MANAGER, LIMITER] {
        let refused = world.set_owner(world.holder(other), MERCHANT, &heir);
        assert_eq!(refused, error(UNAUTHORIZED), "{other}");
    }
    // The owner of one balance has no say in another.
    let elsewhere = world.set_owner(&owner, MERCHANT + 1, &heir);
    assert_eq!(elsewhere, error(UNAUTHORIZED));
    let wrong = Address::generate(&world.env);
    for next in [&wrong, &heir] {
        assert_eq!(world.set_owner(&owner, MERCHANT, next), Ok(()));
        assert_eq!(world.event_names(&world.pool), ["owner_offered"]);
        assert_eq!(withdraw(&world, &owner), Ok(()), "it isn't accepted");
    }
    let replaced = world.apply_owner(&wrong, MERCHANT);
    assert_eq!(replaced, error(UNAUTHORIZED));
    assert_eq!(world.apply_owner(&heir, MERCHANT), Ok(()));
    assert_eq!(world.event_names(&world.pool), ["owner_set"]);
    assert_eq!(withdraw(&world, &owner), error(UNAUTHORIZED));
    assert_eq!(withdraw(&world, &heir), Ok(()));
}

/// Nobody could take the balance back from an address that has no key.
#[test]
fn nobody_becomes_an_owner_who_does_not_accept() {
    let (world, owner) = ownerless();
    name(&world, &owner);
    world.advance(DAY);
    let stranger = Address::generate(&world.env);
    let accepted = world.apply_owner(&stranger, MERCHANT);
    assert_eq!(accepted, error(UNAUTHORIZED));
    let args = (&owner, MERCHANT);
    let unsigned = world.call_unsigned::<()>(&world.pool, "apply_owner", args);
    assert!(unsigned.is_err());
    assert_eq!(world.pool().owner(&MERCHANT), None);
    assert_eq!(world.apply_owner(&owner, MERCHANT), Ok(()));
}

#[test]
fn an_offer_is_void_after_14_days_or_when_a_guardian_cancels_it() {
    let (world, owner) = ownerless();
    world.first_owner(MERCHANT, &owner);
    let heir = Address::generate(&world.env);
    let offer = || world.set_owner(&owner, MERCHANT, &heir).unwrap();
    offer();
    cancel(&world).unwrap();
    let accept = || world.apply_owner(&heir, MERCHANT);
    assert_eq!(accept(), error(PoolError::NoPendingOwner));
    offer();
    world.advance(14 * DAY);
    assert_eq!(accept(), error(PoolError::OwnerExpired));
    assert_eq!(withdraw(&world, &owner), Ok(()));
}
