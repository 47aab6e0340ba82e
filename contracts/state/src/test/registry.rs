use merit_common::{roles as names, testutils::wait};
use soroban_sdk::{testutils::Events as _, Event as _};

use super::{error, World};
use crate::{AddressForgotten, Record, Registered, StateError, Status};

#[test]
fn a_registered_contract_is_found_by_name() {
    let world = World::new();
    let pool = world.some_address();
    world.register("pool", &pool, 0).unwrap();
    let record = Record {
        address: pool.clone(),
        wasm_hash: world.hash(1),
        version: 1,
        status: Status::Active,
        revision: 1,
        updated_ledger: world.env.ledger().sequence(),
        interface: None,
    };
    assert_eq!(world.client().get(&world.name("pool")), Some(record));
    assert_eq!(world.client().resolve(&world.name("pool")), pool);
    assert_eq!(world.client().get(&world.name("campaign")), None);
    let unknown = world.client().try_resolve(&world.name("campaign"));
    assert_eq!(unknown.unwrap_err().unwrap(), StateError::NotFound.into());
}

#[test]
fn a_change_must_name_the_current_revision() {
    let world = World::new();
    let (old, new) = (world.some_address(), world.some_address());
    assert_eq!(
        world.register("pool", &old, 1),
        error(StateError::RevisionMismatch)
    );
    world.register("pool", &old, 0).unwrap();
    for stale in [0, 2, u32::MAX] {
        let outcome = world.register("pool", &new, stale);
        assert_eq!(outcome, error(StateError::RevisionMismatch));
    }
    wait(&world.env, 50);
    world.register_code("pool", &new, 2, 3, 1).unwrap();
    let record = world.client().get(&world.name("pool")).unwrap();
    assert_eq!((record.revision, record.version), (2, 3));
    assert_eq!(record.updated_ledger, world.env.ledger().sequence());
    assert_eq!(world.client().resolve(&world.name("pool")), new);
}

#[test]
fn repeating_a_registration_changes_nothing_whatever_revision_it_expects() {
    let world = World::new();
    let pool = world.some_address();
    world.register("pool", &pool, 0).unwrap();
    let before = world.client().get(&world.name("pool"));
    wait(&world.env, 50);
    for expected in [0, 1, 7] {
        world.register("pool", &pool, expected).unwrap();
        assert!(world.env.events().all().events().is_empty());
    }
    assert_eq!(world.client().get(&world.name("pool")), before);
}

#[test]
fn a_replaced_address_stays_a_system_address_until_it_is_forgotten() {
    let world = World::new();
    let (old, new) = (world.some_address(), world.some_address());
    world.register("pool", &old, 0).unwrap();
    world.register("pool", &new, 1).unwrap();
    let known = |address| world.client().system_addresses().contains(address);
    assert!(known(&old) && known(&new));
    let forget = |address| world.call_as::<()>(names::UPGRADER, "forget_address", (address,));
    assert_eq!(forget(&new), error(StateError::AddressInUse));
    forget(&old).unwrap();
    assert!(!known(&old) && known(&new));
    forget(&old).unwrap();
    assert!(
        world.env.events().all().events().is_empty(),
        "nothing left to forget"
    );
}

#[test]
fn one_address_under_two_names_is_listed_once_and_kept_while_either_uses_it() {
    let world = World::new();
    let (shared, other) = (world.some_address(), world.some_address());
    world.register("pool", &shared, 0).unwrap();
    world.register("vault", &shared, 0).unwrap();
    assert_eq!(world.client().system_addresses().len(), 1);
    world.register("pool", &other, 1).unwrap();
    let outcome = world.call_as::<()>(names::UPGRADER, "forget_address", (&shared,));
    assert_eq!(outcome, error(StateError::AddressInUse));
}

#[test]
fn names_and_addresses_end_at_32() {
    let world = World::new();
    let mut last = world.some_address();
    for index in 0..32 {
        last = world.some_address();
        world.register(&std::format!("c{index}"), &last, 0).unwrap();
    }
    let too_many = error(StateError::TooMany);
    assert_eq!(world.register("one_more", &last, 0), too_many, "names");
    assert_eq!(
        world.register("c0", &world.some_address(), 1),
        too_many,
        "addresses"
    );
    let failed = world.client().get(&world.name("one_more"));
    assert_eq!(failed, None, "a refused registration leaves nothing behind");
    assert_eq!(world.client().list(&0, &100).len(), 32);
}

#[test]
fn the_list_is_paged_in_order_of_registration() {
    let world = World::new();
    for name in ["b", "a", "c"] {
        world.register(name, &world.some_address(), 0).unwrap();
    }
    let page = |start, limit| {
        let records = world.client().list(&start, &limit);
        records
            .iter()
            .map(|(name, _)| name)
            .collect::<std::vec::Vec<_>>()
    };
    assert_eq!(page(0, 2), [world.name("b"), world.name("a")]);
    assert_eq!(page(2, 2), [world.name("c")]);
    assert!(page(3, 2).is_empty() && page(u32::MAX, 100).is_empty());
    for limit in [0, 101] {
        let outcome = world.client().try_list(&0, &limit);
        assert_eq!(
            outcome.unwrap_err().unwrap(),
            StateError::InvalidPage.into()
        );
    }
}

#[test]
fn registering_and_forgetting_are_announced() {
    let world = World::new();
    let (old, new) = (world.some_address(), world.some_address());
    let emitted = |world: &World| world.env.events().all();
    world.register("pool", &old, 0).unwrap();
    let registered = Registered {
        name: world.name("pool"),
        address: old.clone(),
        wasm_hash: world.hash(1),
        version: 1,
        revision: 1,
    };
    assert_eq!(
        emitted(&world),
        std::vec![registered.to_xdr(&world.env, &world.contract)]
    );
    world.register("pool", &new, 1).unwrap();
    world
        .call_as::<()>(names::UPGRADER, "forget_address", (&old,))
        .unwrap();
    let forgotten = AddressForgotten { address: old };
    assert_eq!(
        emitted(&world),
        std::vec![forgotten.to_xdr(&world.env, &world.contract)]
    );
}
