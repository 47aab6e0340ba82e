use merit_common::amount::MAX;
use merit_redemption::{RedemptionError, Terms};
use merit_testing::{
    redemption::{error, terms, Setup, ITEM, PRICE},
    DAY, MERCHANT,
};

#[test]
fn a_price_version_rises_with_every_change_of_the_price_only() {
    let setup = Setup::new();
    let set = |price, active| {
        let terms = Terms {
            price,
            active,
            ..terms()
        };
        setup.set_item(ITEM, &terms).unwrap()
    };
    assert_eq!(set(PRICE, true), 1, "the same again");
    assert!(setup.world.events_of(&setup.contract).is_empty());
    assert_eq!(set(PRICE, false), 1, "another term");
    assert_eq!(setup.world.event_names(&setup.contract), ["item_set"]);
    assert_eq!(set(PRICE + 1, true), 2);
    assert_eq!(set(PRICE, true), 3, "back to the old price");
    assert_eq!(setup.client().item(&ITEM).unwrap().stock, 10, "untouched");
}

#[test]
fn terms_stay_in_their_bounds() {
    let setup = Setup::new();
    let with = |price, fulfil_within, cancel_within| {
        let terms = Terms {
            price,
            fulfil_within,
            cancel_within,
            ..terms()
        };
        setup.set_item(1, &terms)
    };
    for price in [0, -1, MAX + 1] {
        let refused = with(price, DAY, 0);
        assert_eq!(refused, error(RedemptionError::InvalidAmount), "{price}");
    }
    for (fulfil, cancel) in [(0, 0), (90 * DAY + 1, 0), (DAY, DAY + 1)] {
        let refused = with(1, fulfil, cancel);
        assert_eq!(refused, error(RedemptionError::InvalidTerms));
    }
    assert_eq!(with(MAX, 90 * DAY, 90 * DAY), Ok(1));
    assert_eq!(with(1, 1, 0), Ok(2));
}

#[test]
fn an_item_stays_with_its_merchant() {
    let setup = Setup::new();
    let other = Terms {
        merchant: MERCHANT + 1,
        ..terms()
    };
    assert_eq!(
        setup.set_item(ITEM, &other),
        error(RedemptionError::ItemTaken)
    );
}

#[test]
fn a_stock_is_set_only_if_it_is_the_expected_one() {
    let setup = Setup::new();
    setup.redeem_one();
    let stale = setup.set_stock(ITEM, 10, 20);
    assert_eq!(stale, error(RedemptionError::StockChanged));
    setup.set_stock(ITEM, 9, 20).unwrap();
    assert_eq!(setup.world.event_names(&setup.contract), ["stock_set"]);
    assert_eq!(setup.client().item(&ITEM).unwrap().stock, 20);
    let unknown = setup.set_stock(1, 0, 20);
    assert_eq!(unknown, error(RedemptionError::ItemNotFound));
}
