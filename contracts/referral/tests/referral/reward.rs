use merit_referral::{Bonus, Funds, Programme, ReferralError as Error, Reward, Status};
use merit_testing::{
    referral::{
        error, Setup, BONUS_NEWCOMER, BONUS_REFERRER, BUDGET, CLAIM_WINDOW, CLAWBACK, FUNDS, WINDOW,
    },
    Failure, Line, Subject, DAY, MERCHANT,
};
use soroban_sdk::{testutils::Address as _, Address};

/// A new account bound to the referrer.
fn another(setup: &Setup) -> Address {
    let newcomer = Address::generate(setup.env());
    setup.bind(&newcomer, &setup.actor("referrer")).unwrap();
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
    let setup = Setup::qualified();
    let name = ["referral_qualified"];
    assert_eq!(setup.world.event_names(&setup.contract), name);
    let (newcomer, referrer) = (setup.actor("newcomer"), setup.actor("referrer"));
    let reward = Reward {
        merchant: MERCHANT,
        referrer: referrer.clone(),
        for_referrer: pending(BONUS_REFERRER),
        for_newcomer: pending(BONUS_NEWCOMER),
        claimable_at: setup.env().ledger().timestamp() + CLAWBACK,
    };
    assert_eq!(setup.reward(&newcomer), Some(reward));
    let funds = Funds {
        free: BUDGET - 140,
        pending: 140,
        paid: 0,
    };
    assert_eq!(setup.client().funds(&MERCHANT), funds);
    let earned = setup.client().earned(&MERCHANT, &referrer);
    assert_eq!(earned, BONUS_REFERRER);
}

#[test]
fn each_programme_rewards_a_newcomer_once() {
    let setup = Setup::qualified();
    let newcomer = setup.actor("newcomer");
    let rewarded = error(Error::AlreadyRewarded);
    assert_eq!(setup.qualify(&newcomer), rewarded);
    // Another programme's reward has its own funds, cap and end.
    let (other, sponsor) = (MERCHANT + 1, setup.actor("sponsor"));
    setup.set_programme_of(other, &setup.terms()).unwrap();
    setup.fund_by(&sponsor, other, BUDGET).unwrap();
    assert_eq!(setup.qualify_for(other, &newcomer), Ok(()));
    assert_eq!(setup.qualify_for(other, &newcomer), rewarded);
    setup.revoke(&newcomer).unwrap();
    assert_eq!(setup.qualify(&newcomer), rewarded, "revoked");
    setup.world.advance(CLAWBACK);
    let revoked = setup.claim(&newcomer, &newcomer);
    assert_eq!(revoked, error(Error::NothingDue));
    let paid = setup.claim_of(other, &newcomer, &newcomer);
    assert_eq!(paid, Ok(BONUS_NEWCOMER));
}

#[test]
fn only_bound_newcomers_of_a_running_programme_qualify() {
    let setup = Setup::bound();
    let newcomer = setup.actor("newcomer");
    let stranger = setup.actor("stranger");
    assert_eq!(setup.qualify(&stranger), error(Error::NotBound));
    let unknown = setup.call_as::<()>("qualify", "qualify", (MERCHANT + 1, &newcomer));
    assert_eq!(unknown, error(Error::ProgrammeNotFound));
    let later = Programme {
        starts_at: setup.terms().starts_at + DAY,
        ..setup.terms()
    };
    setup.set_programme(&later).unwrap();
    setup.world.advance(DAY - 1);
    assert_eq!(setup.qualify(&newcomer), error(Error::OutsideWindow));
    setup.world.advance(WINDOW - DAY + 1);
    assert_eq!(setup.qualify(&newcomer), error(Error::OutsideWindow));
}

#[test]
fn a_capped_referrer_gets_no_more_but_its_newcomers_do() {
    let setup = Setup::qualified();
    setup.qualify(&another(&setup)).unwrap();
    let third = another(&setup);
    setup.qualify(&third).unwrap();
    let reward = setup.reward(&third).unwrap();
    assert_eq!(reward.for_referrer, pending(0));
    assert_eq!(reward.for_newcomer, pending(BONUS_NEWCOMER));
    assert_eq!(setup.client().funds(&MERCHANT).pending, 2 * 140 + 40);
    let one_sided = Programme {
        bonus_newcomer: 0,
        ..setup.terms()
    };
    setup.set_programme(&one_sided).unwrap();
    let fourth = another(&setup);
    assert_eq!(setup.qualify(&fourth), error(Error::CapReached));
    // A revoked bonus doesn't count.
    setup.revoke(&setup.actor("newcomer")).unwrap();
    assert_eq!(setup.qualify(&fourth), Ok(()));
    setup.world.advance(CLAWBACK);
    let referrer = setup.actor("referrer");
    assert_eq!(setup.claim(&referrer, &third), error(Error::NothingDue));
}

#[test]
fn nothing_is_promised_beyond_the_funds() {
    let setup = Setup::new();
    setup.fund(140).unwrap();
    let (first, second) = (another(&setup), another(&setup));
    setup.qualify(&first).unwrap();
    assert_eq!(setup.qualify(&second), error(Error::BudgetShort));
    assert_eq!(setup.reward(&second), None);
    let referrer = setup.actor("referrer");
    let earned = setup.client().earned(&MERCHANT, &referrer);
    assert_eq!(earned, BONUS_REFERRER, "only the first");
    setup.fund(140).unwrap();
    assert_eq!(setup.qualify(&second), Ok(()));
}

#[test]
fn a_reward_is_revoked_before_and_claimed_after_its_window() {
    let setup = Setup::qualified();
    let (newcomer, referrer) = (setup.actor("newcomer"), setup.actor("referrer"));
    setup.world.advance(CLAWBACK - 1);
    assert_eq!(
        setup.claim(&referrer, &newcomer),
        error(Error::NotClaimable)
    );
    setup.world.advance(1);
    assert_eq!(setup.revoke(&newcomer), error(Error::RevokeClosed));
    assert_eq!(setup.claim(&referrer, &newcomer), Ok(BONUS_REFERRER));
    assert_eq!(setup.world.event_names(&setup.contract), ["bonus_claimed"]);
    assert_eq!(setup.claim(&newcomer, &newcomer), Ok(BONUS_NEWCOMER));
    for account in [&referrer, &newcomer] {
        let again = setup.claim(account, &newcomer);
        assert_eq!(again, error(Error::NothingDue));
    }
    assert_eq!(setup.balance("referrer"), BONUS_REFERRER);
    assert_eq!(setup.balance("newcomer"), BONUS_NEWCOMER);
    let funds = Funds {
        free: BUDGET - 140,
        pending: 0,
        paid: 140,
    };
    assert_eq!(setup.client().funds(&MERCHANT), funds);
}

#[test]
fn a_revoked_reward_is_free_again_and_never_paid() {
    let setup = Setup::qualified();
    let (newcomer, referrer) = (setup.actor("newcomer"), setup.actor("referrer"));
    setup.world.advance(CLAWBACK - 1);
    setup.revoke(&newcomer).unwrap();
    let name = ["referral_revoked"];
    assert_eq!(setup.world.event_names(&setup.contract), name);
    assert_eq!(setup.revoke(&newcomer), error(Error::AlreadyRevoked));
    assert_eq!(setup.client().funds(&MERCHANT).free, BUDGET);
    assert_eq!(setup.client().earned(&MERCHANT, &referrer), 0);
    setup.world.advance(CLAWBACK);
    for account in [&referrer, &newcomer] {
        let late = setup.claim(account, &newcomer);
        assert_eq!(late, error(Error::NothingDue));
    }
}

#[test]
fn no_reward_is_an_error() {
    let setup = Setup::bound();
    let newcomer = setup.actor("newcomer");
    assert_eq!(setup.revoke(&newcomer), error(Error::RewardNotFound));
    let claim = setup.claim(&newcomer, &newcomer);
    assert_eq!(claim, error(Error::RewardNotFound));
    assert_eq!(setup.reward(&newcomer), None);
}

#[test]
fn later_terms_do_not_change_a_pending_reward() {
    let setup = Setup::qualified();
    let newcomer = setup.actor("newcomer");
    let changed = Programme {
        bonus_newcomer: 1,
        clawback_window: 2 * CLAWBACK,
        ..setup.terms()
    };
    setup.set_programme(&changed).unwrap();
    let early = setup.claim(&newcomer, &newcomer);
    assert_eq!(early, error(Error::NotClaimable));
    setup.world.advance(WINDOW);
    assert_eq!(setup.claim(&newcomer, &newcomer), Ok(BONUS_NEWCOMER));
}

#[test]
fn without_a_window_a_reward_is_claimable_at_once() {
    let setup = Setup::new();
    let newcomer = setup.actor("newcomer");
    let instant = Programme {
        clawback_window: 0,
        ..setup.terms()
    };
    setup.set_programme(&instant).unwrap();
    setup.fund(BUDGET).unwrap();
    setup.bind(&newcomer, &setup.actor("referrer")).unwrap();
    setup.qualify(&newcomer).unwrap();
    assert_eq!(setup.revoke(&newcomer), error(Error::RevokeClosed));
    assert_eq!(setup.claim(&newcomer, &newcomer), Ok(BONUS_NEWCOMER));
}

#[test]
fn what_nobody_claims_in_time_goes_back_to_the_sponsor() {
    let setup = Setup::qualified();
    let (newcomer, referrer) = (setup.actor("newcomer"), setup.actor("referrer"));
    setup.world.advance(CLAWBACK);
    setup.claim(&newcomer, &newcomer).unwrap();
    setup.world.advance(CLAIM_WINDOW - 1);
    assert_eq!(setup.settle(), Ok(BUDGET - 140));
    assert_eq!(setup.expire(&newcomer), error(Error::NotExpired));
    setup.world.advance(1);
    assert_eq!(setup.claim(&referrer, &newcomer), error(Error::ClaimClosed));
    assert_eq!(setup.expire(&newcomer), Ok(BONUS_REFERRER));
    let name = ["referral_expired"];
    assert_eq!(setup.world.event_names(&setup.contract), name);
    assert_eq!(setup.expire(&newcomer), error(Error::NothingDue));
    assert_eq!(setup.claim(&referrer, &newcomer), error(Error::NothingDue));
    assert_eq!(setup.client().earned(&MERCHANT, &referrer), 0);
    let reward = setup.reward(&newcomer).unwrap();
    assert_eq!(reward.for_referrer.status, Status::Expired);
    assert_eq!(reward.for_newcomer.status, Status::Paid);
    assert_eq!(setup.settle(), Ok(BONUS_REFERRER));
    let rest = FUNDS - setup.balance("sponsor") - BONUS_NEWCOMER;
    assert_eq!(setup.withdraw(&setup.actor("sponsor")), Ok(rest));
    assert_eq!(setup.client().total_held(), 0);
}

#[test]
fn a_bonus_is_claimed_up_to_the_last_second() {
    let setup = Setup::qualified();
    let (newcomer, referrer) = (setup.actor("newcomer"), setup.actor("referrer"));
    setup.world.advance(CLAWBACK + CLAIM_WINDOW - 1);
    assert_eq!(setup.claim(&referrer, &newcomer), Ok(BONUS_REFERRER));
    setup.world.advance(1);
    assert_eq!(setup.expire(&newcomer), Ok(BONUS_NEWCOMER));
}

#[test]
fn a_revoked_reward_has_nothing_to_expire() {
    let setup = Setup::qualified();
    let newcomer = setup.actor("newcomer");
    setup.revoke(&newcomer).unwrap();
    setup.world.advance(CLAWBACK + CLAIM_WINDOW);
    assert_eq!(setup.expire(&newcomer), error(Error::NothingDue));
    assert_eq!(setup.client().funds(&MERCHANT).free, BUDGET);
}

#[test]
fn a_bonus_that_cannot_arrive_stays_due() {
    let setup = Setup::bound();
    let account = setup.asset().account();
    let client = setup.client().mock_all_auths();
    // A test contract can't sign for a classic account: these signatures are mocked.
    client.bind(&account, &setup.actor("referrer"));
    setup.qualify(&account).unwrap();
    setup.world.advance(CLAWBACK);
    let claim = || {
        let outcome = client
            .mock_all_auths()
            .try_claim(&account, &MERCHANT, &account);
        setup.env().set_auths(&[]);
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
    setup.asset().put_line(&account, line(i64::MAX, false));
    assert_eq!(claim(), error(Error::NotAuthorized));
    setup.asset().put_line(&account, line(39, true));
    assert_eq!(claim(), error(Error::BalanceOutOfRange));
    setup.asset().put_line(&account, line(40, true));
    assert_eq!(claim(), Ok(BONUS_NEWCOMER));
    assert_eq!(setup.asset().balance(&account), BONUS_NEWCOMER);
}

#[test]
fn a_frozen_account_gets_no_bonus_and_no_funds_whatever_its_trustline_is() {
    let setup = Setup::qualified();
    let (newcomer, sponsor) = (setup.actor("newcomer"), setup.actor("sponsor"));
    setup.world.advance(CLAWBACK);
    for account in [&newcomer, &sponsor] {
        setup.world.freeze(account);
        setup.asset().renew_line(account);
    }
    let frozen = error(Error::NotAuthorized);
    assert_eq!(setup.claim(&newcomer, &newcomer), frozen);
    let free = setup.leave().unwrap();
    assert_eq!(setup.client().owed(&sponsor), free);
    assert_eq!(setup.withdraw(&sponsor), frozen);
    for account in [&newcomer, &sponsor] {
        setup.world.unfreeze(account);
    }
    assert_eq!(setup.claim(&newcomer, &newcomer), Ok(BONUS_NEWCOMER));
    assert_eq!(setup.withdraw(&sponsor), Ok(free));
}
