//! Deployment, pause, and that use keeps every entry alive.

use std::panic::{catch_unwind, AssertUnwindSafe};

use merit_common::{roles, ttl};
use merit_governance::{
    Class, ClassEntry, Governance, GovernanceError, ProposalState, Settings, FOR,
};
use merit_testing::DAY;
use soroban_sdk::{
    testutils::storage::{Instance as _, Persistent as _},
    IntoVal, Symbol, Val, Vec,
};

use merit_testing::governance::{error, settings, Gov};

#[test]
fn deployment_refuses_impossible_settings() {
    let gov = Gov::unstaked();
    let env = gov.env();
    let deploys = |settings: Settings, table: Vec<ClassEntry>| {
        let (admin, state) = (&gov.world.admin, &gov.world.state);
        let args = (admin, state, &gov.world.asset.sac, settings, table);
        catch_unwind(AssertUnwindSafe(|| {
            gov.world.register(Governance, "governance", args)
        }))
        .is_ok()
    };
    let table = |target, count| {
        let entry = ClassEntry {
            target,
            function: Symbol::new(env, "f"),
            class: Class::Parameter,
        };
        Vec::from_iter(env, std::iter::repeat_n(entry, count))
    };
    let pool = || gov.world.pool.clone();
    assert!(deploys(settings(), table(pool(), 32)));
    assert!(!deploys(settings(), table(pool(), 33)));
    assert!(!deploys(settings(), table(gov.world.admin.clone(), 1)));
    let rushed = Settings {
        delay: 0,
        ..settings()
    };
    assert!(!deploys(rushed, table(pool(), 0)));
}

#[test]
fn while_paused_votes_continue_but_nothing_runs() {
    let gov = Gov::new();
    let id = gov.propose(&[gov.set_param("a", 1)]).unwrap();
    gov.pause();
    gov.vote(0, &id, FOR).unwrap();
    gov.end_vote();
    gov.queue(&id).unwrap();
    gov.world.advance(DAY);
    assert_eq!(gov.execute(&id), error(GovernanceError::Paused));
    assert_eq!(gov.state(&id), ProposalState::Queued);
    let unpauser = gov.world.holder(roles::UNPAUSER);
    gov.call::<()>(unpauser, "unpause", ()).unwrap();
    gov.pause_system();
    assert_eq!(gov.execute(&id), error(GovernanceError::Paused));
    assert_eq!(gov.param("a"), None);
}

#[test]
fn use_keeps_the_contract_and_the_votes_alive() {
    let gov = Gov::new();
    let staker = gov.stakers[0].clone();
    gov.world.advance(110 * DAY);
    gov.stake(&staker, 1).unwrap();
    gov.env().as_contract(&gov.contract, || {
        let storage = gov.env().storage();
        assert_eq!(storage.instance().get_ttl(), ttl::INSTANCE_EXTEND_TO);
        for who in [&staker, &gov.contract] {
            let newest: Val = (Symbol::new(gov.env(), "Holding"), who).into_val(gov.env());
            let older: Val =
                (Symbol::new(gov.env(), "OlderHolding"), who, 0u32).into_val(gov.env());
            for key in [newest, older] {
                let left = storage.persistent().get_ttl(&key);
                assert_eq!(left, ttl::PERSISTENT_EXTEND_TO);
            }
        }
    });
}

#[test]
fn a_stake_outlives_its_entries() {
    let gov = Gov::new();
    // Beyond the life of every entry: the ledger archives and restores them.
    gov.world.advance(400 * DAY);
    let id = gov.propose(&[gov.set_param("a", 1)]).unwrap();
    assert_eq!(gov.vote(0, &id, FOR), Ok(600));
    gov.unstake(&gov.stakers[0], 600).unwrap();
    gov.world.advance(400 * DAY);
    assert_eq!(gov.withdraw(&gov.stakers[0]), Ok(600));
    assert_eq!(gov.state(&id), ProposalState::Expired);
    let again = gov.vote(0, &id, FOR);
    assert_eq!(again, error(GovernanceError::NotActive));
    assert!(gov.client().has_voted(&id, &gov.stakers[0]));
}
