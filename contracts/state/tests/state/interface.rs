use merit_state::{InterfaceSet, Record, StateError, Status};
use merit_testing::{
    state::{error, Setup},
    Subject,
};
use soroban_sdk::{testutils::Events as _, Event as _, String, Vec};

fn history(world: &Setup, start: u32, limit: u32) -> Vec<Record> {
    world.client().history(&world.name("pool"), &start, &limit)
}

fn now(world: &Setup) -> Record {
    world.client().get(&world.name("pool")).unwrap()
}

#[test]
fn every_change_keeps_the_earlier_record() {
    let world = Setup::new();
    world.register("pool", &world.some_address(), 0).unwrap();
    assert!(history(&world, 0, 100).is_empty());
    let mut seen = vec![now(&world)];
    world.set_interface("pool", "0.1.0", 1).unwrap();
    seen.push(now(&world));
    world.set_status("pool", Status::Deprecated, 2).unwrap();
    seen.push(now(&world));
    world
        .register_code("pool", &world.some_address(), 2, 2, 3)
        .unwrap();
    let kept: std::vec::Vec<_> = history(&world, 0, 100).iter().collect();
    assert_eq!(kept, seen);
    assert_eq!(now(&world).revision, 4);

    assert_eq!(history(&world, 1, 1).get(0).as_ref(), Some(&seen[1]));
    assert_eq!(history(&world, 1, 1).len(), 1);
    assert!(history(&world, 3, 100).is_empty() && history(&world, u32::MAX, 100).is_empty());
    for limit in [0, 101] {
        let outcome = world.client().try_history(&world.name("pool"), &0, &limit);
        let refused = outcome.unwrap_err().unwrap();
        assert_eq!(refused, StateError::InvalidPage.into());
    }
    let unknown = world.client().try_history(&world.name("none"), &0, &1);
    assert_eq!(unknown.unwrap_err().unwrap(), StateError::NotFound.into());
}

#[test]
fn a_refused_or_repeated_change_keeps_nothing() {
    let world = Setup::new();
    let pool = world.some_address();
    world.register("pool", &pool, 0).unwrap();
    world.register("pool", &pool, 0).unwrap();
    world.set_status("pool", Status::Active, 1).unwrap();
    let stale = world.set_status("pool", Status::Retired, 2);
    assert_eq!(stale, error(StateError::RevisionMismatch));
    assert!(history(&world, 0, 100).is_empty());
}

#[test]
fn an_interface_version_belongs_to_one_code() {
    let world = Setup::new();
    let pool = world.some_address();
    world.register("pool", &pool, 0).unwrap();
    assert_eq!(now(&world).interface, None);
    world.set_interface("pool", "0.1.0", 1).unwrap();
    let set = InterfaceSet {
        name: world.name("pool"),
        interface: String::from_str(world.env(), "0.1.0"),
        revision: 2,
    };
    assert_eq!(
        world.env().events().all(),
        vec![set.to_xdr(world.env(), &world.contract)]
    );
    world.set_interface("pool", "0.1.0", 9).unwrap();
    assert!(world.env().events().all().events().is_empty(), "repeated");
    let stale = world.set_interface("pool", "0.2.0", 1);
    assert_eq!(stale, error(StateError::RevisionMismatch));

    // The same code with migrated data has the same functions; another code's are not known yet.
    world.register_code("pool", &pool, 1, 2, 2).unwrap();
    assert!(now(&world).interface.is_some());
    world.register_code("pool", &pool, 2, 2, 3).unwrap();
    assert_eq!(now(&world).interface, None);
}

#[test]
fn an_interface_version_is_bounded_and_of_a_registered_name() {
    let world = Setup::new();
    let unknown = world.set_interface("pool", "0.1.0", 0);
    assert_eq!(unknown, error(StateError::NotFound));
    world.register("pool", &world.some_address(), 0).unwrap();
    for length in [0, 33] {
        let refused = world.set_interface("pool", &"1".repeat(length), 1);
        assert_eq!(refused, error(StateError::InvalidInterface));
    }
    world.set_interface("pool", &"1".repeat(32), 1).unwrap();
}
