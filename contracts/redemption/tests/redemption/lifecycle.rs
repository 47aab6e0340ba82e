use merit_common::{roles as names, ttl};
use merit_redemption::{RedemptionError, Status};
use merit_testing::{
    redemption::{error, order, terms, Setup, FUNDS, ITEM, PRICE},
    Subject, DAY,
};
use soroban_sdk::testutils::storage::{Instance as _, Persistent as _};

/// Three open redemptions; the third is left to its deadline.
fn refuses_all_but_refunds(setup: &Setup) {
    let paused = error(RedemptionError::Paused);
    let redeem = setup.redeem(&setup.wallet(), 99, &order());
    assert_eq!(redeem, error(RedemptionError::Paused));
    assert_eq!(setup.fulfil(1), paused);
    assert_eq!(setup.set_stock(ITEM, 7, 1), paused);
    let set = setup.set_item(ITEM, &terms());
    assert_eq!(set, error(RedemptionError::Paused));
    setup.cancel("wallet", 1).unwrap();
    setup.cancel(names::FULFIL, 2).unwrap();
    setup.world.advance(7 * DAY);
    setup.asset().set_authorized(&setup.wallet(), false);
    setup.expire(3).unwrap();
    setup.asset().set_authorized(&setup.wallet(), true);
    assert_eq!(setup.withdraw(&setup.wallet()), Ok(PRICE));
    assert_eq!(setup.asset().balance(&setup.wallet()), FUNDS);
}

fn setup_with_three() -> Setup {
    let setup = Setup::new();
    for _ in 0..3 {
        setup.redeem_one();
    }
    setup
}

#[test]
fn while_paused_only_refunds_work() {
    let setup = setup_with_three();
    setup.pause();
    assert!(setup.client().paused());
    refuses_all_but_refunds(&setup);
    setup.call_as::<()>(names::UNPAUSER, "unpause", ()).unwrap();
    assert!(!setup.client().paused());
    let made = setup.redeem_one();
    setup.fulfil(made).unwrap();
}

#[test]
fn the_global_pause_stops_this_contract_too() {
    let setup = setup_with_three();
    setup.pause_system();
    assert!(!setup.client().paused());
    refuses_all_but_refunds(&setup);
}

#[test]
fn every_call_keeps_the_contract_and_what_it_reads_alive() {
    let setup = Setup::new();
    let made = setup.redeem_one();
    setup.world.advance(100 * DAY);
    setup.client().redemptions(&setup.wallet(), &None, &1);
    setup.client().item(&ITEM);
    setup.env().as_contract(&setup.contract, || {
        let storage = setup.env().storage();
        assert_eq!(storage.instance().get_ttl(), ttl::INSTANCE_EXTEND_TO);
        let wallet = setup.wallet();
        let read = [
            setup.key("Redeemed", (&wallet, setup.hash(made))),
            setup.key("Newest", (&wallet,)),
            setup.key("Item", (ITEM,)),
        ];
        for key in read {
            let left = storage.persistent().get_ttl(&key);
            assert_eq!(left, ttl::PERSISTENT_EXTEND_TO);
        }
    });
}

#[test]
fn an_open_redemption_outlives_its_first_lifetime() {
    let setup = Setup::new();
    let made = setup.redeem_one();
    setup.world.advance(200 * DAY);
    setup.expire(made).unwrap();
    assert_eq!(setup.made(made).unwrap().status, Status::Refunded);
}
