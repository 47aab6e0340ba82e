use merit_common::{
    lifecycle, roles as names,
    testutils::{other_code, wait, Failure},
    ttl,
};
use soroban_sdk::testutils::storage::{Instance as _, Persistent as _};

use super::{error, terms, World, DAY, FUNDS, ITEM, PRICE};
use crate::{storage::DataKey, RedemptionError, Status};

/// Three open redemptions; the third is left to its deadline.
fn refuses_all_but_refunds(world: &World) {
    let paused = error(RedemptionError::Paused);
    let redeem = world.redeem(&world.wallet(), ITEM, 1, PRICE, 99);
    assert_eq!(redeem, error(RedemptionError::Paused));
    assert_eq!(world.fulfil(1), paused);
    assert_eq!(world.set_stock(ITEM, 7, 1), paused);
    let set = world.set_item(ITEM, &terms());
    assert_eq!(set, error(RedemptionError::Paused));
    world.cancel("wallet", 1).unwrap();
    world.cancel(names::FULFIL, 2).unwrap();
    wait(&world.env, 7 * DAY);
    world.expire(3).unwrap();
    assert_eq!(world.asset().balance(&world.wallet()), FUNDS);
}

fn world_with_three() -> World {
    let world = World::new();
    for _ in 0..3 {
        world.redeem_one();
    }
    world
}

#[test]
fn while_paused_only_refunds_work() {
    let world = world_with_three();
    world.pause();
    assert!(world.client().paused());
    refuses_all_but_refunds(&world);
    world.call_as::<()>(names::UNPAUSER, "unpause", ()).unwrap();
    assert!(!world.client().paused());
    let id = world.redeem_one();
    world.fulfil(id).unwrap();
}

#[test]
fn the_global_pause_stops_this_contract_too() {
    let world = world_with_three();
    world.pause_system();
    assert!(!world.client().paused());
    refuses_all_but_refunds(&world);
}

#[test]
fn each_schema_version_is_migrated_to_once() {
    let world = World::new();
    let migrate = || world.call_as::<()>(names::UPGRADER, "migrate", ());
    assert_eq!(migrate(), error(RedemptionError::AlreadyMigrated));
    world
        .env
        .as_contract(&world.contract, || lifecycle::init(&world.env, 0));
    migrate().unwrap();
    assert_eq!(world.client().version(), 1);
    assert_eq!(migrate(), error(RedemptionError::AlreadyMigrated));
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
    let gone = world.call_as::<bool>(names::PAUSER, "paused", ());
    assert_eq!(gone, Err(Failure::Host));
}

#[test]
fn every_call_keeps_the_contract_and_what_it_reads_alive() {
    let world = World::new();
    let id = world.redeem_one();
    wait(&world.env, 100 * DAY);
    world.client().redemptions(&world.wallet(), &0, &1);
    world.client().item(&ITEM);
    world.env.as_contract(&world.contract, || {
        let storage = world.env.storage();
        assert_eq!(storage.instance().get_ttl(), ttl::INSTANCE_EXTEND_TO);
        let wallet = world.wallet();
        let read = [
            DataKey::Redemption(id),
            DataKey::WalletCount(wallet.clone()),
            DataKey::WalletAt(wallet, 0),
            DataKey::Item(ITEM),
        ];
        for key in read {
            let left = storage.persistent().get_ttl(&key);
            assert_eq!(left, ttl::PERSISTENT_EXTEND_TO);
        }
    });
}

#[test]
fn an_open_redemption_outlives_its_first_lifetime() {
    let world = World::new();
    let id = world.redeem_one();
    wait(&world.env, 200 * DAY);
    world.expire(id).unwrap();
    let made = world.client().redemption(&id).unwrap();
    assert_eq!(made.status, Status::Refunded);
}
