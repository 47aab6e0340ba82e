//! New code waits at `admin` from the moment that its proposal is queued.

use merit_admin::AdminContractClient;
use merit_common::roles;
use merit_governance::{Action, GovernanceError, ProposalState};
use merit_pool::PoolError;
use merit_testing::{other_code, Failure, World, DAY};

use merit_testing::governance::{error, Gov, DELAY};

const POOL_NOT_DUE: Failure = Failure::Contract(PoolError::UpgradeNotDue as u32);

/// `wait` in seconds.
fn waiting(wait: u64) -> Gov {
    let gov = Gov::voting(World::with_upgrade_delay(wait));
    gov.world.grant_role(roles::UPGRADER, &gov.contract);
    gov
}

fn upgrade_pool(gov: &Gov) -> Action {
    let code = other_code(gov.env());
    gov.action(&gov.world.pool, "upgrade", (code, &gov.contract))
}

fn upgrade_itself(gov: &Gov) -> Action {
    gov.own("upgrade", (other_code(gov.env()),))
}

fn admin(gov: &Gov) -> AdminContractClient<'static> {
    AdminContractClient::new(gov.env(), &gov.world.admin)
}

#[test]
fn one_vote_announces_new_code_and_uses_it() {
    let gov = waiting(DELAY);
    let id = gov.won(&[upgrade_pool(&gov), upgrade_itself(&gov)]);
    assert_eq!(admin(&gov).announced_upgrade(&gov.world.pool), None);
    let eta = gov.queue(&id).unwrap();
    for contract in [&gov.world.pool, &gov.contract] {
        let announced = admin(&gov).announced_upgrade(contract).unwrap();
        assert_eq!(announced.new_wasm_hash, other_code(gov.env()));
        assert_eq!(announced.eta, eta);
    }
    gov.world.advance(DELAY);
    gov.execute(&id).unwrap();
    for contract in [&gov.world.pool, &gov.contract] {
        let gone = gov.world.call_unsigned::<u32>(contract, "version", ());
        assert!(gone.is_err(), "the other code has no functions at all");
    }
}

#[test]
fn a_proposal_runs_once_a_longer_wait_is_over() {
    let gov = waiting(DELAY + 1);
    let pool = gov.favoured(&[upgrade_pool(&gov)]);
    let itself = gov.favoured(&[upgrade_itself(&gov)]);
    gov.end_vote();
    for id in [&pool, &itself] {
        gov.queue(id).unwrap();
    }
    gov.world.advance(DELAY);
    assert_eq!(gov.execute(&pool), Err(POOL_NOT_DUE));
    assert_eq!(gov.execute(&itself), error(GovernanceError::UpgradeNotDue));
    gov.world.advance(1);
    gov.execute(&pool).unwrap();
    gov.execute(&itself).unwrap();
}

#[test]
fn a_guardian_can_cancel_the_code_of_a_vote() {
    let gov = waiting(DELAY);
    let id = gov.queued(&[upgrade_pool(&gov)]);
    let pauser = gov.world.holder(roles::PAUSER);
    let args = (&gov.world.pool, pauser);
    gov.world
        .call::<()>(pauser, &gov.world.admin, "cancel_upgrade", args)
        .unwrap();
    gov.world.advance(DELAY);
    assert_eq!(gov.execute(&id), Err(POOL_NOT_DUE));
    assert_eq!(gov.state(&id), ProposalState::Queued);
}

#[test]
fn code_that_can_not_be_announced_keeps_only_its_own_proposal_from_the_queue() {
    let gov = Gov::voting(World::with_upgrade_delay(DELAY));
    let upgrade = gov.favoured(&[gov.set_quota("a", 1), upgrade_pool(&gov)]);
    let other = gov.favoured(&[gov.set_quota("b", 1)]);
    gov.end_vote();
    gov.queue(&other).unwrap();
    assert_eq!(gov.queue(&upgrade), error(GovernanceError::NotAnnounced));
    assert_eq!(gov.state(&upgrade), ProposalState::Succeeded);
    gov.world.grant_role(roles::UPGRADER, &gov.contract);
    gov.queue(&upgrade).unwrap();
    gov.world.advance(DELAY);
    gov.execute(&upgrade).unwrap();
    assert_eq!(gov.quota("a"), 1);
}

#[test]
fn code_is_announced_while_admin_and_the_system_are_stopped() {
    let gov = waiting(DAY);
    let id = gov.won(&[upgrade_pool(&gov)]);
    gov.pause_system();
    gov.world.pause(&gov.world.admin);
    gov.queue(&id).unwrap();
    gov.world.advance(DAY);
    gov.execute(&id).unwrap();
}

/// Such as one of a release before 0.3.0, which a vote must be able to replace.
#[test]
fn an_admin_that_knows_no_announcements_holds_no_proposal_up() {
    let gov = waiting(0);
    let id = gov.won(&[upgrade_pool(&gov)]);
    let upgrader = gov.world.holder(roles::UPGRADER);
    let args = (other_code(gov.env()), upgrader);
    gov.world
        .call::<()>(upgrader, &gov.world.admin, "upgrade", args)
        .unwrap();
    gov.queue(&id).unwrap();
}
