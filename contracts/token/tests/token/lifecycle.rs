use std::panic::{catch_unwind, AssertUnwindSafe};

use merit_common::{amount::MAX, roles as names, ttl};
use merit_testing::{
    token::{deploy, error, Setup},
    Subject, DAY,
};
use merit_token::TokenError;
use soroban_sdk::testutils::storage::{Instance as _, Persistent as _};

fn refuses_all_but_protection(setup: &Setup) {
    let paused = error(TokenError::Paused);
    assert_eq!(setup.mint(&setup.holder, 1), paused);
    assert_eq!(setup.clawback(&setup.holder, 1), paused);
    let minter = setup.actor(names::MINTER);
    let daily = setup.client().quota(&minter).daily;
    assert_eq!(setup.set_quota(&minter, daily + 1), paused);
    setup.set_quota(&minter, daily - 1).unwrap();
    assert_eq!(setup.set_quota(&minter, daily), paused, "back up");
    setup.freeze(&setup.holder).unwrap();
    assert_eq!(setup.unfreeze(&setup.holder), paused);
}

fn setup_with_holder() -> Setup {
    let setup = Setup::new();
    setup.mint(&setup.holder, 10).unwrap();
    setup
}

#[test]
fn while_paused_only_protection_works() {
    let setup = setup_with_holder();
    setup.pause();
    assert!(setup.client().paused());
    refuses_all_but_protection(&setup);
    setup.call_as::<()>(names::UNPAUSER, "unpause", ()).unwrap();
    setup.unfreeze(&setup.holder).unwrap();
    setup.mint(&setup.holder, 1).unwrap();
}

#[test]
fn the_global_pause_stops_this_contract_too() {
    let setup = setup_with_holder();
    setup.pause_system();
    assert!(!setup.client().paused());
    refuses_all_but_protection(&setup);
}

#[test]
fn deployment_refuses_impossible_settings() {
    let setup = Setup::new();
    let deploys = |cap: i128| catch_unwind(AssertUnwindSafe(|| deploy(&setup.world, cap))).is_ok();
    assert!(deploys(1) && deploys(MAX));
    assert!(!deploys(0) && !deploys(-1) && !deploys(MAX + 1));
}

#[test]
fn every_call_keeps_the_contract_and_what_it_reads_alive() {
    let setup = Setup::new();
    setup.mint(&setup.holder, 1).unwrap();
    setup.world.advance(100 * DAY);
    setup.client().quota(&setup.actor(names::MINTER));
    setup.env().as_contract(&setup.contract, || {
        let storage = setup.env().storage();
        assert_eq!(storage.instance().get_ttl(), ttl::INSTANCE_EXTEND_TO);
        let minter = setup.actor(names::MINTER);
        for case in ["Quota", "Ring"] {
            let key = setup.key(case, (&minter,));
            assert_eq!(
                storage.persistent().get_ttl(&key),
                ttl::PERSISTENT_EXTEND_TO
            );
        }
    });
}
