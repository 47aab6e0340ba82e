use merit_common::{
    lifecycle, roles as names,
    testutils::{call, other_code, wait, Failure},
    ttl,
};
use soroban_sdk::{
    testutils::{
        storage::{Instance as _, Persistent as _},
        Events as _,
    },
    Event as _,
};
use stellar_access::access_control::AccessControlStorageKey;

use super::{error, World, DELAY};
use crate::{AdminError, StateSet};

#[test]
fn while_paused_power_is_taken_but_not_given() {
    let world = World::new();
    let (root, heir) = (world.actor("root"), world.actor("heir"));
    world.as_root("begin_transfer", (&heir,)).unwrap();
    wait(&world.env, DELAY);
    world.pause();
    assert!(world.client().paused());
    let paused = error(AdminError::Paused);
    assert_eq!(world.grant("courier", &heir, None), paused);
    let roles = (world.role("a"), world.role("b"));
    assert_eq!(world.as_root("set_role_admin", roles), paused);
    assert_eq!(world.as_root("begin_transfer", (world.stranger(),)), paused);
    assert_eq!(world.call(&heir, "accept_transfer", ()), paused);

    world.as_root("cancel_transfer", ()).unwrap();
    world
        .revoke_by(&root, names::MINTER, &world.actor(names::MINTER))
        .unwrap();
    let registrar = world.actor(names::REGISTRAR);
    let args = (&registrar, world.role(names::REGISTRAR));
    world.call::<()>(&registrar, "renounce_role", args).unwrap();
    assert!(
        world.holds(names::UPGRADER, &world.actor(names::UPGRADER)),
        "roles still answer"
    );
}

#[test]
fn while_the_system_is_stopped_only_the_admin_itself_gives_power() {
    let world = World::new();
    let (root, heir) = (world.actor("root"), world.actor("heir"));
    let state = world.new_state();
    let courier = (world.role("courier"), world.role(names::REGISTRAR));
    world.as_root("set_role_admin", courier).unwrap();
    world.as_root("set_state", (&state,)).unwrap();
    assert_eq!(world.client().state(), Some(state.clone()));
    world.as_root("begin_transfer", (&heir,)).unwrap();
    wait(&world.env, DELAY);
    let switch = |function, role| {
        let guardian = world.actor(role);
        call::<()>(&world.env, &guardian, &state, function, (&guardian,)).unwrap();
    };
    switch("pause", names::PAUSER);

    let paused = error(AdminError::Paused);
    let registrar = world.actor(names::REGISTRAR);
    let by_role_admin = || world.grant_by(&registrar, "courier", &heir, None);
    assert_eq!(by_role_admin(), paused);
    let roles = (world.role("a"), world.role("b"));
    assert_eq!(world.as_root("set_role_admin", roles), paused);
    assert_eq!(world.as_root("begin_transfer", (&heir,)), paused);
    assert_eq!(world.call(&heir, "accept_transfer", ()), paused);
    // New keys in the place of stolen ones, also one that ends the stop.
    let minter = world.actor(names::MINTER);
    world.revoke_by(&root, names::MINTER, &minter).unwrap();
    world.grant(names::UNPAUSER, &heir, None).unwrap();

    call::<()>(&world.env, &heir, &state, "unpause", (&heir,)).unwrap();
    by_role_admin().unwrap();
    world.call::<()>(&heir, "accept_transfer", ()).unwrap();
}

#[test]
fn only_a_registry_is_taken_as_one() {
    let world = World::new();
    let stranger = world.stranger();
    let outcome = world.as_root("set_state", (&stranger,));
    assert_eq!(outcome, Err(Failure::Host));
    assert_eq!(world.client().state(), None);
    let state = world.new_state();
    world.as_root("set_state", (&state,)).unwrap();
    let event = StateSet { state };
    assert_eq!(
        world.env.events().all(),
        std::vec![event.to_xdr(&world.env, &world.contract)]
    );
}

#[test]
fn pausing_twice_and_unpausing_twice_is_harmless() {
    let world = World::new();
    world.pause();
    world.pause();
    let operator = world.actor(names::UNPAUSER);
    for _ in 0..2 {
        world
            .call::<()>(&operator, "unpause", (&operator,))
            .unwrap();
    }
    assert!(!world.client().paused());
}

#[test]
fn each_schema_version_is_migrated_to_once() {
    let world = World::new();
    let operator = world.actor(names::UPGRADER);
    let migrate = || world.call::<()>(&operator, "migrate", (&operator,));
    assert_eq!(world.client().version(), 1);
    assert_eq!(migrate(), error(AdminError::AlreadyMigrated));
    world
        .env
        .as_contract(&world.contract, || lifecycle::init(&world.env, 0));
    migrate().unwrap();
    assert_eq!(world.client().version(), 1);
    assert_eq!(migrate(), error(AdminError::AlreadyMigrated));
}

#[test]
fn an_upgrade_replaces_the_code() {
    let world = World::new();
    let operator = world.actor(names::UPGRADER);
    let args = (&operator, other_code(&world.env));
    world.call::<()>(&operator, "upgrade", args).unwrap();
    // The other code has no functions at all.
    let outcome = world.call::<u32>(&operator, "version", ());
    assert_eq!(outcome, Err(Failure::Host));
}

#[test]
fn every_call_keeps_the_contract_and_what_it_reads_alive() {
    let world = World::new();
    let minter = world.actor(names::MINTER);
    let end = world.env.ledger().timestamp() + 1_000 * 86_400;
    world.grant(names::MINTER, &minter, Some(end)).unwrap();
    wait(&world.env, 100 * 86_400);
    assert!(world.holds(names::MINTER, &minter));
    world.env.as_contract(&world.contract, || {
        let storage = world.env.storage();
        assert_eq!(storage.instance().get_ttl(), ttl::INSTANCE_EXTEND_TO);
        let grant = AccessControlStorageKey::HasRole(minter.clone(), world.role(names::MINTER));
        // OpenZeppelin keeps its entries for 90 days.
        assert!(storage.persistent().get_ttl(&grant) >= 89 * ttl::DAY);
    });
}

#[test]
fn a_grant_outlives_a_year_without_use() {
    let world = World::new();
    let minter = world.actor(names::MINTER);
    wait(&world.env, 400 * 86_400);
    assert!(
        world.holds(names::MINTER, &minter),
        "archived entries come back, they don't vanish"
    );
}
