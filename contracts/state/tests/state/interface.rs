use merit_common::roles::REGISTRAR;
use merit_state::{InterfaceSet, Record, StateError};
use merit_testing::{
    state::{error, Setup},
    Subject,
};
use soroban_sdk::{testutils::Events as _, Event as _, String};

fn now(world: &Setup) -> Record {
    world.client().get(&world.name("pool")).unwrap()
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
        operator: world.actor(REGISTRAR),
    };
    assert_eq!(
        world.env().events().all(),
        vec![set.to_xdr(world.env(), &world.contract)]
    );
    world.set_interface("pool", "0.1.0", 9).unwrap();
    assert!(world.env().events().all().events().is_empty(), "repeated");
    let stale = world.set_interface("pool", "0.2.0", 1);
    assert_eq!(stale, error(StateError::RevisionMismatch));

    assert_eq!(now(&world).revision, 2);

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
