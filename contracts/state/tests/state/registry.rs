use merit_common::roles::{REGISTRAR, UPGRADER};
use merit_state::{AddressForgotten, Record, Registered, StateError};
use merit_testing::{
    state::{error, Setup},
    Line, Subject,
};
use soroban_sdk::{testutils::Events as _, Event as _};

#[test]
fn a_registered_contract_is_found_by_name() {
    let setup = Setup::new();
    let pool = setup.some_address();
    setup.register("pool", &pool, 0).unwrap();
    let record = Record {
        address: pool.clone(),
        wasm_hash: setup.hash(1),
        version: 1,
        revision: 1,
        updated_ledger: setup.env().ledger().sequence(),
        interface: None,
    };
    assert_eq!(setup.client().get(&setup.name("pool")), Some(record));
    assert_eq!(setup.client().resolve(&setup.name("pool")), pool);
    assert_eq!(setup.client().get(&setup.name("campaign")), None);
    let unknown = setup.client().try_resolve(&setup.name("campaign"));
    assert_eq!(unknown.unwrap_err().unwrap(), StateError::NotFound.into());
}

#[test]
fn a_change_must_name_the_current_revision() {
    let setup = Setup::new();
    let (old, new) = (setup.some_address(), setup.some_address());
    assert_eq!(
        setup.register("pool", &old, 1),
        error(StateError::RevisionMismatch)
    );
    setup.register("pool", &old, 0).unwrap();
    for stale in [0, 2, u32::MAX] {
        let outcome = setup.register("pool", &new, stale);
        assert_eq!(outcome, error(StateError::RevisionMismatch));
    }
    setup.world.advance(50);
    setup.register_code("pool", &new, 2, 3, 1).unwrap();
    let record = setup.client().get(&setup.name("pool")).unwrap();
    assert_eq!((record.revision, record.version), (2, 3));
    assert_eq!(record.updated_ledger, setup.env().ledger().sequence());
    assert_eq!(setup.client().resolve(&setup.name("pool")), new);
}

#[test]
fn repeating_a_registration_changes_nothing_whatever_revision_it_expects() {
    let setup = Setup::new();
    let pool = setup.some_address();
    setup.register("pool", &pool, 0).unwrap();
    let before = setup.client().get(&setup.name("pool"));
    setup.world.advance(50);
    for expected in [0, 1, 7] {
        setup.register("pool", &pool, expected).unwrap();
        assert!(setup.env().events().all().events().is_empty());
    }
    assert_eq!(setup.client().get(&setup.name("pool")), before);
}

#[test]
fn a_replaced_address_stays_a_system_address_until_it_is_forgotten() {
    let setup = Setup::new();
    let (old, new) = (setup.some_address(), setup.some_address());
    setup.register("pool", &old, 0).unwrap();
    setup.register("pool", &new, 1).unwrap();
    let known = |address| setup.client().system_addresses().contains(address);
    assert!(known(&old) && known(&new));
    let forget = |address| setup.forget(address);
    assert_eq!(forget(&new), error(StateError::AddressInUse));
    forget(&old).unwrap();
    assert!(!known(&old) && known(&new));
    forget(&old).unwrap();
    assert!(
        setup.env().events().all().events().is_empty(),
        "nothing left to forget"
    );
}

#[test]
fn one_address_under_two_names_is_listed_once_and_kept_while_either_uses_it() {
    let setup = Setup::new();
    let (shared, other) = (setup.some_address(), setup.some_address());
    setup.register("pool", &shared, 0).unwrap();
    setup.register("vault", &shared, 0).unwrap();
    assert_eq!(setup.client().system_addresses().len(), 1);
    setup.register("pool", &other, 1).unwrap();
    let outcome = setup.forget(&shared);
    assert_eq!(outcome, error(StateError::AddressInUse));
}

#[test]
fn there_are_at_most_32_names_and_addresses() {
    let setup = Setup::new();
    let mut last = setup.some_address();
    for index in 0..32 {
        last = setup.some_address();
        setup.register(&format!("c{index}"), &last, 0).unwrap();
    }
    let too_many = error(StateError::TooMany);
    assert_eq!(setup.register("one_more", &last, 0), too_many, "names");
    assert_eq!(
        setup.register("c0", &setup.some_address(), 1),
        too_many,
        "addresses"
    );
    let failed = setup.client().get(&setup.name("one_more"));
    assert_eq!(failed, None, "a refused registration leaves nothing behind");
    assert_eq!(setup.client().list(&0, &100).len(), 32);
    // A thief's registrations use nothing up for good.
    setup.unregister("c7").unwrap();
    setup
        .register("one_more", &setup.some_address(), 0)
        .unwrap();
    assert_eq!(setup.client().list(&0, &100).len(), 32);
}

#[test]
fn a_name_goes_with_its_address_unless_another_name_has_it() {
    let setup = Setup::new();
    let (shared, own) = (setup.some_address(), setup.some_address());
    for (name, address) in [("pool", &shared), ("vault", &shared), ("campaign", &own)] {
        setup.register(name, address, 0).unwrap();
    }
    setup.unregister("campaign").unwrap();
    setup.unregister("pool").unwrap();
    assert_eq!(setup.client().get(&setup.name("pool")), None);
    let left = setup.client().system_addresses();
    assert_eq!(
        left.iter().collect::<Vec<_>>(),
        std::slice::from_ref(&shared)
    );
    assert_eq!(setup.client().list(&0, &100).len(), 1);
    setup.unregister("vault").unwrap();
    assert!(setup.client().system_addresses().is_empty());
    let unknown = setup.unregister("vault");
    assert_eq!(unknown, error(StateError::NotFound));
    // Its name is as good as new.
    setup.register("vault", &own, 0).unwrap();
}

#[test]
fn no_account_is_registered() {
    let setup = Setup::new();
    let account = setup.world.asset.holder(Line::default());
    let refused = setup.register("pool", &account, 0);
    assert_eq!(refused, error(StateError::NotAContract));
}

#[test]
fn the_list_is_paged_in_order_of_registration() {
    let setup = Setup::new();
    for name in ["b", "a", "c"] {
        setup.register(name, &setup.some_address(), 0).unwrap();
    }
    let page = |start, limit| {
        let records = setup.client().list(&start, &limit);
        records.iter().map(|(name, _)| name).collect::<Vec<_>>()
    };
    assert_eq!(page(0, 2), [setup.name("b"), setup.name("a")]);
    assert_eq!(page(2, 2), [setup.name("c")]);
    assert!(page(3, 2).is_empty() && page(u32::MAX, 100).is_empty());
    for limit in [0, 101] {
        let outcome = setup.client().try_list(&0, &limit);
        assert_eq!(
            outcome.unwrap_err().unwrap(),
            StateError::InvalidPage.into()
        );
    }
}

#[test]
fn registering_and_forgetting_are_announced() {
    let setup = Setup::new();
    let (old, new) = (setup.some_address(), setup.some_address());
    let emitted = |setup: &Setup| setup.env().events().all();
    setup.register("pool", &old, 0).unwrap();
    let registered = Registered {
        name: setup.name("pool"),
        address: old.clone(),
        wasm_hash: setup.hash(1),
        version: 1,
        revision: 1,
        operator: setup.actor(REGISTRAR),
    };
    assert_eq!(
        emitted(&setup),
        vec![registered.to_xdr(setup.env(), &setup.contract)]
    );
    setup.register("pool", &new, 1).unwrap();
    setup.forget(&old).unwrap();
    let forgotten = AddressForgotten {
        address: old,
        operator: setup.actor(UPGRADER),
    };
    assert_eq!(
        emitted(&setup),
        vec![forgotten.to_xdr(setup.env(), &setup.contract)]
    );
}
