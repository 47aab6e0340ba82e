//! Actions that run during a stop and after it, and those that the guardian can't keep from running.

use merit_common::roles;
use merit_governance::{
    Action, GovernanceError, ProposalState, FOR, LONGEST_STOP, NEXT_STOP, RESUME_DELAY,
};
use merit_testing::{other_code, Failure, DAY};
use soroban_sdk::BytesN;

use merit_testing::governance::{error, Gov, DELAY, STAKES};

/// Ready to run, all at once.
fn all_due<const N: usize>(gov: &Gov, proposals: [&[Action]; N]) -> [BytesN<32>; N] {
    let ids = proposals.map(|actions| gov.favoured(actions));
    gov.end_vote();
    for id in &ids {
        gov.queue(id).unwrap();
    }
    gov.world.advance(DELAY);
    ids
}

fn upgrade(gov: &Gov) -> Action {
    let code = other_code(gov.env());
    gov.action(&gov.world.pool, "upgrade", (code, &gov.contract))
}

fn migrate(gov: &Gov) -> Action {
    gov.action(&gov.world.pool, "migrate", (&gov.contract,))
}

#[test]
fn a_vote_that_ends_governance_s_own_stop_upgrades_nothing_with_it() {
    let gov = Gov::new();
    gov.world.grant_role(roles::UPGRADER, &gov.contract);
    let [both, lift, replace] = all_due(
        &gov,
        [
            &[gov.own("unpause", ()), upgrade(&gov)],
            &[gov.own("unpause", ())],
            &[upgrade(&gov)],
        ],
    );
    gov.pause();
    let held = error(GovernanceError::Paused);
    assert_eq!(gov.execute(&both), held);
    assert_eq!(gov.execute(&replace), held);
    gov.execute(&lift).unwrap();
    // The guardian has a day to stop it again.
    assert_eq!(gov.execute(&both), held);
    gov.world.advance(RESUME_DELAY - 1);
    assert_eq!(gov.execute(&replace), held);
    gov.pause();
    gov.world.advance(1);
    assert_eq!(gov.execute(&replace), held);
    assert_eq!(gov.state(&replace), ProposalState::Queued);
}

#[test]
fn after_a_stop_only_recovery_runs_for_a_day() {
    let gov = Gov::new();
    gov.hand_over();
    let lift_system = gov.action(&gov.world.state, "unpause", (&gov.contract,));
    let [lift, change, dismiss] = all_due(
        &gov,
        [
            &[lift_system],
            &[gov.set_quota("a", 1)],
            &[gov.revoke_role(roles::PAUSER)],
        ],
    );
    gov.pause_system();
    gov.execute(&lift).unwrap();
    assert_eq!(gov.execute(&change), error(GovernanceError::Paused));
    gov.execute(&dismiss).unwrap();
    gov.world.advance(RESUME_DELAY);
    gov.execute(&change).unwrap();
    assert_eq!(gov.quota("a"), 1);
}

#[test]
fn a_vote_that_ends_no_stop_delays_nothing() {
    let gov = Gov::new();
    gov.hand_over();
    let lift_system = gov.action(&gov.world.state, "unpause", (&gov.contract,));
    let [own, system, change] = all_due(
        &gov,
        [
            &[gov.own("unpause", ())],
            &[lift_system],
            &[gov.set_quota("a", 1)],
        ],
    );
    gov.execute(&own).unwrap();
    gov.execute(&system).unwrap();
    gov.execute(&change).unwrap();
    assert_eq!(gov.quota("a"), 1);
}

#[test]
fn a_dismissal_during_a_stop_delays_nothing_after_it() {
    let gov = Gov::new();
    gov.hand_over();
    let [dismiss, change] = all_due(
        &gov,
        [&[gov.revoke_role(roles::PAUSER)], &[gov.set_quota("a", 1)]],
    );
    gov.pause_system();
    gov.execute(&dismiss).unwrap();
    let unpauser = gov.world.holder(roles::UNPAUSER);
    gov.world
        .call::<()>(unpauser, &gov.world.state, "unpause", (unpauser,))
        .unwrap();
    gov.execute(&change).unwrap();
    assert_eq!(gov.quota("a"), 1);
}

#[test]
fn the_unpauser_s_call_is_followed_by_the_same_day() {
    let gov = Gov::new();
    let id = gov.due(&[gov.set_quota("a", 1)]);
    let unpause = || {
        let unpauser = gov.world.holder(roles::UNPAUSER);
        gov.call::<()>(unpauser, "unpause", ()).unwrap();
    };
    gov.pause();
    unpause();
    gov.world.advance(DAY - 1);
    assert_eq!(gov.execute(&id), error(GovernanceError::Paused));
    // A call that ends no stop doesn't prolong the wait.
    unpause();
    gov.world.advance(1);
    gov.execute(&id).unwrap();
}

#[test]
fn code_can_be_replaced_and_migrated_while_the_system_is_stopped() {
    let gov = Gov::new();
    gov.world.grant_role(roles::UPGRADER, &gov.contract);
    let lift = gov.action(&gov.world.state, "unpause", (&gov.contract,));
    let [change, migrate, cure] = all_due(
        &gov,
        [
            &[upgrade(&gov), gov.set_quota("a", 1)],
            &[migrate(&gov)],
            &[upgrade(&gov), lift],
        ],
    );
    gov.pause_system();
    assert_eq!(gov.execute(&change), error(GovernanceError::Paused));
    // The pool itself refuses: its data needs no migration.
    let again = gov.execute(&migrate);
    assert!(again.is_err() && again != error(GovernanceError::Paused));
    gov.execute(&cure).unwrap();
    assert!(gov
        .world
        .call_unsigned::<u32>(&gov.world.pool, "version", ())
        .is_err());
}

#[test]
fn a_state_that_does_not_answer_stops_everything_but_the_cure() {
    let gov = Gov::new();
    let [change, cure] = all_due(
        &gov,
        [
            &[gov.action(&gov.world.pool, "set_limit", ())],
            &[gov.own("upgrade", (other_code(gov.env()),))],
        ],
    );
    let upgrader = gov.world.holder(roles::UPGRADER);
    let code = other_code(gov.env());
    gov.world
        .call::<()>(upgrader, &gov.world.state, "upgrade", (code, upgrader))
        .unwrap();
    assert_eq!(gov.execute(&change), error(GovernanceError::Paused));
    assert_eq!(gov.stake(&gov.stakers[0], 1), Ok(()));
    gov.execute(&cure).unwrap();
}

/// A holder of `pauser` has stopped everything, nobody has votes any more, and only votes can dismiss it.
#[test]
fn no_stop_keeps_everybody_out_for_ever() {
    let gov = Gov::new();
    gov.hand_over();
    for (staker, stake) in gov.stakers.iter().zip(STAKES) {
        gov.unstake(staker, stake).unwrap();
    }
    let staker = &gov.stakers[0];
    gov.pause_system();
    gov.pause();
    let began = gov.now();
    let paused = error(GovernanceError::Paused);
    assert_eq!(gov.stake(staker, 400), paused);
    let pause = || {
        let pauser = gov.world.holder(roles::PAUSER);
        gov.call::<()>(pauser, "pause", ())
    };
    gov.world.advance(LONGEST_STOP - 1);
    assert_eq!(pause(), Ok(()), "prolongs nothing");
    assert_eq!(gov.stake(staker, 400), paused);
    gov.world.advance(1);
    assert!(!gov.client().paused());
    let too_long = Err(Failure::Contract(GovernanceError::StoppedTooLong as u32));
    assert_eq!(pause(), too_long);
    gov.stake(staker, 400).unwrap();

    gov.world.advance(began + NEXT_STOP - 1 - gov.now());
    assert_eq!(pause(), too_long);
    gov.world.advance(1);
    assert_eq!(pause(), Ok(()));
    assert!(gov.client().paused());
    assert_eq!(gov.activate(staker), error(GovernanceError::Paused));
    gov.world.advance(LONGEST_STOP);
    assert_eq!(gov.activate(staker), Ok(400));
    gov.world.advance(5);
    // Nobody else has votes.
    let enact = |action| {
        let id = gov.open(&[action]);
        gov.vote(0, &id, FOR).unwrap();
        gov.end_vote();
        gov.queue(&id).unwrap();
        gov.world.advance(DELAY);
        gov.execute(&id).unwrap();
    };
    enact(gov.revoke_role(roles::PAUSER));
    enact(gov.action(&gov.world.state, "unpause", (&gov.contract,)));
    let stopped = gov
        .world
        .call_unsigned::<bool>(&gov.world.state, "paused", ());
    assert_eq!(stopped, Ok(false));
}

#[test]
fn an_unpaused_stop_that_begins_again_is_no_longer() {
    let gov = Gov::unstaked();
    gov.pause();
    gov.world.advance(10 * DAY);
    let unpauser = gov.world.holder(roles::UNPAUSER);
    gov.call::<()>(unpauser, "unpause", ()).unwrap();
    gov.pause();
    assert!(gov.client().paused());
    gov.world.advance(LONGEST_STOP - 10 * DAY);
    assert!(!gov.client().paused());
    gov.stake(&gov.stakers[0], 1).unwrap();
}

#[test]
fn only_guardians_are_dismissed_without_a_veto() {
    let gov = Gov::new();
    gov.hand_over();
    for role in [roles::UNPAUSER, roles::LIMITER, roles::MANAGER] {
        let id = gov.favoured(&[gov.revoke_role(role)]);
        assert_eq!(gov.veto(&id), Ok(()), "{role}");
    }
    let elsewhere = gov.action(&gov.stakers[0], "unpause", ());
    let id = gov.favoured(&[elsewhere]);
    assert_eq!(
        gov.veto(&id),
        Ok(()),
        "a contract that is not of the system"
    );
    let pool = gov.action(&gov.world.pool, "unpause", (&gov.contract,));
    let id = gov.favoured(&[pool]);
    assert_eq!(gov.veto(&id), error(GovernanceError::NotVetoable));
}

#[test]
fn the_guardian_can_stop_neither_its_dismissal_nor_the_end_of_a_stop() {
    let gov = Gov::new();
    gov.hand_over();
    let dismissal = gov.favoured(&[gov.revoke_role(roles::VETOER)]);
    let lift = gov.action(&gov.world.state, "unpause", (&gov.contract,));
    let lift = gov.favoured(&[lift, gov.own("unpause", ())]);
    let more = gov.favoured(&[gov.revoke_role(roles::VETOER), gov.set_quota("a", 1)]);
    let replace = gov.favoured(&[upgrade(&gov)]);
    for id in [&dismissal, &lift] {
        assert_eq!(gov.veto(id), error(GovernanceError::NotVetoable));
    }
    gov.veto(&more).unwrap();
    gov.veto(&replace).unwrap();
    gov.end_vote();
    gov.queue(&dismissal).unwrap();
    assert_eq!(gov.veto(&dismissal), error(GovernanceError::NotVetoable));
    gov.world.advance(DELAY);
    gov.execute(&dismissal).unwrap();
    let next = gov.open(&[gov.set_quota("b", 1)]);
    assert_eq!(gov.veto(&next), error(GovernanceError::Unauthorized));
}

/// A stolen key is taken away before the system that it was stopped for runs again; but not while governance itself is stopped.
#[test]
fn a_role_can_be_taken_away_while_the_system_is_stopped() {
    let gov = Gov::new();
    gov.hand_over();
    let [id, grant, other] = all_due(
        &gov,
        [
            &[gov.revoke_role(roles::MANAGER)],
            &[gov.action(&gov.world.admin, "grant_role", ())],
            &[gov.action(&gov.world.pool, "revoke_role", ())],
        ],
    );
    gov.pause_system();
    for alike in [grant, other] {
        assert_eq!(gov.execute(&alike), error(GovernanceError::Paused));
    }
    gov.pause();
    assert_eq!(gov.execute(&id), error(GovernanceError::Paused));
    let unpauser = gov.world.holder(roles::UNPAUSER);
    gov.call::<()>(unpauser, "unpause", ()).unwrap();
    gov.world.advance(RESUME_DELAY);
    gov.execute(&id).unwrap();
}
