use soroban_sdk::{testutils::Events as _, Event as _};

use super::{error, World};
use crate::{StateError, Status, StatusSet};

#[test]
fn only_an_active_contract_is_resolved() {
    let world = World::new();
    world.register("pool", &world.some_address(), 0).unwrap();
    for (revision, status) in [(1, Status::Deprecated), (2, Status::Retired)] {
        world.set_status("pool", status, revision).unwrap();
        let outcome = world.client().try_resolve(&world.name("pool"));
        assert_eq!(outcome.unwrap_err().unwrap(), StateError::NotActive.into());
        assert_eq!(
            world.client().get(&world.name("pool")).unwrap().status,
            status
        );
    }
    world.set_status("pool", Status::Active, 3).unwrap();
    world.client().resolve(&world.name("pool"));
}

#[test]
fn a_retired_contract_stays_a_system_address() {
    let world = World::new();
    let pool = world.some_address();
    world.register("pool", &pool, 0).unwrap();
    world.set_status("pool", Status::Retired, 1).unwrap();
    assert!(world.client().system_addresses().contains(&pool));
}

#[test]
fn registering_anew_makes_a_retired_name_active() {
    let world = World::new();
    let pool = world.some_address();
    world.register("pool", &pool, 0).unwrap();
    world.set_status("pool", Status::Retired, 1).unwrap();
    assert_eq!(
        world.register("pool", &pool, 1),
        error(StateError::RevisionMismatch)
    );
    world.register("pool", &pool, 2).unwrap();
    assert_eq!(world.client().resolve(&world.name("pool")), pool);
}

#[test]
fn a_status_change_must_name_the_current_revision() {
    let world = World::new();
    let unknown = world.set_status("pool", Status::Retired, 0);
    assert_eq!(unknown, error(StateError::NotFound));
    world.register("pool", &world.some_address(), 0).unwrap();
    let stale = world.set_status("pool", Status::Retired, 0);
    assert_eq!(stale, error(StateError::RevisionMismatch));
    world.set_status("pool", Status::Active, 0).unwrap();
    let record = world.client().get(&world.name("pool")).unwrap();
    assert_eq!(record.revision, 1, "nothing changed");
}

#[test]
fn a_status_change_is_announced() {
    let world = World::new();
    world.register("pool", &world.some_address(), 0).unwrap();
    world.set_status("pool", Status::Deprecated, 1).unwrap();
    let expected = StatusSet {
        name: world.name("pool"),
        status: Status::Deprecated,
        revision: 2,
    };
    let emitted = world.env.events().all();
    assert_eq!(
        emitted,
        std::vec![expected.to_xdr(&world.env, &world.contract)]
    );
}
