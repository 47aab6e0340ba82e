use merit_common::testutils::{wait, Failure};
use merit_testing::Line;
use soroban_sdk::{testutils::Address as _, Address};

use super::{
    error, World, BONUS_NEWCOMER, BONUS_REFERRER, BUDGET, CLAWBACK, DAY, FUNDS, MERCHANT, WINDOW,
};
use crate::{
    rewards::CLAIM_WINDOW, Bonus, Funds, Programme, ReferralError as Error, Reward, Status,
};

/// A new account bound to the referrer.
fn another(world: &World) -> Address {
    let newcomer = Address::generate(&world.env);
    world.bind(&newcomer, &world.actor("referrer")).unwrap();
    newcomer
}

fn pending(amount: i128) -> Bonus {
    Bonus {
        amount,
        status: Status::Pending,
    }
}

#[test]
fn qualifying_sets_both_bonuses_aside() {
    let world = World::qualified();
    let name = ["referral_qualified"];
    assert_eq!(world.system.event_names(&world.contract), name);
    let (newcomer, referrer) = (world.actor("newcomer"), world.actor("referrer"));
    let reward = Reward {
        merchant: MERCHANT,
        referrer: referrer.clone(),
        for_referrer: pending(BONUS_REFERRER),
        for_newcomer: pending(BONUS_NEWCOMER),
        claimable_at: world.env.ledger().timestamp() + CLAWBACK,
    };
    assert_eq!(world.client().reward(&newcomer), Some(reward));
    let funds = Funds {
        free: BUDGET - 140,
        pending: 140,
        paid: 0,
    };
    assert_eq!(world.client().funds(&MERCHANT), funds);
    let earned = world.client().earned(&MERCHANT, &referrer);
    assert_eq!(earned, BONUS_REFERRER);
}

#[test]
fn a_newcomer_is_rewarded_once_among_all_programmes() {
    let world = World::qualified();
    let newcomer = world.actor("newcomer");
    let rewarded = error(Error::AlreadyRewarded);
    assert_eq!(world.qualify(&newcomer), rewarded);
    let other = (MERCHANT + 1, world.terms());
    world
        .call_as::<()>("manager", "set_programme", other)
        .unwrap();
    let again = world.call_as("qualify", "qualify", (MERCHANT + 1, &newcomer));
    assert_eq!(again, rewarded);
    world.revoke(&newcomer).unwrap();
    assert_eq!(world.qualify(&newcomer), rewarded, "revoked");
}

#[test]
fn only_bound_newcomers_of_a_running_programme_qualify() {
    let world = World::bound();
    let newcomer = world.actor("newcomer");
    let stranger = world.actor("stranger");
    assert_eq!(world.qualify(&stranger), error(Error::NotBound));
    let unknown = world.call_as::<()>("qualify", "qualify", (MERCHANT + 1, &newcomer));
    assert_eq!(unknown, error(Error::ProgrammeNotFound));
    let later = Programme {
        starts_at: world.terms().starts_at + DAY,
        ..world.terms()
    };
    world.set_programme(&later).unwrap();
    wait(&world.env, DAY - 1);
    assert_eq!(world.qualify(&newcomer), error(Error::OutsideWindow));
    wait(&world.env, WINDOW - DAY + 1);
    assert_eq!(world.qualify(&newcomer), error(Error::OutsideWindow));
}

#[test]
fn a_capped_referrer_gets_no_more_but_its_newcomers_do() {
    let world = World::qualified();
    world.qualify(&another(&world)).unwrap();
    let third = another(&world);
    world.qualify(&third).unwrap();
    let reward = world.client().reward(&third).unwrap();
    assert_eq!(reward.for_referrer, pending(0));
    assert_eq!(reward.for_newcomer, pending(BONUS_NEWCOMER));
    assert_eq!(world.client().funds(&MERCHANT).pending, 2 * 140 + 40);
    let one_sided = Programme {
        bonus_newcomer: 0,
        ..world.terms()
    };
    world.set_programme(&one_sided).unwrap();
    let fourth = another(&world);
    assert_eq!(world.qualify(&fourth), error(Error::CapReached));
    // A revoked bonus doesn't count.
    world.revoke(&world.actor("newcomer")).unwrap();
    assert_eq!(world.qualify(&fourth), Ok(()));
    wait(&world.env, CLAWBACK);
    let referrer = world.actor("referrer");
    assert_eq!(world.claim(&referrer, &third), error(Error::NothingDue));
}

#[test]
fn nothing_is_promised_beyond_the_funds() {
    let world = World::new();
    world.fund(140).unwrap();
    let (first, second) = (another(&world), another(&world));
    world.qualify(&first).unwrap();
    assert_eq!(world.qualify(&second), error(Error::BudgetShort));
    assert_eq!(world.client().reward(&second), None);
    let referrer = world.actor("referrer");
    let earned = world.client().earned(&MERCHANT, &referrer);
    assert_eq!(earned, BONUS_REFERRER, "only the first");
    world.fund(140).unwrap();
    assert_eq!(world.qualify(&second), Ok(()));
}

#[test]
fn a_reward_is_revoked_before_and_claimed_after_its_window() {
    let world = World::qualified();
    let (newcomer, referrer) = (world.actor("newcomer"), world.actor("referrer"));
    wait(&world.env, CLAWBACK - 1);
    assert_eq!(
        world.claim(&referrer, &newcomer),
        error(Error::NotClaimable)
    );
    wait(&world.env, 1);
    assert_eq!(world.revoke(&newcomer), error(Error::RevokeClosed));
    assert_eq!(world.claim(&referrer, &newcomer), Ok(BONUS_REFERRER));
    assert_eq!(world.system.event_names(&world.contract), ["bonus_claimed"]);
    assert_eq!(world.claim(&newcomer, &newcomer), Ok(BONUS_NEWCOMER));
    for account in [&referrer, &newcomer] {
        let again = world.claim(account, &newcomer);
        assert_eq!(again, error(Error::NothingDue));
    }
    assert_eq!(world.balance("referrer"), BONUS_REFERRER);
    assert_eq!(world.balance("newcomer"), BONUS_NEWCOMER);
    let funds = Funds {
        free: BUDGET - 140,
        pending: 0,
        paid: 140,
    };
    assert_eq!(world.client().funds(&MERCHANT), funds);
}

#[test]
fn a_revoked_reward_is_free_again_and_never_paid() {
    let world = World::qualified();
    let (newcomer, referrer) = (world.actor("newcomer"), world.actor("referrer"));
    wait(&world.env, CLAWBACK - 1);
    world.revoke(&newcomer).unwrap();
    let name = ["referral_revoked"];
    assert_eq!(world.system.event_names(&world.contract), name);
    assert_eq!(world.revoke(&newcomer), error(Error::AlreadyRevoked));
    assert_eq!(world.client().funds(&MERCHANT).free, BUDGET);
    assert_eq!(world.client().earned(&MERCHANT, &referrer), 0);
    wait(&world.env, CLAWBACK);
    for account in [&referrer, &newcomer] {
        let late = world.claim(account, &newcomer);
        assert_eq!(late, error(Error::NothingDue));
    }
}

#[test]
fn no_reward_is_an_error() {
    let world = World::bound();
    let newcomer = world.actor("newcomer");
    assert_eq!(world.revoke(&newcomer), error(Error::RewardNotFound));
    let claim = world.claim(&newcomer, &newcomer);
    assert_eq!(claim, error(Error::RewardNotFound));
    assert_eq!(world.client().reward(&newcomer), None);
}

#[test]
fn later_terms_do_not_change_a_pending_reward() {
    let world = World::qualified();
    let newcomer = world.actor("newcomer");
    let changed = Programme {
        bonus_newcomer: 1,
        clawback_window: 0,
        ..world.terms()
    };
    world.set_programme(&changed).unwrap();
    let early = world.claim(&newcomer, &newcomer);
    assert_eq!(early, error(Error::NotClaimable));
    wait(&world.env, WINDOW);
    assert_eq!(world.claim(&newcomer, &newcomer), Ok(BONUS_NEWCOMER));
}

#[test]
fn without_a_window_a_reward_is_claimable_at_once() {
    let world = World::bound();
    let newcomer = world.actor("newcomer");
    let instant = Programme {
        clawback_window: 0,
        ..world.terms()
    };
    world.set_programme(&instant).unwrap();
    world.qualify(&newcomer).unwrap();
    assert_eq!(world.revoke(&newcomer), error(Error::RevokeClosed));
    assert_eq!(world.claim(&newcomer, &newcomer), Ok(BONUS_NEWCOMER));
}

#[test]
fn what_nobody_claims_in_time_goes_back_to_the_sponsor() {
    let world = World::qualified();
    let (newcomer, referrer) = (world.actor("newcomer"), world.actor("referrer"));
    wait(&world.env, CLAWBACK);
    world.claim(&newcomer, &newcomer).unwrap();
    wait(&world.env, CLAIM_WINDOW - 1);
    assert_eq!(world.settle(), Ok(BUDGET - 140));
    assert_eq!(world.expire(&newcomer), error(Error::NotExpired));
    wait(&world.env, 1);
    assert_eq!(world.claim(&referrer, &newcomer), error(Error::ClaimClosed));
    assert_eq!(world.expire(&newcomer), Ok(BONUS_REFERRER));
    let name = ["referral_expired"];
    assert_eq!(world.system.event_names(&world.contract), name);
    assert_eq!(world.expire(&newcomer), error(Error::NothingDue));
    assert_eq!(world.claim(&referrer, &newcomer), error(Error::NothingDue));
    assert_eq!(world.client().earned(&MERCHANT, &referrer), 0);
    let reward = world.client().reward(&newcomer).unwrap();
    assert_eq!(reward.for_referrer.status, Status::Expired);
    assert_eq!(reward.for_newcomer.status, Status::Paid);
    assert_eq!(world.settle(), Ok(BONUS_REFERRER));
    assert_eq!(world.balance("sponsor"), FUNDS - BONUS_NEWCOMER);
    assert_eq!(world.client().total_held(), 0);
}

#[test]
fn a_bonus_is_claimed_up_to_the_last_second() {
    let world = World::qualified();
    let (newcomer, referrer) = (world.actor("newcomer"), world.actor("referrer"));
    wait(&world.env, CLAWBACK + CLAIM_WINDOW - 1);
    assert_eq!(world.claim(&referrer, &newcomer), Ok(BONUS_REFERRER));
    wait(&world.env, 1);
    assert_eq!(world.expire(&newcomer), Ok(BONUS_NEWCOMER));
}

#[test]
fn a_revoked_reward_has_nothing_to_expire() {
    let world = World::qualified();
    let newcomer = world.actor("newcomer");
    world.revoke(&newcomer).unwrap();
    wait(&world.env, CLAWBACK + CLAIM_WINDOW);
    assert_eq!(world.expire(&newcomer), error(Error::NothingDue));
    assert_eq!(world.client().funds(&MERCHANT).free, BUDGET);
}

#[test]
fn a_bonus_that_cannot_arrive_stays_due() {
    let world = World::bound();
    let account = world.asset().account();
    let client = world.client().mock_all_auths();
    // A test contract can't sign for a classic account: these signatures are mocked.
    client.bind(&account, &world.actor("referrer"));
    world.qualify(&account).unwrap();
    wait(&world.env, CLAWBACK);
    let claim = || {
        let outcome = client.mock_all_auths().try_claim(&account, &account);
        world.env.set_auths(&[]);
        outcome
            .map(|paid| paid.unwrap())
            .map_err(|error| Failure::Contract(error.unwrap().get_code()))
    };
    let line = |limit, authorized| Line {
        balance: 0,
        limit,
        authorized,
    };
    assert_eq!(claim(), error(Error::NoTrustline));
    world.asset().put_line(&account, line(i64::MAX, false));
    assert_eq!(claim(), error(Error::NotAuthorized));
    world.asset().put_line(&account, line(39, true));
    assert_eq!(claim(), error(Error::BalanceOutOfRange));
    world.asset().put_line(&account, line(40, true));
    assert_eq!(claim(), Ok(BONUS_NEWCOMER));
    assert_eq!(world.asset().balance(&account), BONUS_NEWCOMER);
}
