use std::vec::Vec;

use soroban_sdk::{testutils::Address as _, Address};

use super::{error, World};
use crate::ReferralError;

fn people<const N: usize>(world: &World) -> [Address; N] {
    core::array::from_fn(|_| Address::generate(&world.env))
}

#[test]
fn a_binding_is_made_once_and_for_good() {
    let world = World::new();
    let [newcomer, first, second] = people(&world);
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
fn whoever_has_referees_is_no_newcomer_so_no_cycle_closes() {
    let world = World::new();
    let [a, b, c] = people(&world);
    world.bind(&b, &a).unwrap();
    world.bind(&c, &b).unwrap();
    for referrer in [&b, &c] {
        let closing = world.bind(&a, referrer);
        assert_eq!(closing, error(ReferralError::HasReferees));
    }
}

#[test]
fn a_contract_of_the_system_is_nobodys_referrer() {
    let world = World::new();
    let [newcomer] = people(&world);
    let system = &world.system;
    let refused = [
        &world.contract,
        &system.asset.sac,
        &system.pool,
        &system.state,
    ];
    for referrer in refused {
        let bound = world.bind(&newcomer, referrer);
        assert_eq!(bound, error(ReferralError::RefusedReferrer));
    }
}

#[test]
fn referees_come_in_pages_of_at_most_a_hundred() {
    let world = World::new();
    let [referrer] = people(&world);
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
