use merit_common::{roles as names, ttl};
use merit_state::StateError;
use merit_testing::{
    state::{error, Setup},
    Subject,
};
use soroban_sdk::testutils::storage::{Instance as _, Persistent as _};

#[test]
fn while_paused_nothing_is_written_but_everything_answers() {
    let setup = Setup::new();
    let pool = setup.some_address();
    setup.register("pool", &pool, 0).unwrap();
    setup.pause();
    assert!(setup.client().paused());
    let paused = error(StateError::Paused);
    assert_eq!(setup.register("pool", &setup.some_address(), 1), paused);
    assert_eq!(setup.set_interface("pool", "0.1.0", 1), paused);
    let name = setup.name("pool");
    assert_eq!(setup.unregister("pool"), paused);
    let forget = setup.forget(&setup.some_address());
    assert_eq!(forget, paused);
    assert_eq!(setup.client().resolve(&name), pool);
    assert_eq!(setup.client().system_addresses().len(), 1);

    setup.call_as::<()>(names::UNPAUSER, "unpause", ()).unwrap();
    assert!(!setup.client().paused());
    setup.register("pool", &setup.some_address(), 1).unwrap();
}

#[test]
fn every_call_keeps_the_contract_and_what_it_reads_alive() {
    let setup = Setup::new();
    setup.register("pool", &setup.some_address(), 0).unwrap();
    setup.world.advance(100 * 86_400);
    setup.client().system_addresses();
    setup.client().list(&0, &1);
    setup.env().as_contract(&setup.contract, || {
        let storage = setup.env().storage();
        assert_eq!(storage.instance().get_ttl(), ttl::INSTANCE_EXTEND_TO);
        let record = setup.key("Record", (setup.name("pool"),));
        for key in [setup.key("Names", ()), setup.key("Addresses", ()), record] {
            assert_eq!(
                storage.persistent().get_ttl(&key),
                ttl::PERSISTENT_EXTEND_TO
            );
        }
    });
}
