use merit_common::amount::MAX;
use merit_referral::{Funds, Programme, ReferralError as Error};
use merit_testing::{
    referral::{
        error, Setup, BONUS_NEWCOMER, BONUS_REFERRER, BUDGET, CLAIM_WINDOW, CLAWBACK, FUNDS, WINDOW,
    },
    Subject, DAY, MERCHANT,
};
use soroban_sdk::{testutils::Address as _, Address};

#[test]
fn terms_stay_in_their_bounds() {
    let setup = Setup::new();
    let base = setup.terms();
    let set = |change: &dyn Fn(&mut Programme)| {
        let mut terms = base.clone();
        change(&mut terms);
        setup.set_programme(&terms)
    };
    let amounts = error(Error::InvalidAmount);
    assert_eq!(set(&|t| t.bonus_referrer = -1), amounts);
    assert_eq!(set(&|t| t.bonus_newcomer = MAX + 1), amounts);
    assert_eq!(set(&|t| t.referrer_cap = -1), amounts);
    assert_eq!(set(&|t| t.budget = MAX + 1), amounts);
    let terms = error(Error::InvalidTerms);
    let without = |t: &mut Programme| (t.bonus_referrer, t.bonus_newcomer) = (0, 0);
    assert_eq!(set(&without), terms);
    assert_eq!(set(&|t| t.referrer_cap = t.bonus_referrer - 1), terms);
    assert_eq!(set(&|t| t.ends_at = t.starts_at), terms);
    assert_eq!(set(&|t| t.ends_at = t.starts_at - 1), terms);
    let last = setup.now() + 3 * 366 * DAY;
    assert_eq!(set(&|t| t.ends_at = last + 1), terms);
    let late = |t: &mut Programme| (t.starts_at, t.ends_at) = (last, last + 1);
    assert_eq!(set(&late), terms);
    assert_eq!(set(&|t| t.clawback_window = 90 * DAY + 1), terms);
    set(&|t| t.ends_at = last).unwrap();
    set(&|t| t.clawback_window = 90 * DAY).unwrap();
    set(&|t| t.bonus_newcomer = 0).unwrap();
    let one_side = |t: &mut Programme| (t.bonus_referrer, t.referrer_cap) = (0, 0);
    set(&one_side).unwrap();
}

#[test]
fn setting_the_same_terms_again_changes_nothing() {
    let setup = Setup::new();
    setup.set_programme(&setup.terms()).unwrap();
    assert!(setup.world.events_of(&setup.contract).is_empty());
    let terms = Programme {
        bonus_newcomer: 41,
        ..setup.terms()
    };
    setup.set_programme(&terms).unwrap();
    assert_eq!(setup.world.event_names(&setup.contract), ["programme_set"]);
    assert_eq!(setup.client().programme(&MERCHANT), Some(terms));
}

#[test]
fn a_sponsors_funds_keep_the_terms_it_agreed_to() {
    let setup = Setup::new();
    let other = Programme {
        sponsor: Address::generate(setup.env()),
        ..setup.terms()
    };
    let longer = Programme {
        ends_at: setup.terms().ends_at + 1,
        ..setup.terms()
    };
    let smaller = Programme {
        budget: 499,
        ..setup.terms()
    };
    setup.fund(500).unwrap();
    assert_eq!(setup.set_programme(&other), error(Error::SponsorFixed));
    assert_eq!(setup.set_programme(&longer), error(Error::WindowExtended));
    assert_eq!(setup.set_programme(&smaller), error(Error::BudgetExceeded));
    setup.world.advance(WINDOW);
    assert_eq!(setup.settle(), Ok(500));
    for terms in [&other, &longer, &smaller] {
        setup.set_programme(terms).unwrap();
    }
}

#[test]
fn pending_bonuses_keep_the_sponsor_to_whom_they_may_return() {
    let setup = Setup::qualified();
    setup.world.advance(WINDOW);
    setup.settle().unwrap();
    let other = Programme {
        sponsor: Address::generate(setup.env()),
        ..setup.terms()
    };
    assert_eq!(setup.set_programme(&other), error(Error::SponsorFixed));
}

#[test]
fn funds_stay_within_the_budget() {
    let setup = Setup::new();
    for amount in [0, -1, MAX + 1] {
        assert_eq!(setup.fund(amount), error(Error::InvalidAmount));
    }
    assert_eq!(setup.fund(BUDGET + 1), error(Error::BudgetExceeded));
    setup.fund(BUDGET - 1).unwrap();
    let name = ["programme_funded"];
    assert_eq!(setup.world.event_names(&setup.contract), name);
    assert_eq!(setup.fund(2), error(Error::BudgetExceeded));
    setup.fund(1).unwrap();
    assert_eq!(setup.client().funds(&MERCHANT).free, BUDGET);
    assert_eq!(setup.client().total_held(), BUDGET);
    assert_eq!(setup.balance("sponsor"), FUNDS - BUDGET);
}

#[test]
fn funding_needs_a_programme_that_is_not_over_and_the_money() {
    let setup = Setup::new();
    let sponsor = setup.actor("sponsor");
    let unknown = setup.fund_by(&sponsor, MERCHANT + 1, 1);
    assert_eq!(unknown, error(Error::ProgrammeNotFound));
    let rich = Programme {
        budget: 2 * FUNDS,
        ..setup.terms()
    };
    setup.set_programme(&rich).unwrap();
    assert_eq!(setup.fund(FUNDS + 1), error(Error::BalanceOutOfRange));
    setup.asset().set_authorized(&sponsor, false);
    assert_eq!(setup.fund(1), error(Error::NotAuthorized));
    setup.asset().set_authorized(&sponsor, true);
    setup.world.advance(WINDOW);
    assert_eq!(setup.fund(1), error(Error::OutsideWindow));
}

#[test]
fn what_was_not_set_aside_returns_to_the_sponsor_after_the_end() {
    let setup = Setup::qualified();
    setup.world.advance(WINDOW - 1);
    assert_eq!(setup.settle(), error(Error::NotEnded));
    setup.world.advance(1);
    assert_eq!(setup.settle(), Ok(BUDGET - 140));
    let names = ["owed", "programme_settled"];
    assert_eq!(setup.world.event_names(&setup.contract), names);
    assert_eq!(setup.settle(), error(Error::NothingLeft));
    let sponsor = setup.actor("sponsor");
    assert_eq!(setup.withdraw(&sponsor), Ok(BUDGET - 140));
    assert_eq!(setup.balance("sponsor"), FUNDS - 140);
    let funds = Funds {
        pending: 140,
        ..Funds::default()
    };
    assert_eq!(setup.client().funds(&MERCHANT), funds);
    assert_eq!(setup.client().total_held(), 140);
    let unknown = setup.settle_of(MERCHANT + 1);
    assert_eq!(unknown, error(Error::ProgrammeNotFound));
}

/// A trustline that changes after the call was signed would change what the call touches, and make it fail.
#[test]
fn no_trustline_holds_up_a_settlement() {
    let setup = Setup::bound();
    let sponsor = setup.actor("sponsor");
    setup.world.advance(WINDOW);
    assert_eq!(setup.settle(), Ok(BUDGET));
    assert!(setup.world.events_of(&setup.asset().sac).is_empty());
    assert_eq!(setup.client().funds(&MERCHANT), Funds::default());
    assert_eq!(setup.client().owed(&sponsor), BUDGET);
    assert_eq!(setup.client().total_held(), BUDGET);

    // The programme goes on under another sponsor; the debt is the first one's.
    let other = Programme {
        sponsor: Address::generate(setup.env()),
        ..setup.terms()
    };
    setup.set_programme(&other).unwrap();
    setup.asset().set_authorized(&sponsor, false);
    let refused = setup.withdraw(&sponsor);
    assert_eq!(refused, error(Error::NotAuthorized));
    setup.asset().set_authorized(&sponsor, true);
    assert_eq!(setup.withdraw(&sponsor), Ok(BUDGET));
    assert_eq!(setup.world.event_names(&setup.contract), ["withdrawn"]);
    assert_eq!(setup.balance("sponsor"), FUNDS);
    assert_eq!(setup.withdraw(&sponsor), error(Error::NothingOwed));
}

#[test]
fn a_frozen_or_short_contract_settles_nothing() {
    let setup = Setup::bound();
    setup.world.advance(WINDOW);
    setup.asset().set_authorized(&setup.contract, false);
    assert_eq!(setup.settle(), error(Error::NotAuthorized));
    setup.asset().set_authorized(&setup.contract, true);
    setup.asset().claw_back(&setup.contract, 1);
    assert_eq!(setup.settle(), error(Error::BalanceOutOfRange));
    setup.asset().mint(&setup.contract, 1);
    assert_eq!(setup.settle(), Ok(BUDGET));
}

#[test]
fn what_is_revoked_after_the_end_can_be_settled_too() {
    let setup = Setup::bound();
    setup.world.advance(WINDOW - 1);
    setup.qualify(&setup.actor("newcomer")).unwrap();
    setup.world.advance(1);
    setup.settle().unwrap();
    setup.revoke(&setup.actor("newcomer")).unwrap();
    assert_eq!(setup.settle(), Ok(140));
    assert_eq!(setup.client().owed(&setup.actor("sponsor")), BUDGET);
}

#[test]
fn a_sponsor_leaves_at_any_time_with_what_is_not_promised() {
    let setup = Setup::qualified();
    let newcomer = setup.actor("newcomer");
    setup.world.advance(DAY);
    assert_eq!(setup.leave(), Ok(BUDGET - 140));
    assert_eq!(setup.world.event_names(&setup.contract), ["sponsor_left"]);
    assert_eq!(setup.balance("sponsor"), FUNDS - 140);
    let ends_at = setup.client().programme(&MERCHANT).unwrap().ends_at;
    assert_eq!(ends_at, setup.now());
    let late = setup.actor("stranger");
    setup.bind(&late, &setup.actor("referrer")).unwrap();
    assert_eq!(setup.qualify(&late), error(Error::OutsideWindow));
    assert_eq!(setup.fund(1), error(Error::OutsideWindow));
    assert_eq!(setup.leave(), Ok(0), "again");
    let transfers = setup.world.event_names(&setup.asset().sac);
    assert!(transfers.is_empty(), "nothing is left to send");
    // Promised bonuses are paid, and those that nobody claims come back.
    setup.world.advance(CLAWBACK);
    assert_eq!(setup.claim(&newcomer, &newcomer), Ok(BONUS_NEWCOMER));
    setup.world.advance(CLAIM_WINDOW);
    setup.expire(&newcomer).unwrap();
    assert_eq!(setup.leave(), Ok(BONUS_REFERRER));
    assert_eq!(setup.balance("sponsor"), FUNDS - BONUS_NEWCOMER);
}

#[test]
fn a_sponsor_leaves_before_the_start_too() {
    let setup = Setup::new();
    let later = Programme {
        starts_at: setup.terms().ends_at - DAY,
        ..setup.terms()
    };
    setup.set_programme(&later).unwrap();
    setup.fund(BUDGET).unwrap();
    assert_eq!(setup.leave(), Ok(BUDGET));
    setup.world.advance(WINDOW - 1);
    let newcomer = setup.actor("newcomer");
    setup.bind(&newcomer, &setup.actor("referrer")).unwrap();
    assert_eq!(setup.qualify(&newcomer), error(Error::OutsideWindow));
}

#[test]
fn nobody_prolongs_a_programme_with_the_money_of_a_sponsor_that_left() {
    let setup = Setup::qualified();
    let longer = Programme {
        ends_at: setup.now() + 1,
        ..setup.terms()
    };
    setup.leave().unwrap();
    assert_eq!(setup.set_programme(&longer), error(Error::WindowExtended));
    // After that nothing of the sponsor's is in it; and it's a sponsor again when it funds.
    setup.revoke(&setup.actor("newcomer")).unwrap();
    assert_eq!(setup.set_programme(&longer), error(Error::WindowExtended));
    assert_eq!(setup.settle(), Ok(140));
    setup.set_programme(&setup.terms()).unwrap();
    setup.fund(BUDGET).unwrap();
    let newcomer = setup.actor("stranger");
    setup.bind(&newcomer, &setup.actor("referrer")).unwrap();
    setup.qualify(&newcomer).unwrap();
    setup.world.advance(WINDOW);
    setup.settle().unwrap();
    let next = Programme {
        ends_at: setup.now() + WINDOW,
        ..setup.terms()
    };
    setup.set_programme(&next).unwrap();
}

#[test]
fn a_sponsor_that_cannot_receive_leaves_too_and_is_owed() {
    let setup = Setup::bound();
    let sponsor = setup.actor("sponsor");
    setup.asset().set_authorized(&sponsor, false);
    assert_eq!(setup.leave(), Ok(BUDGET));
    assert_eq!(setup.client().owed(&sponsor), BUDGET);
    let unknown = setup.leave_of(MERCHANT + 1, &sponsor);
    assert_eq!(unknown, error(Error::ProgrammeNotFound));
}

/// The key that sets terms also says who qualifies: with its thief's terms it would take all funds at once.
#[test]
fn a_sponsors_funds_never_go_by_dearer_terms() {
    let setup = Setup::new();
    let newcomer = setup.actor("newcomer");
    setup.bind(&newcomer, &setup.actor("referrer")).unwrap();
    setup.fund(BONUS_REFERRER + BONUS_NEWCOMER).unwrap();
    let usual = setup.terms();
    let dearer = [
        Programme {
            bonus_newcomer: usual.bonus_newcomer + 1,
            ..usual.clone()
        },
        Programme {
            bonus_referrer: usual.bonus_referrer + 1,
            ..usual.clone()
        },
        Programme {
            referrer_cap: usual.referrer_cap + 1,
            ..usual.clone()
        },
        Programme {
            clawback_window: CLAWBACK - 1,
            ..usual.clone()
        },
    ];
    let refused = |setup: &Setup| {
        for terms in &dearer {
            assert_eq!(setup.set_programme(terms), error(Error::TermsRaised));
        }
    };
    refused(&setup);
    // Neither while all that was free is pending: what is revoked is free again.
    setup.qualify(&newcomer).unwrap();
    assert_eq!(setup.client().funds(&MERCHANT).free, 0);
    refused(&setup);
    setup.revoke(&newcomer).unwrap();
    refused(&setup);
    setup.leave().unwrap();
    for terms in &dearer {
        setup.set_programme(terms).unwrap();
    }
}
