use merit_state::{MigrationRecorded, StateError};
use merit_testing::{
    state::{error, Setup},
    Subject,
};
use soroban_sdk::{testutils::Events as _, Event as _};

#[test]
fn each_migration_is_recorded_once_and_in_order() {
    let setup = Setup::new();
    setup.register("pool", &setup.some_address(), 0).unwrap();
    setup.register("token", &setup.some_address(), 0).unwrap();
    let out_of_order = error(StateError::MigrationOutOfOrder);
    assert_eq!(setup.record_migration("pool", 0), out_of_order);
    assert_eq!(setup.record_migration("pool", 2), out_of_order);
    setup.record_migration("pool", 1).unwrap();
    assert_eq!(setup.record_migration("pool", 1), out_of_order);
    setup.record_migration("pool", 2).unwrap();
    assert_eq!(setup.client().migration(&setup.name("pool")), 2);
    assert_eq!(setup.client().migration(&setup.name("token")), 0);
    setup.record_migration("token", 1).unwrap();
}

#[test]
fn an_unknown_contract_has_no_migrations() {
    let setup = Setup::new();
    assert_eq!(
        setup.record_migration("pool", 1),
        error(StateError::NotFound)
    );
}

#[test]
fn a_migration_is_announced() {
    let setup = Setup::new();
    setup.register("pool", &setup.some_address(), 0).unwrap();
    setup.record_migration("pool", 1).unwrap();
    let name = setup.name("pool");
    let expected = MigrationRecorded { name, version: 1 };
    let emitted = setup.env().events().all();
    assert_eq!(emitted, vec![expected.to_xdr(setup.env(), &setup.contract)]);
}
