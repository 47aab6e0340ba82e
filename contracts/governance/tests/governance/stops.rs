//! Actions that run during a stop and after it, and those that the guardian can't keep from running.

use merit_common::roles;
use merit_governance::{Action, GovernanceError, ProposalState, RESUME_DELAY};
use merit_testing::{other_code, DAY};
use soroban_sdk::BytesN;

use merit_testing::governance::{error, Gov, DELAY};

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
    let stake = gov.stake(&gov.stakers[0], 1);
    assert_eq!(stake, error(GovernanceError::Paused));
    gov.execute(&cure).unwrap();
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
