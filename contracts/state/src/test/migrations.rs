use merit_common::{roles as names, testutils::Outcome};
use soroban_sdk::{testutils::Events as _, Event as _};

use super::{error, World};
use crate::{MigrationRecorded, StateError};

fn record(world: &World, name: &str, version: u32) -> Outcome<()> {
    world.call_as(
        names::REGISTRAR,
        "record_migration",
        (world.name(name), version),
    )
}

#[test]
fn each_migration_is_recorded_once_and_in_order() {
    let world = World::new();
    world.register("pool", &world.some_address(), 0).unwrap();
    world.register("token", &world.some_address(), 0).unwrap();
    let out_of_order = error(StateError::MigrationOutOfOrder);
    assert_eq!(record(&world, "pool", 0), out_of_order);
    assert_eq!(record(&world, "pool", 2), out_of_order);
    record(&world, "pool", 1).unwrap();
    assert_eq!(record(&world, "pool", 1), out_of_order);
    record(&world, "pool", 2).unwrap();
    assert_eq!(world.client().migration(&world.name("pool")), 2);
    assert_eq!(world.client().migration(&world.name("token")), 0);
    record(&world, "token", 1).unwrap();
}

#[test]
fn an_unknown_contract_has_no_migrations() {
    let world = World::new();
    assert_eq!(record(&world, "pool", 1), error(StateError::NotFound));
}

#[test]
fn a_migration_is_announced() {
    let world = World::new();
    world.register("pool", &world.some_address(), 0).unwrap();
    record(&world, "pool", 1).unwrap();
    let name = world.name("pool");
    let expected = MigrationRecorded { name, version: 1 };
    let emitted = world.env.events().all();
    assert_eq!(
        emitted,
        std::vec![expected.to_xdr(&world.env, &world.contract)]
    );
}
