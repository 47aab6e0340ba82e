use merit_common::{
    lifecycle, roles as names,
    testutils::{other_code, wait, Failure},
    ttl,
};
use soroban_sdk::testutils::storage::{Instance as _, Persistent as _};

use super::{error, World, BONUS_NEWCOMER, BUDGET, CLAWBACK, DAY, FUNDS, MERCHANT, WINDOW};
use crate::{storage::DataKey, ReferralError};

/// Takes a world with a pending reward.
fn refuses_all_but_revoking_and_settling(world: &World) {
    let paused = error(ReferralError::Paused);
    let (newcomer, stranger) = (world.actor("newcomer"), world.actor("stranger"));
    assert_eq!(world.enrol(&stranger), paused);
    assert_eq!(world.bind(&stranger, &newcomer), paused);
    assert_eq!(world.set_programme(&world.terms()), paused);
    assert_eq!(world.fund(1), paused);
    assert_eq!(world.qualify(&newcomer), paused);
    for refused in [world.claim(&newcomer, &newcomer), world.expire(&newcomer)] {
        assert_eq!(refused, error(ReferralError::Paused));
    }
    world.revoke(&newcomer).unwrap();
    wait(&world.env, WINDOW);
    assert_eq!(world.settle(), Ok(BUDGET));
    assert_eq!(world.balance("sponsor"), FUNDS);
}

#[test]
fn while_paused_only_revoking_and_the_sponsors_way_out_work() {
    let world = World::qualified();
    world.pause();
    assert!(world.client().paused());
    refuses_all_but_revoking_and_settling(&world);
}

#[test]
fn the_global_pause_stops_this_contract_too() {
    let world = World::qualified();
    world.pause_system();
    assert!(!world.client().paused());
    refuses_all_but_revoking_and_settling(&world);
}

#[test]
fn after_a_pause_bonuses_are_claimed() {
    let world = World::qualified();
    world.pause();
    wait(&world.env, CLAWBACK);
    world.call_as::<()>(names::UNPAUSER, "unpause", ()).unwrap();
    let newcomer = world.actor("newcomer");
    assert_eq!(world.claim(&newcomer, &newcomer), Ok(BONUS_NEWCOMER));
}

#[test]
fn each_schema_version_is_migrated_to_once() {
    let world = World::new();
    let migrate = || world.call_as::<()>(names::UPGRADER, "migrate", ());
    assert_eq!(migrate(), error(ReferralError::AlreadyMigrated));
    world
        .env
        .as_contract(&world.contract, || lifecycle::init(&world.env, 0));
    migrate().unwrap();
    assert_eq!(world.client().version(), 1);
    assert_eq!(migrate(), error(ReferralError::AlreadyMigrated));
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
    let world = World::qualified();
    wait(&world.env, 100 * DAY);
    let (client, newcomer) = (world.client(), world.actor("newcomer"));
    client.reward(&newcomer);
    client.referrer(&newcomer);
    client.funds(&MERCHANT);
    client.programme(&MERCHANT);
    world.env.as_contract(&world.contract, || {
        let storage = world.env.storage();
        assert_eq!(storage.instance().get_ttl(), ttl::INSTANCE_EXTEND_TO);
        let read = [
            DataKey::Reward(newcomer.clone()),
            DataKey::Referrer(newcomer),
            DataKey::Funds(MERCHANT),
            DataKey::Programme(MERCHANT),
        ];
        for key in read {
            let left = storage.persistent().get_ttl(&key);
            assert_eq!(left, ttl::PERSISTENT_EXTEND_TO);
        }
    });
}

#[test]
fn a_binding_and_a_bonus_outlive_their_first_lifetime() {
    let world = World::qualified();
    // Longer than any entry is extended to.
    wait(&world.env, 190 * DAY);
    let (newcomer, referrer) = (world.actor("newcomer"), world.actor("referrer"));
    let again = world.bind(&newcomer, &referrer);
    assert_eq!(again, error(ReferralError::AlreadyBound));
    assert_eq!(world.claim(&newcomer, &newcomer), Ok(BONUS_NEWCOMER));
}
