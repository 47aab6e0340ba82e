use merit_common::{roles as names, ttl};
use merit_referral::ReferralError;
use merit_testing::{
    referral::{error, Setup, BONUS_NEWCOMER, BUDGET, CLAWBACK, FUNDS},
    Subject, DAY, MERCHANT,
};
use soroban_sdk::testutils::storage::{Instance as _, Persistent as _};

/// Takes a world with a pending reward.
fn refuses_all_but_revoking_and_settling(setup: &Setup) {
    let paused = error(ReferralError::Paused);
    let (newcomer, stranger) = (setup.actor("newcomer"), setup.actor("stranger"));
    assert_eq!(setup.enrol(&stranger), paused);
    assert_eq!(setup.bind(&stranger, &newcomer), paused);
    assert_eq!(setup.set_programme(&setup.terms()), paused);
    assert_eq!(setup.fund(1), paused);
    assert_eq!(setup.qualify(&newcomer), paused);
    for refused in [setup.claim(&newcomer, &newcomer), setup.expire(&newcomer)] {
        assert_eq!(refused, error(ReferralError::Paused));
    }
    setup.revoke(&newcomer).unwrap();
    let sponsor = setup.actor("sponsor");
    setup.asset().set_authorized(&sponsor, false);
    assert_eq!(setup.leave(), Ok(BUDGET));
    assert_eq!(setup.settle(), error(ReferralError::NothingLeft));
    setup.asset().set_authorized(&sponsor, true);
    assert_eq!(setup.withdraw(&sponsor), Ok(BUDGET));
    assert_eq!(setup.balance("sponsor"), FUNDS);
}

#[test]
fn while_paused_only_revoking_and_the_sponsors_way_out_work() {
    let setup = Setup::qualified();
    setup.pause();
    assert!(setup.client().paused());
    refuses_all_but_revoking_and_settling(&setup);
}

#[test]
fn the_global_pause_stops_this_contract_too() {
    let setup = Setup::qualified();
    setup.pause_system();
    assert!(!setup.client().paused());
    refuses_all_but_revoking_and_settling(&setup);
}

#[test]
fn after_a_pause_bonuses_are_claimed() {
    let setup = Setup::qualified();
    setup.pause();
    setup.world.advance(CLAWBACK);
    setup.call_as::<()>(names::UNPAUSER, "unpause", ()).unwrap();
    let newcomer = setup.actor("newcomer");
    assert_eq!(setup.claim(&newcomer, &newcomer), Ok(BONUS_NEWCOMER));
}

#[test]
fn every_call_keeps_the_contract_and_what_it_reads_alive() {
    let setup = Setup::qualified();
    setup.world.advance(100 * DAY);
    let (client, newcomer) = (setup.client(), setup.actor("newcomer"));
    client.reward(&MERCHANT, &newcomer);
    client.referrer(&newcomer);
    client.funds(&MERCHANT);
    client.programme(&MERCHANT);
    setup.env().as_contract(&setup.contract, || {
        let storage = setup.env().storage();
        assert_eq!(storage.instance().get_ttl(), ttl::INSTANCE_EXTEND_TO);
        let read = [
            setup.key("RewardOf", (MERCHANT, &newcomer)),
            setup.key("Referrer", (&newcomer,)),
            setup.key("Funds", (MERCHANT,)),
            setup.key("Programme", (MERCHANT,)),
        ];
        for key in read {
            let left = storage.persistent().get_ttl(&key);
            assert_eq!(left, ttl::PERSISTENT_EXTEND_TO);
        }
    });
}

#[test]
fn a_binding_and_a_bonus_outlive_their_first_lifetime() {
    let setup = Setup::qualified();
    // Longer than any entry is extended to.
    setup.world.advance(190 * DAY);
    let (newcomer, referrer) = (setup.actor("newcomer"), setup.actor("referrer"));
    let again = setup.bind(&newcomer, &referrer);
    assert_eq!(again, error(ReferralError::AlreadyBound));
    assert_eq!(setup.claim(&newcomer, &newcomer), Ok(BONUS_NEWCOMER));
}
