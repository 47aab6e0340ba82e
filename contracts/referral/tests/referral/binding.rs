use merit_referral::ReferralError;
use merit_testing::{
    referral::{error, Setup},
    Subject,
};
use soroban_sdk::{testutils::Address as _, Address};

fn people<const N: usize>(setup: &Setup) -> [Address; N] {
    core::array::from_fn(|_| Address::generate(setup.env()))
}

#[test]
fn a_binding_is_made_once_and_for_good() {
    let setup = Setup::new();
    let [newcomer, first, second] = people(&setup);
    assert_eq!(setup.client().referrer(&newcomer), None);
    setup.bind(&newcomer, &first).unwrap();
    assert_eq!(setup.world.event_names(&setup.contract), ["referral_bound"]);
    for again in [&first, &second] {
        let refused = setup.bind(&newcomer, again);
        assert_eq!(refused, error(ReferralError::AlreadyBound));
    }
    assert_eq!(setup.client().referrer(&newcomer), Some(first));
}

#[test]
fn nobody_refers_itself() {
    let setup = Setup::new();
    let [alone] = people(&setup);
    let refused = setup.bind(&alone, &alone);
    assert_eq!(refused, error(ReferralError::SelfReferral));
}

#[test]
fn whoever_has_referees_is_no_newcomer_so_no_cycle_closes() {
    let setup = Setup::new();
    let [a, b, c] = people(&setup);
    setup.bind(&b, &a).unwrap();
    setup.bind(&c, &b).unwrap();
    for referrer in [&b, &c] {
        let closing = setup.bind(&a, referrer);
        assert_eq!(closing, error(ReferralError::HasReferees));
    }
}

#[test]
fn a_contract_of_the_system_is_nobodys_referrer() {
    let setup = Setup::new();
    let [newcomer] = people(&setup);
    let system = &setup.world;
    let refused = [
        &setup.contract,
        &system.asset.sac,
        &system.pool,
        &system.state,
    ];
    for referrer in refused {
        let bound = setup.bind(&newcomer, referrer);
        assert_eq!(bound, error(ReferralError::RefusedReferrer));
    }
}

#[test]
fn referees_come_in_pages_of_at_most_a_hundred() {
    let setup = Setup::new();
    let [referrer] = people(&setup);
    let newcomers: [Address; 103] = people(&setup);
    for newcomer in &newcomers {
        setup.bind(newcomer, &referrer).unwrap();
    }
    let page = |start, limit| {
        let page = setup.client().referees(&referrer, &start, &limit);
        page.iter().collect::<Vec<_>>()
    };
    assert_eq!(page(0, 2), newcomers[..2]);
    assert_eq!(page(0, u32::MAX), newcomers[..100]);
    assert_eq!(page(100, 100), newcomers[100..]);
    assert!(page(103, 100).is_empty() && page(u32::MAX, u32::MAX).is_empty());
}
