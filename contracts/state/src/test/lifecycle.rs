use merit_common::{
    lifecycle, roles as names,
    testutils::{other_code, wait, Failure},
    ttl,
};
use soroban_sdk::testutils::storage::{Instance as _, Persistent as _};

use super::{error, World};
use crate::{storage::DataKey, StateError, Status};

#[test]
fn while_paused_nothing_is_written_but_everything_answers() {
    let world = World::new();
    let pool = world.some_address();
    world.register("pool", &pool, 0).unwrap();
    world.pause();
    assert!(world.client().paused());
    let paused = error(StateError::Paused);
    assert_eq!(world.register("pool", &world.some_address(), 1), paused);
    assert_eq!(world.set_status("pool", Status::Retired, 1), paused);
    assert_eq!(world.set_interface("pool", "0.1.0", 1), paused);
    let name = world.name("pool");
    let forget = world.call_as(names::UPGRADER, "forget_address", (world.some_address(),));
    assert_eq!(forget, paused);
    let record = world.call_as(names::REGISTRAR, "record_migration", (&name, 1u32));
    assert_eq!(record, paused);
    let set_param = world.call_as(names::REGISTRAR, "set_param", (&name, 1i128));
    assert_eq!(set_param, paused);
    assert_eq!(world.client().resolve(&name), pool);
    assert_eq!(world.client().system_addresses().len(), 1);

    world.call_as::<()>(names::UNPAUSER, "unpause", ()).unwrap();
    assert!(!world.client().paused());
    world.set_status("pool", Status::Retired, 1).unwrap();
}

#[test]
fn each_schema_version_is_migrated_to_once() {
    let world = World::new();
    let migrate = || world.call_as::<()>(names::UPGRADER, "migrate", ());
    assert_eq!(migrate(), error(StateError::AlreadyMigrated));
    world
        .env
        .as_contract(&world.contract, || lifecycle::init(&world.env, 0));
    migrate().unwrap();
    assert_eq!(world.client().version(), 1);
    assert_eq!(migrate(), error(StateError::AlreadyMigrated));
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
    world.register("pool", &world.some_address(), 0).unwrap();
    wait(&world.env, 100 * 86_400);
    world.client().system_addresses();
    world.client().list(&0, &1);
    world.env.as_contract(&world.contract, || {
        let storage = world.env.storage();
        assert_eq!(storage.instance().get_ttl(), ttl::INSTANCE_EXTEND_TO);
        let record = DataKey::Record(world.name("pool"));
        for key in [DataKey::Names, DataKey::Addresses, record] {
            assert_eq!(
                storage.persistent().get_ttl(&key),
                ttl::PERSISTENT_EXTEND_TO
            );
        }
    });
}
