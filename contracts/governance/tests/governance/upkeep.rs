//! Deployment, pause, and that use keeps every entry alive.

use std::panic::{catch_unwind, AssertUnwindSafe};

use merit_common::{roles, ttl};
use merit_governance::{
    Class, ClassEntry, Governance, GovernanceError, ProposalState, Rules, Settings, FOR,
};
use merit_testing::DAY;
use soroban_sdk::{
    contracttype,
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

/// Settings in the form that release 0.2.0 stored.
#[contracttype]
struct OldSettings {
    proposal_threshold: i128,
    quorum_floor: i128,
    voting_period: u32,
    late_extension: u32,
    delay: u64,
    grace: u64,
    cooldown: u64,
    veto_until: u64,
    parameter: Rules,
    treasury: Rules,
    upgrade: Rules,
}

#[test]
fn settings_of_release_0_2_0_get_the_shortest_valid_times() {
    let gov = Gov::new();
    let now = settings();
    let old = OldSettings {
        proposal_threshold: 7,
        quorum_floor: 8,
        voting_period: 30 * 17_280,
        late_extension: 30 * 17_280,
        delay: 30 * DAY,
        grace: 30 * DAY,
        cooldown: 60 * DAY,
        veto_until: now.veto_until,
        parameter: now.parameter.clone(),
        treasury: now.treasury.clone(),
        upgrade: now.upgrade.clone(),
    };
    let key = |name| (Symbol::new(gov.env(), name),);
    gov.env().as_contract(&gov.contract, || {
        let instance = gov.env().storage().instance();
        instance.remove(&key("CurrentSettings"));
        instance.set(&key("Settings"), &old);
    });
    // A day's ledgers last 1.2 days if they close slowly.
    let slow = DAY * 6 / 5;
    let expected = Settings {
        proposal_threshold: 7,
        quorum_floor: 8,
        warm_up: (1 + 30 + 30) * slow + 30 * DAY + 7 * DAY,
        voting_delay: 17_280,
        voting_period: 30 * 17_280,
        late_extension: 30 * 17_280,
        delay: 30 * DAY,
        grace: 30 * DAY,
        cooldown: (30 + 30 + 14) * slow + 60 * DAY,
        ..now
    };
    assert_eq!(gov.client().settings(), expected);
}

#[test]
fn while_paused_votes_continue_but_nothing_runs() {
    let gov = Gov::new();
    gov.pause();
    gov.delegate(&gov.stakers[1], &gov.stakers[2]).unwrap();
    let id = gov.open(&[gov.set_quota("a", 1)]);
    gov.vote(0, &id, FOR).unwrap();
    let [_, delegator, delegate] = &gov.stakers;
    gov.vote_for(delegate, &id, FOR, std::slice::from_ref(delegator))
        .unwrap();
    gov.end_vote();
    gov.queue(&id).unwrap();
    gov.world.advance(DAY);
    assert_eq!(gov.execute(&id), error(GovernanceError::Paused));
    assert_eq!(gov.state(&id), ProposalState::Queued);
    let unpauser = gov.world.holder(roles::UNPAUSER);
    gov.call::<()>(unpauser, "unpause", ()).unwrap();
    gov.pause_system();
    assert_eq!(gov.execute(&id), error(GovernanceError::Paused));
    assert_eq!(gov.quota("a"), 0);
}

#[test]
fn use_keeps_the_contract_and_the_votes_alive() {
    let gov = Gov::new();
    let staker = gov.stakers[0].clone();
    gov.delegate(&staker, &gov.stakers[1]).unwrap();
    gov.world.advance(110 * DAY);
    gov.unstake(&staker, 1).unwrap();
    gov.client().get_delegate(&staker);
    gov.env().as_contract(&gov.contract, || {
        let storage = gov.env().storage();
        assert_eq!(storage.instance().get_ttl(), ttl::INSTANCE_EXTEND_TO);
        let newest = |who| (Symbol::new(gov.env(), "Holding"), who).into_val(gov.env());
        let older = (Symbol::new(gov.env(), "OlderHolding"), &staker, 0u32);
        let named = (Symbol::new(gov.env(), "Delegation"), &staker);
        let keys: [Val; 4] = [
            named.into_val(gov.env()),
            newest(&staker),
            newest(&gov.contract),
            older.into_val(gov.env()),
        ];
        for key in keys {
            let left = storage.persistent().get_ttl(&key);
            assert_eq!(left, ttl::PERSISTENT_EXTEND_TO);
        }
    });
}

#[test]
fn a_stake_outlives_its_entries() {
    let gov = Gov::new();
    // Beyond the life of every entry: the ledger archives and restores them.
    gov.world.advance(400 * DAY);
    let id = gov.open(&[gov.set_quota("a", 1)]);
    assert_eq!(gov.vote(0, &id, FOR), Ok(600));
    gov.unstake(&gov.stakers[0], 600).unwrap();
    gov.world.advance(400 * DAY);
    assert_eq!(gov.withdraw(&gov.stakers[0]), Ok(600));
    assert_eq!(gov.state(&id), ProposalState::Expired);
    let again = gov.vote(0, &id, FOR);
    assert_eq!(again, error(GovernanceError::NotActive));
    assert!(gov.client().has_voted(&id, &gov.stakers[0]));
}
