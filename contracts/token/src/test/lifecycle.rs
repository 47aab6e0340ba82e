use std::panic::{catch_unwind, AssertUnwindSafe};

use merit_common::{
    amount::MAX,
    handover::MAX_DELAY,
    lifecycle, roles as names,
    testutils::{other_code, register, wait, Failure},
    ttl,
};
use soroban_sdk::testutils::storage::{Instance as _, Persistent as _};

use super::{error, World, CAP, DELAY};
use crate::{storage::DataKey, TokenContract, TokenError};

fn refuses_all_but_protection(world: &World) {
    let paused = error(TokenError::Paused);
    assert_eq!(world.mint(&world.holder, 1), paused);
    assert_eq!(world.clawback(&world.holder, 1), paused);
    let minter = world.actor(names::MINTER);
    let daily = world.client().quota(&minter).daily;
    assert_eq!(world.set_quota(&minter, daily + 1), paused);
    world.set_quota(&minter, daily - 1).unwrap();
    assert_eq!(world.set_quota(&minter, daily), paused, "back up");
    assert_eq!(world.propose(&world.holder), paused);
    assert_eq!(
        world.call_as(names::UPGRADER, "execute_sac_admin", ()),
        paused
    );
    world.freeze(&world.holder).unwrap();
    assert_eq!(world.unfreeze(&world.holder), paused);
    world
        .call_as::<()>(names::UPGRADER, "cancel_sac_admin", ())
        .unwrap();
}

fn world_with_proposal() -> World {
    let world = World::new();
    world.mint(&world.holder, 10).unwrap();
    world.propose(&world.holder).unwrap();
    wait(&world.env, DELAY);
    world
}

#[test]
fn while_paused_only_protection_works() {
    let world = world_with_proposal();
    world.pause();
    assert!(world.client().paused());
    refuses_all_but_protection(&world);
    world.call_as::<()>(names::UNPAUSER, "unpause", ()).unwrap();
    world.unfreeze(&world.holder).unwrap();
    world.mint(&world.holder, 1).unwrap();
}

#[test]
fn the_global_pause_stops_this_contract_too() {
    let world = world_with_proposal();
    world.pause_system();
    assert!(!world.client().paused());
    refuses_all_but_protection(&world);
}

#[test]
fn deployment_refuses_impossible_settings() {
    let world = World::new();
    let deploys = |cap: i128, delay: u64| {
        let args = (&world.admin, &world.state, &world.asset.sac, cap, delay);
        catch_unwind(AssertUnwindSafe(|| {
            register(&world.env, TokenContract, "token", args)
        }))
        .is_ok()
    };
    assert!(deploys(1, 0) && deploys(MAX, MAX_DELAY));
    assert!(!deploys(0, 0) && !deploys(-1, 0) && !deploys(MAX + 1, 0));
    assert!(!deploys(CAP, MAX_DELAY + 1));
}

#[test]
fn each_schema_version_is_migrated_to_once() {
    let world = World::new();
    let migrate = || world.call_as::<()>(names::UPGRADER, "migrate", ());
    assert_eq!(migrate(), error(TokenError::AlreadyMigrated));
    world
        .env
        .as_contract(&world.contract, || lifecycle::init(&world.env, 0));
    migrate().unwrap();
    assert_eq!(world.client().version(), 1);
    assert_eq!(migrate(), error(TokenError::AlreadyMigrated));
}

#[test]
fn an_upgrade_works_while_paused() {
    let world = World::new();
    world.pause();
    let code = other_code(&world.env);
    world
        .call_as::<()>(names::UPGRADER, "upgrade", (code,))
        .unwrap();
    // The other code has no functions at all.
    assert_eq!(
        world.call_as::<bool>(names::PAUSER, "paused", ()),
        Err(Failure::Host)
    );
}

#[test]
fn every_call_keeps_the_contract_and_what_it_reads_alive() {
    let world = World::new();
    world.mint(&world.holder, 1).unwrap();
    wait(&world.env, 100 * 86_400);
    world.client().quota(&world.actor(names::MINTER));
    world.env.as_contract(&world.contract, || {
        let storage = world.env.storage();
        assert_eq!(storage.instance().get_ttl(), ttl::INSTANCE_EXTEND_TO);
        let minter = world.actor(names::MINTER);
        for key in [DataKey::Quota(minter.clone()), DataKey::Ring(minter)] {
            assert_eq!(
                storage.persistent().get_ttl(&key),
                ttl::PERSISTENT_EXTEND_TO
            );
        }
    });
}
