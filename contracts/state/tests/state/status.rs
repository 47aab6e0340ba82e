use merit_state::{StateError, Status, StatusSet};
use merit_testing::{
    state::{error, Setup},
    Subject,
};
use soroban_sdk::{testutils::Events as _, Event as _};

#[test]
fn only_an_active_contract_is_resolved() {
    let setup = Setup::new();
    setup.register("pool", &setup.some_address(), 0).unwrap();
    for (revision, status) in [(1, Status::Deprecated), (2, Status::Retired)] {
        setup.set_status("pool", status, revision).unwrap();
        let outcome = setup.client().try_resolve(&setup.name("pool"));
        assert_eq!(outcome.unwrap_err().unwrap(), StateError::NotActive.into());
        assert_eq!(
            setup.client().get(&setup.name("pool")).unwrap().status,
            status
        );
    }
    setup.set_status("pool", Status::Active, 3).unwrap();
    setup.client().resolve(&setup.name("pool"));
}

#[test]
fn a_retired_contract_stays_a_system_address() {
    let setup = Setup::new();
    let pool = setup.some_address();
    setup.register("pool", &pool, 0).unwrap();
    setup.set_status("pool", Status::Retired, 1).unwrap();
    assert!(setup.client().system_addresses().contains(&pool));
}

#[test]
fn registering_again_makes_a_retired_name_active() {
    let setup = Setup::new();
    let pool = setup.some_address();
    setup.register("pool", &pool, 0).unwrap();
    setup.set_status("pool", Status::Retired, 1).unwrap();
    assert_eq!(
        setup.register("pool", &pool, 1),
        error(StateError::RevisionMismatch)
    );
    setup.register("pool", &pool, 2).unwrap();
    assert_eq!(setup.client().resolve(&setup.name("pool")), pool);
}

#[test]
fn a_status_change_must_name_the_current_revision() {
    let setup = Setup::new();
    let unknown = setup.set_status("pool", Status::Retired, 0);
    assert_eq!(unknown, error(StateError::NotFound));
    setup.register("pool", &setup.some_address(), 0).unwrap();
    let stale = setup.set_status("pool", Status::Retired, 0);
    assert_eq!(stale, error(StateError::RevisionMismatch));
    setup.set_status("pool", Status::Active, 0).unwrap();
    let record = setup.client().get(&setup.name("pool")).unwrap();
    assert_eq!(record.revision, 1, "nothing changed");
}

#[test]
fn a_status_change_is_announced() {
    let setup = Setup::new();
    setup.register("pool", &setup.some_address(), 0).unwrap();
    setup.set_status("pool", Status::Deprecated, 1).unwrap();
    let expected = StatusSet {
        name: setup.name("pool"),
        status: Status::Deprecated,
        revision: 2,
    };
    let emitted = setup.env().events().all();
    assert_eq!(emitted, vec![expected.to_xdr(setup.env(), &setup.contract)]);
}
