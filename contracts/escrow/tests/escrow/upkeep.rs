//! Pausing, that nobody replaces the code, and that use keeps every entry alive.

use merit_common::{
    roles::{PAUSER, UNPAUSER, UPGRADER},
    ttl::{INSTANCE_EXTEND_TO, PERSISTENT_EXTEND_TO},
};
use merit_escrow::{EscrowContract, EscrowError, Part, Terms, MAX_FEE_BPS};
use merit_testing::escrow::{error, Setup, DEADLINE, WINDOW};
use merit_testing::{other_code, Failure, Outcome, DAY, START};
use soroban_sdk::{vec as list, xdr::ScVal};

/// While stopped, deadlines decide as they would have.
fn stops_only_what_is_new(setup: &Setup, stop: impl Fn()) {
    let first = setup.usual();
    let second = setup.usual();
    let third = setup.create(&setup.terms(&[10])).unwrap();
    setup.release(&first, 1).unwrap();
    stop();
    let paused = error(EscrowError::Paused);
    assert_eq!(setup.create(&setup.terms(&[1])), paused);
    let paused: Outcome<()> = error(EscrowError::Paused);
    assert_eq!(setup.set_fee(0), paused);
    assert_eq!(setup.collect(setup.person(), 1), paused);

    setup.dispute(&setup.beneficiary, &first, 0).unwrap();
    setup.submit(&setup.depositor, &first, 0).unwrap();
    setup.resolve(&first, 0, 5_000).unwrap();
    setup.accept(&setup.beneficiary, &third).unwrap();
    setup.release(&second, 0).unwrap();
    setup.split(&third, 0, 5_000).unwrap();
    setup.world.advance(DEADLINE);
    setup.expire(&second, 1).unwrap();
    assert_eq!(setup.client().totals().sums.held, 0);
}

#[test]
fn while_paused_deadlines_still_count_and_nothing_new_begins() {
    let setup = Setup::new();
    stops_only_what_is_new(&setup, || {
        setup.operate(PAUSER, "pause").unwrap();
        assert!(setup.client().paused());
    });
    setup.operate(UNPAUSER, "unpause").unwrap();
    setup.set_fee(0).unwrap();
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

#[test]
#[should_panic(expected = "Error(Contract, #19030)")]
fn deployment_refuses_a_fee_above_the_cap() {
    let setup = Setup::new();
    let world = &setup.world;
    let asset = &world.asset;
    let args = (
        &world.admin,
        &world.state,
        &asset.sac,
        &asset.issuer,
        MAX_FEE_BPS + 1,
    );
    world.env.register(EscrowContract, args);
}

/// Nobody can leave an escrow alone once it is accepted, so no wait of new code would protect anybody.
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
    let mut parts = list![setup.env()];
    for days in [100, 200, 300] {
        parts.push_back(Part {
            amount: 10,
            deadline: START + days * DAY,
        });
    }
    let terms = Terms {
        parts,
        ..setup.terms(&[])
    };
    let id = setup.bound(&terms);
    // Each step is shorter than a TTL, all of them together are longer.
    for index in 0..3 {
        setup.world.advance(100 * DAY);
        setup.expire(&id, index).unwrap();
        let lifetimes = setup.world.lifetimes(&setup.contract);
        assert_eq!(
            lifetimes.len(),
            3,
            "instance, escrow, what the depositor is owed"
        );
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
fn a_dispute_outlives_any_jump_of_the_clock() {
    let setup = Setup::new();
    let id = setup.usual();
    setup.dispute(&setup.depositor, &id, 0).unwrap();
    setup.world.advance(WINDOW + 100 * DAY);
    setup.expire(&id, 0).unwrap();
    setup.expire(&id, 1).unwrap();
    assert_eq!(setup.client().totals().sums.held, 0);
}
