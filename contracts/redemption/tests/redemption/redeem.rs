use merit_common::amount::MAX;
use merit_redemption::{Order, Redeem, Redemption, RedemptionError, Status, Terms, Totals};
use merit_testing::{
    land_in_every_order,
    redemption::{error, order, terms, Setup, FUNDS, ITEM, PRICE},
    Line, Subject, DAY, MERCHANT,
};
use soroban_sdk::{testutils::Address as _, Address, Event as _};

fn of(quantity: u32) -> Order {
    Order {
        quantity,
        ..order()
    }
}

#[test]
fn redeeming_takes_stock_and_locks_the_price() {
    let setup = Setup::new();
    let (client, wallet) = (setup.client(), setup.wallet());
    let now = setup.env().ledger().timestamp();
    setup.redeem(&wallet, 1, &of(3)).unwrap();
    assert_eq!(setup.world.event_names(&setup.contract), ["redeem"]);
    let expected = Redemption {
        wallet: wallet.clone(),
        item: ITEM,
        merchant: MERCHANT,
        quantity: 3,
        amount: 3 * PRICE,
        price: PRICE,
        price_version: 1,
        reference: setup.hash(1),
        status: Status::Open,
        cancel_until: now + DAY,
        deadline: now + 7 * DAY,
        previous: None,
    };
    assert_eq!(setup.made(1), Some(expected));
    assert_eq!(client.item(&ITEM).unwrap().stock, 7);
    assert_eq!(setup.asset().balance(&wallet), FUNDS - 300);
    let totals = Totals {
        count: 1,
        locked: 300,
        ..Totals::default()
    };
    assert_eq!((client.totals(), client.total_held()), (totals, 300));
}

#[test]
fn the_event_says_until_when_the_wallet_may_cancel() {
    let setup = Setup::new();
    setup.redeem_one();
    let events = setup.world.events_of(&setup.contract);
    let [event] = &events[..] else {
        panic!("{events:?}")
    };
    let made = setup.made(1).unwrap();
    let expected = Redeem {
        wallet: made.wallet,
        item: ITEM,
        merchant: MERCHANT,
        quantity: 1,
        amount: PRICE,
        price_version: 1,
        cancel_until: made.cancel_until,
        deadline: made.deadline,
        reference: made.reference,
    };
    assert_eq!(*event, expected.to_xdr(setup.env(), &setup.contract));
}

#[test]
fn no_wallet_makes_anothers_signed_order_fail() {
    let new = || {
        let setup = Setup::new();
        setup.asset().mint(&setup.actor("stranger"), FUNDS);
        setup
    };
    let orders = [
        ("wallet", 1),
        ("wallet", 2),
        ("stranger", 1),
        ("stranger", 2),
    ];
    land_in_every_order(new, orders.len(), |setup, index| {
        let (wallet, reference) = orders[index];
        setup
            .redeem(&setup.actor(wallet), reference, &order())
            .unwrap();
    });
}

#[test]
fn a_reference_is_redeemed_once_per_wallet() {
    let setup = Setup::new();
    let (wallet, other) = (setup.wallet(), Address::generate(setup.env()));
    setup.asset().mint(&other, FUNDS);
    setup.redeem(&wallet, 1, &order()).unwrap();
    let taken = error(RedemptionError::ReferenceTaken);
    assert_eq!(setup.redeem(&wallet, 1, &order()), taken);
    assert_eq!(setup.redeem(&wallet, 1, &of(2)), taken);
    assert_eq!(setup.redeem(&other, 1, &order()), Ok(()));
    setup.cancel("wallet", 1).unwrap();
    assert_eq!(setup.redeem(&wallet, 1, &order()), taken, "refunded");
    assert_eq!(setup.client().totals().locked, PRICE, "only the other's");
}

#[test]
fn the_price_is_at_most_what_the_wallet_accepts() {
    let setup = Setup::new();
    let wallet = setup.wallet();
    let accepting = |max_price, quantity| Order {
        max_price,
        ..of(quantity)
    };
    let dear = setup.redeem(&wallet, 1, &accepting(PRICE - 1, 1));
    assert_eq!(dear, error(RedemptionError::PriceAboveMax));
    // More is accepted than asked for: the price is what counts.
    let cheap = setup.redeem_signing(2 * PRICE, &wallet, 1, &accepting(PRICE + 50, 2));
    assert_eq!(cheap, Ok(()));
    assert_eq!(setup.asset().balance(&wallet), FUNDS - 2 * PRICE);
}

#[test]
fn the_times_are_those_that_the_wallet_accepts() {
    let setup = Setup::new();
    let wallet = setup.wallet();
    let times = [
        (6 * DAY, DAY),
        (8 * DAY, DAY),
        (7 * DAY, 0),
        (7 * DAY, 2 * DAY),
    ];
    for (reference, (fulfil_within, cancel_within)) in (1..).zip(times) {
        let changed = Terms {
            fulfil_within,
            cancel_within,
            ..terms()
        };
        setup.set_item(ITEM, &changed).unwrap();
        let refused = setup.redeem(&wallet, reference, &order());
        assert_eq!(refused, error(RedemptionError::TimesChanged));
        let accepted = Order {
            fulfil_within,
            cancel_within,
            ..order()
        };
        assert_eq!(setup.redeem(&wallet, reference, &accepted), Ok(()));
    }
}

#[test]
fn a_wallet_redeems_no_more_units_than_the_limit() {
    let setup = Setup::new();
    let (wallet, other) = (setup.wallet(), Address::generate(setup.env()));
    setup.asset().mint(&other, FUNDS);
    let limit = |wallet_limit| {
        let terms = Terms {
            wallet_limit,
            ..terms()
        };
        setup.set_item(ITEM, &terms).unwrap();
    };
    // Units count from the first redemption on, whenever the limit comes.
    setup.redeem(&wallet, 1, &of(2)).unwrap();
    limit(Some(5));
    let above = error(RedemptionError::WalletLimit);
    assert_eq!(setup.redeem(&wallet, 2, &of(4)), above);
    assert_eq!(setup.redeem(&wallet, 2, &of(3)), Ok(()));
    assert_eq!(setup.redeem(&wallet, 3, &order()), above);
    assert_eq!(setup.redeem(&other, 3, &of(3)), Ok(()), "each its own");
    setup.fulfil(1).unwrap();
    assert_eq!(setup.redeem(&wallet, 3, &order()), above, "fulfilled");
    setup.cancel("wallet", 2).unwrap();
    assert_eq!(setup.redeem(&wallet, 3, &of(4)), above, "one too many");
    assert_eq!(setup.redeem(&wallet, 3, &of(3)), Ok(()), "refunded");
    limit(Some(0));
    assert_eq!(setup.redeem(&wallet, 4, &of(1)), Ok(()));
    limit(None);
    assert_eq!(setup.redeem(&wallet, 5, &of(1)), Ok(()));
}

#[test]
fn only_what_is_on_offer_and_in_stock_is_redeemed() {
    let setup = Setup::new();
    let wallet = setup.wallet();
    let redeem = |quantity| setup.redeem(&wallet, 1, &of(quantity));
    assert_eq!(redeem(0), error(RedemptionError::InvalidQuantity));
    let unknown = setup.redeem(&wallet, 1, &Order { item: 1, ..order() });
    assert_eq!(unknown, error(RedemptionError::ItemNotFound));
    assert_eq!(redeem(11), error(RedemptionError::StockShort));
    let active = |active| {
        let terms = Terms { active, ..terms() };
        setup.set_item(ITEM, &terms).unwrap();
    };
    active(false);
    assert_eq!(redeem(1), error(RedemptionError::ItemInactive));
    active(true);
    assert_eq!(redeem(10), Ok(()));
    assert_eq!(setup.client().item(&ITEM).unwrap().stock, 0);
}

#[test]
fn price_times_quantity_stays_an_amount() {
    let setup = Setup::new();
    let huge = Terms {
        price: MAX,
        ..terms()
    };
    setup.set_item(1, &huge).unwrap();
    setup.set_stock(1, 0, u32::MAX).unwrap();
    let redeem = |quantity| {
        let order = Order {
            item: 1,
            max_price: MAX,
            ..of(quantity)
        };
        setup.redeem(&setup.wallet(), 1, &order)
    };
    assert_eq!(redeem(2), error(RedemptionError::InvalidAmount));
    assert_eq!(redeem(u32::MAX), error(RedemptionError::InvalidAmount));
    assert_eq!(redeem(1), error(RedemptionError::BalanceOutOfRange));
    assert_eq!(setup.client().item(&1).unwrap().stock, u32::MAX);
}

#[test]
fn a_wallet_that_cannot_pay_gets_the_cause_and_changes_nothing() {
    let setup = Setup::new();
    let asset = setup.asset();
    let line = |balance, authorized| {
        asset.holder(Line {
            balance,
            authorized,
            ..Line::default()
        })
    };
    let causes = [
        (asset.account(), RedemptionError::NoTrustline),
        (asset.missing_account(), RedemptionError::NoTrustline),
        (line(1_000, false), RedemptionError::NotAuthorized),
        (line(99, true), RedemptionError::BalanceOutOfRange),
    ];
    for (wallet, cause) in causes {
        assert_eq!(setup.redeem_by_account(&wallet), error(cause));
    }
    assert_eq!(setup.client().totals(), Totals::default());
    assert_eq!(setup.client().item(&ITEM).unwrap().stock, 10);
    let account = line(100, true);
    assert_eq!(setup.redeem_by_account(&account), Ok(()));
    assert_eq!(asset.balance(&account), 0);
}

#[test]
fn a_wallets_redemptions_come_in_pages_newest_first() {
    let setup = Setup::new();
    let wallet = setup.wallet();
    for _ in 0..4 {
        setup.redeem_one();
    }
    let page = |before: Option<u8>, limit| {
        let before = before.map(|reference| setup.hash(reference));
        let page = setup.client().redemptions(&wallet, &before, &limit);
        let first_bytes = page.iter().map(|made| made.reference.to_array()[0]);
        first_bytes.collect::<Vec<_>>()
    };
    assert_eq!(page(None, 100), [4, 3, 2, 1]);
    assert_eq!(page(Some(4), 2), [3, 2]);
    assert!(page(Some(1), 100).is_empty() && page(None, 0).is_empty());
    let nobody = Address::generate(setup.env());
    assert!(setup.client().redemptions(&nobody, &None, &100).is_empty());
}
