use merit_common::{amount::MAX, testutils::wait};
use soroban_sdk::{testutils::Address as _, Address};

use super::{error, World, BUDGET, DAY, FUNDS, MERCHANT, WINDOW};
use crate::{Funds, Programme, ReferralError as Error};

#[test]
fn terms_stay_in_their_bounds() {
    let world = World::new();
    let base = world.terms();
    let set = |change: &dyn Fn(&mut Programme)| {
        let mut terms = base.clone();
        change(&mut terms);
        world.set_programme(&terms)
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
    assert_eq!(set(&|t| t.ends_at = t.starts_at + 733 * DAY), terms);
    assert_eq!(set(&|t| t.clawback_window = 90 * DAY + 1), terms);
    set(&|t| t.ends_at = t.starts_at + 732 * DAY).unwrap();
    set(&|t| t.clawback_window = 90 * DAY).unwrap();
    set(&|t| t.bonus_newcomer = 0).unwrap();
    let one_side = |t: &mut Programme| (t.bonus_referrer, t.referrer_cap) = (0, 0);
    set(&one_side).unwrap();
}

#[test]
fn setting_the_same_terms_again_changes_nothing() {
    let world = World::new();
    world.set_programme(&world.terms()).unwrap();
    assert!(world.system.events_of(&world.contract).is_empty());
    let terms = Programme {
        bonus_newcomer: 41,
        ..world.terms()
    };
    world.set_programme(&terms).unwrap();
    assert_eq!(world.system.event_names(&world.contract), ["programme_set"]);
    assert_eq!(world.client().programme(&MERCHANT), Some(terms));
}

#[test]
fn a_sponsors_funds_keep_the_terms_it_agreed_to() {
    let world = World::new();
    let other = Programme {
        sponsor: Address::generate(&world.env),
        ..world.terms()
    };
    let longer = Programme {
        ends_at: world.terms().ends_at + 1,
        ..world.terms()
    };
    let smaller = Programme {
        budget: 499,
        ..world.terms()
    };
    world.fund(500).unwrap();
    assert_eq!(world.set_programme(&other), error(Error::SponsorFixed));
    assert_eq!(world.set_programme(&longer), error(Error::WindowExtended));
    assert_eq!(world.set_programme(&smaller), error(Error::BudgetExceeded));
    wait(&world.env, WINDOW);
    assert_eq!(world.settle(), Ok(500));
    for terms in [&other, &longer, &smaller] {
        world.set_programme(terms).unwrap();
    }
}

#[test]
fn pending_bonuses_keep_the_sponsor_to_whom_they_may_return() {
    let world = World::qualified();
    wait(&world.env, WINDOW);
    world.settle().unwrap();
    let other = Programme {
        sponsor: Address::generate(&world.env),
        ..world.terms()
    };
    assert_eq!(world.set_programme(&other), error(Error::SponsorFixed));
}

#[test]
fn funds_stay_within_the_budget() {
    let world = World::new();
    for amount in [0, -1, MAX + 1] {
        assert_eq!(world.fund(amount), error(Error::InvalidAmount));
    }
    assert_eq!(world.fund(BUDGET + 1), error(Error::BudgetExceeded));
    world.fund(BUDGET - 1).unwrap();
    let name = ["programme_funded"];
    assert_eq!(world.system.event_names(&world.contract), name);
    assert_eq!(world.fund(2), error(Error::BudgetExceeded));
    world.fund(1).unwrap();
    assert_eq!(world.client().funds(&MERCHANT).free, BUDGET);
    assert_eq!(world.client().total_held(), BUDGET);
    assert_eq!(world.balance("sponsor"), FUNDS - BUDGET);
}

#[test]
fn funding_needs_a_programme_that_is_not_over_and_the_money() {
    let world = World::new();
    let sponsor = world.actor("sponsor");
    let unknown = world.fund_by(&sponsor, MERCHANT + 1, 1);
    assert_eq!(unknown, error(Error::ProgrammeNotFound));
    let rich = Programme {
        budget: 2 * FUNDS,
        ..world.terms()
    };
    world.set_programme(&rich).unwrap();
    assert_eq!(world.fund(FUNDS + 1), error(Error::BalanceOutOfRange));
    world.asset().set_authorized(&sponsor, false);
    assert_eq!(world.fund(1), error(Error::NotAuthorized));
    world.asset().set_authorized(&sponsor, true);
    wait(&world.env, WINDOW);
    assert_eq!(world.fund(1), error(Error::OutsideWindow));
}

#[test]
fn what_was_not_set_aside_returns_to_the_sponsor_after_the_end() {
    let world = World::qualified();
    wait(&world.env, WINDOW - 1);
    assert_eq!(world.settle(), error(Error::NotEnded));
    wait(&world.env, 1);
    assert_eq!(world.settle(), Ok(BUDGET - 140));
    let name = ["programme_settled"];
    assert_eq!(world.system.event_names(&world.contract), name);
    assert_eq!(world.settle(), error(Error::NothingLeft));
    assert_eq!(world.balance("sponsor"), FUNDS - 140);
    let funds = Funds {
        pending: 140,
        ..Funds::default()
    };
    assert_eq!(world.client().funds(&MERCHANT), funds);
    assert_eq!(world.client().total_held(), 140);
    let unknown = merit_common::testutils::call_unsigned::<i128>(
        &world.env,
        &world.contract,
        "settle",
        (MERCHANT + 1,),
    );
    assert_eq!(unknown, error(Error::ProgrammeNotFound));
}

#[test]
fn what_is_revoked_after_the_end_can_be_settled_too() {
    let world = World::bound();
    wait(&world.env, WINDOW - 1);
    world.qualify(&world.actor("newcomer")).unwrap();
    wait(&world.env, 1);
    world.settle().unwrap();
    world.revoke(&world.actor("newcomer")).unwrap();
    assert_eq!(world.settle(), Ok(140));
    assert_eq!(world.balance("sponsor"), FUNDS);
}
