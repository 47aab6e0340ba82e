use std::vec::Vec;

use soroban_sdk::{testutils::Address as _, Address};

use super::{error, World};
use crate::ReferralError;

fn people<const N: usize>(world: &World) -> [Address; N] {
    core::array::from_fn(|_| Address::generate(&world.env))
}

fn enrolled<const N: usize>(world: &World) -> [Address; N] {
    let people = people(world);
    for person in &people {
        world.enrol(person).unwrap();
    }
    people
}

#[test]
fn enrolling_twice_is_enrolling_once() {
    let world = World::new();
    let [referrer] = people(&world);
    assert!(!world.client().is_enrolled(&referrer));
    world.enrol(&referrer).unwrap();
    let name = ["referrer_enrolled"];
    assert_eq!(world.system.event_names(&world.contract), name);
    world.enrol(&referrer).unwrap();
    assert!(world.system.events_of(&world.contract).is_empty());
    assert!(world.client().is_enrolled(&referrer));
}

#[test]
fn nobody_becomes_a_referrer_by_what_others_do() {
    let world = World::new();
    let [victim, attacker] = people(&world);
    let [referrer] = enrolled(&world);
    let forced = world.bind(&attacker, &victim);
    assert_eq!(forced, error(ReferralError::NotEnrolled));
    assert_eq!(world.client().referees(&victim, &0, &1).len(), 0);
    // So the victim still is a newcomer.
    assert_eq!(world.bind(&victim, &referrer), Ok(()));
}

#[test]
fn a_binding_is_made_once_and_for_good() {
    let world = World::new();
    let [newcomer] = people(&world);
    let [first, second] = enrolled(&world);
    assert_eq!(world.client().referrer(&newcomer), None);
    world.bind(&newcomer, &first).unwrap();
    assert_eq!(
        world.system.event_names(&world.contract),
        ["referral_bound"]
    );
    for again in [&first, &second] {
        let refused = world.bind(&newcomer, again);
        assert_eq!(refused, error(ReferralError::AlreadyBound));
    }
    assert_eq!(world.client().referrer(&newcomer), Some(first));
}

#[test]
fn nobody_refers_itself() {
    let world = World::new();
    let [alone] = people(&world);
    let refused = world.bind(&alone, &alone);
    assert_eq!(refused, error(ReferralError::SelfReferral));
}

#[test]
fn whoever_has_enrolled_is_no_newcomer_so_no_cycle_closes() {
    let world = World::new();
    let [b, c] = people(&world);
    let [a] = enrolled(&world);
    world.bind(&b, &a).unwrap();
    world.enrol(&b).unwrap();
    world.bind(&c, &b).unwrap();
    world.enrol(&c).unwrap();
    for referrer in [&b, &c] {
        let closing = world.bind(&a, referrer);
        assert_eq!(closing, error(ReferralError::IsReferrer));
    }
}

#[test]
fn a_contract_of_the_system_is_nobodys_referrer() {
    let world = World::new();
    let system = &world.system;
    let refused = [
        &world.contract,
        &system.asset.sac,
        &system.pool,
        &system.state,
    ];
    // A test contract can't sign for these: the signature is mocked.
    let client = world.client().mock_all_auths();
    for referrer in refused {
        let enrolled = client.try_enrol(referrer).unwrap_err().unwrap();
        assert_eq!(enrolled, ReferralError::RefusedReferrer.into());
    }
}

#[test]
fn referees_come_in_pages_of_at_most_a_hundred() {
    let world = World::new();
    let [referrer] = enrolled(&world);
    let newcomers: [Address; 103] = people(&world);
    for newcomer in &newcomers {
        world.bind(newcomer, &referrer).unwrap();
    }
    let page = |start, limit| {
        let page = world.client().referees(&referrer, &start, &limit);
        page.iter().collect::<Vec<_>>()
    };
    assert_eq!(page(0, 2), newcomers[..2]);
    assert_eq!(page(0, u32::MAX), newcomers[..100]);
    assert_eq!(page(100, 100), newcomers[100..]);
    assert!(page(103, 100).is_empty() && page(u32::MAX, u32::MAX).is_empty());
}
