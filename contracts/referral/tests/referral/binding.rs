use merit_referral::ReferralError;
use merit_testing::{
    land_in_every_order,
    referral::{error, Setup},
    Subject,
};
use soroban_sdk::{testutils::Address as _, Address};

fn people<const N: usize>(setup: &Setup) -> [Address; N] {
    core::array::from_fn(|_| Address::generate(setup.env()))
}

fn enrolled<const N: usize>(setup: &Setup) -> [Address; N] {
    let people = people(setup);
    for person in &people {
        setup.enrol(person).unwrap();
    }
    people
}

#[test]
fn enrolling_twice_is_enrolling_once() {
    let setup = Setup::new();
    let [referrer] = people(&setup);
    assert!(!setup.client().is_enrolled(&referrer));
    setup.enrol(&referrer).unwrap();
    let name = ["referrer_enrolled"];
    assert_eq!(setup.world.event_names(&setup.contract), name);
    setup.enrol(&referrer).unwrap();
    assert!(setup.world.events_of(&setup.contract).is_empty());
    assert!(setup.client().is_enrolled(&referrer));
}

#[test]
fn nobody_becomes_a_referrer_by_what_others_do() {
    let setup = Setup::new();
    let [victim, attacker] = people(&setup);
    let [referrer] = enrolled(&setup);
    let forced = setup.bind(&attacker, &victim);
    assert_eq!(forced, error(ReferralError::NotEnrolled));
    // So the victim still is a newcomer.
    assert_eq!(setup.bind(&victim, &referrer), Ok(()));
}

#[test]
fn a_binding_is_made_once_and_for_good() {
    let setup = Setup::new();
    let [newcomer] = people(&setup);
    let [first, second] = enrolled(&setup);
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
fn an_account_cannot_refer_itself() {
    let setup = Setup::new();
    let [alone] = people(&setup);
    let refused = setup.bind(&alone, &alone);
    assert_eq!(refused, error(ReferralError::SelfReferral));
}

#[test]
fn an_enrolled_referrer_cannot_be_a_newcomer_so_no_cycle_arises() {
    let setup = Setup::new();
    let [b, c] = people(&setup);
    let [a] = enrolled(&setup);
    setup.bind(&b, &a).unwrap();
    setup.enrol(&b).unwrap();
    setup.bind(&c, &b).unwrap();
    setup.enrol(&c).unwrap();
    for referrer in [&b, &c] {
        let closing = setup.bind(&a, referrer);
        assert_eq!(closing, error(ReferralError::IsReferrer));
    }
}

#[test]
fn a_contract_of_the_system_cannot_be_a_referrer() {
    let setup = Setup::new();
    let system = &setup.world;
    let refused = [
        &setup.contract,
        &system.asset.sac,
        &system.pool,
        &system.state,
    ];
    // A test contract can't sign for these: the signature is mocked.
    let client = setup.client().mock_all_auths();
    for referrer in refused {
        let enrolled = client.try_enrol(referrer).unwrap_err().unwrap();
        assert_eq!(enrolled, ReferralError::RefusedReferrer.into());
    }
}

#[test]
fn no_newcomer_makes_anothers_signed_binding_fail() {
    let newcomers = ["newcomer", "stranger", "sponsor", "manager"];
    land_in_every_order(Setup::new, newcomers.len(), |setup, index| {
        let newcomer = setup.actor(newcomers[index]);
        setup.bind(&newcomer, &setup.actor("referrer")).unwrap();
    });
}
