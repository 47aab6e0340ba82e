//! New code waits at `admin` from the moment that its proposal is queued.

use merit_admin::{AdminContractClient, AnnouncedUpgrade};
use merit_common::{lifecycle, roles};
use merit_governance::{Action, GovernanceError, ProposalState, Settings};
use merit_pool::PoolError;
use merit_testing::{other_code, Failure, World, DAY};
use soroban_sdk::{contract, contractimpl, Address, BytesN, Env, Symbol};

use merit_testing::governance::{error, settings, Gov, COOLDOWN, DELAY, GRACE, STAKES};

/// Seconds that stakers have to notice new code of governance.
const NOTICE: u64 = 7 * DAY;
/// Seconds from the announcement of governance's own code to its use.
const OWN_WAIT: u64 = NOTICE + COOLDOWN;

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
    let now = gov.now();
    let eta = gov.queue(&id).unwrap();
    for contract in [&gov.world.pool, &gov.contract] {
        let announced = admin(&gov).announced_upgrade(contract).unwrap();
        assert_eq!(announced.new_wasm_hash, other_code(gov.env()));
        assert_eq!(announced.eta, now + DELAY);
    }
    assert_eq!(eta, now + OWN_WAIT);
    gov.world.advance(OWN_WAIT);
    gov.execute(&id).unwrap();
    for contract in [&gov.world.pool, &gov.contract] {
        let gone = gov.world.call_unsigned::<u32>(contract, "version", ());
        assert!(gone.is_err(), "the other code has no functions at all");
    }
}

/// However long: its grace begins then.
#[test]
fn a_proposal_is_due_when_its_code_is() {
    for wait in [DELAY, DELAY + 1, DELAY + GRACE, 90 * DAY] {
        let gov = waiting(wait);
        let id = gov.won(&[upgrade_pool(&gov)]);
        let eta = gov.now() + wait;
        assert_eq!(gov.queue(&id), Ok(eta));
        assert_eq!(gov.proposal(&id).eta, eta);
        gov.world.advance(wait - 1);
        assert_eq!(gov.execute(&id), error(GovernanceError::NotDue));
        gov.world.advance(1);
        gov.execute(&id).unwrap();
    }
}

/// Stakes are locked for the cool-down: who has a week to notice new code of governance, and unstakes, is out before it runs.
#[test]
fn stakers_can_leave_before_governance_s_own_code_changes() {
    let gov = waiting(DELAY);
    let staker = &gov.stakers[1];
    let id = gov.queued(&[upgrade_itself(&gov)]);
    gov.world.advance(NOTICE);
    gov.unstake(staker, STAKES[1]).unwrap();
    gov.world.advance(COOLDOWN - 1);
    assert_eq!(gov.execute(&id), error(GovernanceError::NotDue));
    gov.world.advance(1);
    assert_eq!(gov.withdraw(staker), Ok(STAKES[1]));
    assert_eq!(gov.execute(&id), Ok(()));
}

/// A thief of the admin's key could have replaced `admin`, which says when code is due.
#[test]
fn no_key_replaces_governance_s_code() {
    let gov = Gov::new();
    let upgrader = gov.world.holder(roles::UPGRADER);
    let args = (other_code(gov.env()), upgrader);
    let replaced = gov
        .world
        .call::<()>(upgrader, &gov.contract, "upgrade", args);
    assert_eq!(replaced, Err(Failure::Host), "there is no such function");
}

/// Otherwise two votes could lock the stakers in first.
#[test]
fn a_longer_cooldown_prolongs_the_wait_of_governance_s_own_code() {
    let gov = waiting(DELAY);
    let longer = Settings {
        cooldown: COOLDOWN + DAY,
        ..settings()
    };
    let change = gov.favoured(&[gov.own("set_settings", (&longer,))]);
    let code = gov.favoured(&[upgrade_itself(&gov)]);
    gov.end_vote();
    gov.queue(&change).unwrap();
    gov.queue(&code).unwrap();
    gov.world.advance(DELAY);
    gov.execute(&change).unwrap();
    gov.world.advance(OWN_WAIT - DELAY);
    assert_eq!(gov.execute(&code), error(GovernanceError::UpgradeNotDue));
    gov.world.advance(DAY);
    gov.execute(&code).unwrap();
}

/// Otherwise a vote that shortens the cool-down lets new code run while those are locked who left before.
#[test]
fn governance_s_own_code_waits_for_what_cools_down_already() {
    let gov = waiting(DELAY);
    let [first, second, third] = &gov.stakers;
    let longer = Settings {
        cooldown: COOLDOWN + 30 * DAY,
        ..settings()
    };
    gov.enact(&[gov.own("set_settings", (&longer,))]).unwrap();
    let shorter = gov.favoured(&[gov.own("set_settings", (&settings(),))]);
    let code = gov.favoured(&[upgrade_itself(&gov)]);
    gov.end_vote();
    gov.queue(&shorter).unwrap();
    gov.world.advance(DELAY);
    let until = gov.unstake(second, STAKES[1]).unwrap();
    gov.execute(&shorter).unwrap();
    // What is unstaked and withdrawn later, but cools down for less, changes nothing about it.
    let earlier = gov.unstake(third, STAKES[2]).unwrap();
    assert!(earlier < until);
    assert_eq!(gov.queue(&code), Ok(until));
    gov.world.advance(until - gov.now() - 1);
    gov.withdraw(third).unwrap();
    gov.unstake(first, 1).unwrap();
    assert_eq!(gov.execute(&code), error(GovernanceError::NotDue));
    gov.world.advance(1);
    assert_eq!(gov.withdraw(second), Ok(STAKES[1]));
    gov.execute(&code).unwrap();
}

/// Won votes that prolong the cool-down by so many days, replace governance's own code, shorten the cool-down again, and
/// replace the code once more. The first is due, the others aren't queued.
fn votes_on_cooldown_and_code(days: u64) -> (Gov, [BytesN<32>; 4]) {
    let gov = waiting(DELAY);
    let longer = Settings {
        cooldown: COOLDOWN + days * DAY,
        ..settings()
    };
    let lengthen = gov.favoured(&[gov.own("set_settings", (&longer,))]);
    let code = gov.favoured(&[upgrade_itself(&gov)]);
    let shorten = gov.favoured(&[gov.own("set_settings", (&settings(),))]);
    let newer = gov.favoured(&[gov.set_quota("a", 1), upgrade_itself(&gov)]);
    gov.end_vote();
    gov.queue(&lengthen).unwrap();
    gov.world.advance(DELAY);
    (gov, [lengthen, code, shorten, newer])
}

/// Otherwise one vote locks those in who leave at once, and a second one lets the code run before they are out.
#[test]
fn a_cooldown_that_is_longer_for_a_while_prolongs_the_wait_of_governance_s_own_code() {
    let (gov, [lengthen, code, shorten, _]) = votes_on_cooldown_and_code(1);
    let staker = &gov.stakers[1];
    gov.queue(&code).unwrap();
    gov.execute(&lengthen).unwrap();
    gov.world.advance(NOTICE - DELAY);
    gov.queue(&shorten).unwrap();
    gov.world.advance(DELAY);
    let until = gov.unstake(staker, STAKES[1]).unwrap();
    gov.execute(&shorten).unwrap();
    gov.world.advance(until - gov.now() - 1);
    assert_eq!(gov.execute(&code), error(GovernanceError::UpgradeNotDue));
    gov.world.advance(1);
    assert_eq!(gov.withdraw(staker), Ok(STAKES[1]));
    gov.execute(&code).unwrap();
}

/// A vote that prolongs the cool-down holds up what is queued, and no later code.
#[test]
fn a_newer_vote_on_governance_s_own_code_waits_for_all_who_left_and_no_longer() {
    let (gov, [lengthen, code, shorten, newer]) = votes_on_cooldown_and_code(8);
    let staker = &gov.stakers[1];
    gov.queue(&shorten).unwrap();
    gov.world.advance(DELAY);
    gov.queue(&code).unwrap();
    gov.execute(&lengthen).unwrap();
    let until = gov.unstake(staker, STAKES[1]).unwrap();
    gov.execute(&shorten).unwrap();
    assert_eq!(gov.queue(&newer), Ok(until));
    gov.world.advance(until - gov.now() - 1);
    assert_eq!(gov.execute(&code), error(GovernanceError::UpgradeNotDue));
    assert_eq!(gov.execute(&newer), error(GovernanceError::NotDue));
    gov.world.advance(1);
    assert_eq!(gov.withdraw(staker), Ok(STAKES[1]));
    gov.execute(&newer).unwrap();
}

/// A stranger would otherwise leave the proposal queued without an announcement, and it could never run.
#[test]
fn no_depth_of_calls_queues_code_without_its_announcement() {
    let gov = waiting(DELAY);
    let id = gov.won(&[upgrade_itself(&gov)]);
    let queue = |below| {
        gov.world
            .call_deep::<u64>(below, &gov.contract, "queue", (&id,))
    };
    assert!(queue(0).is_err(), "admin can't be called");
    assert_eq!(gov.state(&id), ProposalState::Succeeded);
    assert_eq!(queue(1), Ok(gov.now() + OWN_WAIT));
    assert!(admin(&gov).announced_upgrade(&gov.contract).is_some());
    gov.world.advance(OWN_WAIT - 1);
    assert_eq!(gov.execute(&id), error(GovernanceError::NotDue));
    gov.world.advance(1);
    gov.execute(&id).unwrap();
}

#[contract]
struct LaxAdmin;

#[contractimpl]
impl LaxAdmin {
    pub fn upgrade_delay(_env: Env) -> u64 {
        0
    }

    pub fn announce_upgrade(_env: Env, _contract: Address, _hash: BytesN<32>, _by: Address) {}

    pub fn announced_upgrade(_env: Env, _contract: Address) -> Option<AnnouncedUpgrade> {
        None
    }

    pub fn upgrade_is_due(_env: Env, _contract: Address, _hash: BytesN<32>) -> bool {
        true
    }
}

/// A majority could replace that first.
#[test]
fn new_code_of_admin_does_not_end_the_wait_of_governance_s_own_code() {
    for migrated in [false, true] {
        let gov = waiting(DELAY);
        if migrated {
            migrate_from_schema_1(&gov);
        }
        let id = gov.won(&[upgrade_itself(&gov)]);
        gov.env().register_at(&gov.world.admin, LaxAdmin, ());
        let eta = gov.now() + OWN_WAIT;
        assert_eq!(gov.queue(&id), Ok(eta), "migrated: {migrated}");
        gov.world.advance(OWN_WAIT - 1);
        assert_eq!(gov.execute(&id), error(GovernanceError::NotDue));
        gov.world.advance(1);
        gov.execute(&id).unwrap();
    }
}

/// That code didn't remember whether code waits.
fn migrate_from_schema_1(gov: &Gov) {
    let env = gov.env();
    env.as_contract(&gov.contract, || {
        env.storage()
            .instance()
            .remove(&(Symbol::new(env, "NoticeEnds"),));
        lifecycle::init(env, 1);
    });
    let upgrader = gov.world.holder(roles::UPGRADER);
    gov.world
        .call::<()>(upgrader, &gov.contract, "migrate", (upgrader,))
        .unwrap();
}

#[test]
fn cancelled_code_of_a_queued_proposal_is_announced_again() {
    let gov = waiting(DELAY);
    let id = gov.queued(&[upgrade_pool(&gov)]);
    let announce = |id| {
        gov.world
            .call_unsigned::<u64>(&gov.contract, "announce", (id,))
    };
    let pauser = gov.world.holder(roles::PAUSER);
    gov.world
        .call::<()>(
            pauser,
            &gov.world.admin,
            "cancel_upgrade",
            (&gov.world.pool, pauser),
        )
        .unwrap();
    gov.world.advance(DELAY);
    assert_eq!(gov.execute(&id), Err(POOL_NOT_DUE));
    let eta = gov.now() + DELAY;
    assert_eq!(announce(&id), Ok(eta));
    assert_eq!(announce(&id), Ok(eta), "again");
    gov.world.advance(DELAY);
    gov.execute(&id).unwrap();
    assert_eq!(announce(&id), error(GovernanceError::NotQueued));
}

#[test]
fn a_proposal_whose_code_was_replaced_by_a_later_one_does_not_replace_that() {
    let gov = waiting(DELAY);
    let id = gov.queued(&[upgrade_pool(&gov)]);
    let other = BytesN::from_array(gov.env(), &[5; 32]);
    gov.world.announce_upgrade(&gov.world.pool, &other);
    let again = gov
        .world
        .call_unsigned::<u64>(&gov.contract, "announce", (&id,));
    assert_eq!(again, error(GovernanceError::NotAnnounced));
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
