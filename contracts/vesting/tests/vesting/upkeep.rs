//! Pausing, that nobody replaces the code, and that use keeps every entry alive.

use merit_common::{
    roles::{PAUSER, UNPAUSER, UPGRADER},
    ttl::{INSTANCE_EXTEND_TO, PERSISTENT_EXTEND_TO},
};
use merit_testing::vesting::{error, linear, tranches, Setup};
use merit_testing::{other_code, Failure, Outcome, DAY, START};
use merit_vesting::VestingError;
use soroban_sdk::{vec as list, xdr::ScVal};

/// Calls that are refused and calls that go on while stopped, with two open schedules and one offer.
fn stops_only_what_is_new(setup: &Setup, stop: impl Fn()) {
    let env = setup.env();
    let (first, second) = (setup.usual(), setup.usual());
    let heir = setup.person();
    setup.begin(&setup.beneficiary, &first, &heir).unwrap();
    setup.world.advance(500);
    stop();
    let terms = setup.terms(linear(10, 1, 2, 3));
    let paused = error(VestingError::Paused);
    assert_eq!(setup.create(&terms), paused);
    let paused = error(VestingError::Paused);
    assert_eq!(setup.create_batch(&list![env, terms]), paused);
    let paused: Outcome<()> = error(VestingError::Paused);
    assert_eq!(setup.begin(&setup.beneficiary, &second, &heir), paused);
    assert_eq!(setup.accept(&heir, &first), paused);

    setup.cancel(&setup.beneficiary, &first).unwrap();
    assert_eq!(setup.claim(&first), Ok(500));
    assert_eq!(setup.revoke(&second), Ok(500));
    assert_eq!(setup.claim(&second), Ok(500));
    assert_eq!(setup.withdraw(&setup.funder), Ok(500));
}

#[test]
fn while_paused_money_is_returned_and_nothing_new_begins() {
    let setup = Setup::new();
    stops_only_what_is_new(&setup, || {
        setup.operate(PAUSER, "pause").unwrap();
        assert!(setup.client().paused());
    });
    setup.operate(UNPAUSER, "unpause").unwrap();
    setup.usual();
}

#[test]
fn the_global_pause_acts_the_same() {
    let setup = Setup::new();
    stops_only_what_is_new(&setup, || {
        let guardian = setup.world.holder(PAUSER);
        let state = &setup.world.state;
        setup
            .world
            .call::<()>(guardian, state, "pause", (guardian,))
            .unwrap();
        assert!(!setup.client().paused());
    });
}

/// Nobody can leave a schedule before it vests, so no wait of new code would protect anybody.
#[test]
fn nobody_replaces_the_code() {
    let setup = Setup::new();
    let (upgrader, code) = (setup.world.holder(UPGRADER), other_code(setup.env()));
    let upgraded = setup.call::<()>(upgrader, "upgrade", (code, upgrader));
    assert_eq!(upgraded, Err(Failure::Host), "there is no such function");
    assert_eq!(setup.operate(UPGRADER, "migrate"), Err(Failure::Host));
}

#[test]
fn use_keeps_everything_alive() {
    let setup = Setup::new();
    let plan = tranches(
        setup.env(),
        &[
            (100 * DAY, 1),
            (200 * DAY, 1),
            (300 * DAY, 1),
            (400 * DAY, 1),
        ],
    );
    let id = setup.create(&setup.terms(plan)).unwrap();
    // Each step is shorter than a TTL, all of them together are longer.
    for after in [100, 200, 300, 400] {
        setup.world.advance(100 * DAY);
        assert_eq!(setup.now(), START + after * DAY);
        assert_eq!(setup.claim(&id), Ok(1));
        let lifetimes = setup.world.lifetimes(&setup.contract);
        assert_eq!(lifetimes.len(), 2, "instance, schedule");
        for (key, left) in lifetimes {
            let expected = match key {
                ScVal::LedgerKeyContractInstance => INSTANCE_EXTEND_TO,
                _ => PERSISTENT_EXTEND_TO,
            };
            assert_eq!(left, expected, "{key:?}");
        }
    }
}

#[test]
fn every_view_keeps_the_instance_alive() {
    let setup = Setup::new();
    for view in ["obligations", "total_held", "paused", "version"] {
        setup.world.advance(30 * DAY);
        setup
            .world
            .call_unsigned::<soroban_sdk::Val>(&setup.contract, view, ())
            .unwrap();
        let lifetimes = setup.world.lifetimes(&setup.contract);
        let instance = lifetimes
            .iter()
            .find(|(key, _)| *key == ScVal::LedgerKeyContractInstance);
        assert_eq!(instance.unwrap().1, INSTANCE_EXTEND_TO, "{view}");
    }
}
