use merit_admin::{AdminError, StateSet};
use merit_common::{roles as names, ttl};
use merit_testing::{
    admin::{error, Setup, DELAY},
    Failure, Subject,
};
use soroban_sdk::{
    testutils::{
        storage::{Instance as _, Persistent as _},
        Events as _,
    },
    Event as _,
};
use stellar_access::access_control::AccessControlStorageKey;

#[test]
fn while_paused_power_can_be_taken_but_not_given() {
    let setup = Setup::new();
    let (root, heir) = (setup.actor("root"), setup.actor("heir"));
    setup.as_root("begin_transfer", (&heir,)).unwrap();
    setup.world.advance(DELAY);
    setup.pause();
    assert!(setup.client().paused());
    let paused = error(AdminError::Paused);
    assert_eq!(setup.grant("courier", &heir, None), paused);
    assert_eq!(setup.as_root("begin_transfer", (setup.stranger(),)), paused);
    assert_eq!(setup.call(&heir, "accept_transfer", ()), paused);

    setup.as_root("cancel_transfer", ()).unwrap();
    setup
        .revoke_by(&root, names::MINTER, &setup.actor(names::MINTER))
        .unwrap();
    let registrar = setup.actor(names::REGISTRAR);
    setup.renounce(&registrar, names::REGISTRAR).unwrap();
    assert!(
        setup.holds(names::UPGRADER, &setup.actor(names::UPGRADER)),
        "roles still answer"
    );
}

#[test]
fn while_the_system_is_stopped_the_admin_replaces_keys_but_stays_the_admin() {
    let setup = Setup::new();
    let (root, heir) = (setup.actor("root"), setup.actor("heir"));
    let state = setup.new_state();
    setup.as_root("set_state", (&state,)).unwrap();
    assert_eq!(setup.client().state(), Some(state.clone()));
    setup.as_root("begin_transfer", (&heir,)).unwrap();
    setup.world.advance(DELAY);
    setup.world.pause(&state);

    let paused = error(AdminError::Paused);
    assert_eq!(setup.as_root("begin_transfer", (&heir,)), paused);
    assert_eq!(setup.call(&heir, "accept_transfer", ()), paused);
    // New keys in the place of stolen ones, also one that ends the stop.
    let minter = setup.actor(names::MINTER);
    setup.revoke_by(&root, names::MINTER, &minter).unwrap();
    setup.grant(names::UNPAUSER, &heir, None).unwrap();

    let world = &setup.world;
    world
        .call::<()>(&heir, &state, "unpause", (&heir,))
        .unwrap();
    setup.call::<()>(&heir, "accept_transfer", ()).unwrap();
}

#[test]
fn only_a_registry_is_accepted_as_state() {
    let setup = Setup::new();
    let stranger = setup.stranger();
    let outcome = setup.as_root("set_state", (&stranger,));
    assert_eq!(outcome, Err(Failure::Host));
    assert_eq!(setup.client().state(), None);
    let state = setup.new_state();
    setup.as_root("set_state", (&state,)).unwrap();
    let event = StateSet { state };
    assert_eq!(
        setup.env().events().all(),
        vec![event.to_xdr(setup.env(), &setup.contract)]
    );
}

#[test]
fn every_call_keeps_the_contract_and_what_it_reads_alive() {
    let setup = Setup::new();
    let minter = setup.actor(names::MINTER);
    let end = setup.env().ledger().timestamp() + 1_000 * 86_400;
    setup.grant(names::MINTER, &minter, Some(end)).unwrap();
    setup.world.advance(100 * 86_400);
    assert!(setup.holds(names::MINTER, &minter));
    setup.env().as_contract(&setup.contract, || {
        let storage = setup.env().storage();
        assert_eq!(storage.instance().get_ttl(), ttl::INSTANCE_EXTEND_TO);
        let grant = AccessControlStorageKey::HasRole(minter.clone(), setup.role(names::MINTER));
        // OpenZeppelin keeps its entries for 90 days.
        assert!(storage.persistent().get_ttl(&grant) >= 89 * ttl::DAY);
    });
}

#[test]
fn a_grant_survives_a_year_without_use() {
    let setup = Setup::new();
    let minter = setup.actor(names::MINTER);
    setup.world.advance(400 * 86_400);
    assert!(
        setup.holds(names::MINTER, &minter),
        "archived entries come back, they don't vanish"
    );
}
