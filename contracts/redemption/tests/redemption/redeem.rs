use merit_common::amount::MAX;
use merit_redemption::{Redemption, RedemptionError, Status, Terms, Totals};
use merit_testing::{
    redemption::{error, terms, Setup, FUNDS, ITEM, PRICE},
    Line, Subject, DAY, MERCHANT,
};
use soroban_sdk::{testutils::Address as _, Address, BytesN};

#[test]
fn redeeming_takes_stock_and_locks_the_price() {
    let setup = Setup::new();
    let (client, wallet) = (setup.client(), setup.wallet());
    let now = setup.env().ledger().timestamp();
    assert_eq!(setup.redeem(&wallet, ITEM, 3, PRICE, 1), Ok(1));
    assert_eq!(setup.world.event_names(&setup.contract), ["redeem"]);
    let reference = BytesN::from_array(setup.env(), &[1; 32]);
    let expected = Redemption {
        wallet: wallet.clone(),
        item: ITEM,
        merchant: MERCHANT,
        quantity: 3,
        amount: 3 * PRICE,
        price: PRICE,
        price_version: 1,
        reference: reference.clone(),
        status: Status::Open,
        cancel_until: now + DAY,
        deadline: now + 7 * DAY,
    };
    assert_eq!(client.redemption(&1), Some(expected));
    assert_eq!(client.by_reference(&wallet, &reference), Some(1));
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
fn a_reference_is_redeemed_once_per_wallet() {
    let setup = Setup::new();
    let (wallet, other) = (setup.wallet(), Address::generate(setup.env()));
    setup.asset().mint(&other, FUNDS);
    assert_eq!(setup.redeem(&wallet, ITEM, 1, PRICE, 1), Ok(1));
    assert_eq!(setup.redeem(&wallet, ITEM, 1, PRICE, 1), Ok(1), "repeated");
    assert!(setup.world.events_of(&setup.contract).is_empty());
    assert_eq!(setup.client().totals().locked, PRICE);
    let taken = error(RedemptionError::ReferenceTaken);
    assert_eq!(setup.redeem(&wallet, ITEM, 2, PRICE, 1), taken);
    setup.set_item(ITEM + 1, &terms()).unwrap();
    assert_eq!(setup.redeem(&wallet, ITEM + 1, 1, PRICE, 1), taken);
    assert_eq!(setup.redeem(&other, ITEM, 1, PRICE, 1), Ok(2));
    setup.cancel("wallet", 1).unwrap();
    assert_eq!(setup.redeem(&wallet, ITEM, 1, PRICE, 1), Ok(1), "refunded");
    assert_eq!(setup.client().totals().locked, PRICE, "only the other's");
}

#[test]
fn the_price_is_at_most_what_the_wallet_accepts() {
    let setup = Setup::new();
    let wallet = setup.wallet();
    let dear = setup.redeem(&wallet, ITEM, 1, PRICE - 1, 1);
    assert_eq!(dear, error(RedemptionError::PriceAboveMax));
    // More is accepted than asked for: the price is what counts.
    let cheap = setup.redeem_signing(2 * PRICE, &wallet, ITEM, 2, PRICE + 50, 1);
    assert_eq!(cheap, Ok(1));
    assert_eq!(setup.asset().balance(&wallet), FUNDS - 2 * PRICE);
}

#[test]
fn only_what_is_on_offer_and_in_stock_is_redeemed() {
    let setup = Setup::new();
    let wallet = setup.wallet();
    let redeem = |item, quantity| setup.redeem(&wallet, item, quantity, PRICE, 1);
    assert_eq!(redeem(ITEM, 0), error(RedemptionError::InvalidQuantity));
    assert_eq!(redeem(1, 1), error(RedemptionError::ItemNotFound));
    assert_eq!(redeem(ITEM, 11), error(RedemptionError::StockShort));
    let active = |active| {
        let terms = Terms { active, ..terms() };
        setup.set_item(ITEM, &terms).unwrap();
    };
    active(false);
    assert_eq!(redeem(ITEM, 1), error(RedemptionError::ItemInactive));
    active(true);
    assert_eq!(redeem(ITEM, 10), Ok(1));
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
    let redeem = |quantity| setup.redeem(&setup.wallet(), 1, quantity, MAX, 1);
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
    assert_eq!(setup.redeem_by_account(&account), Ok(1));
    assert_eq!(asset.balance(&account), 0);
}

#[test]
fn a_wallets_redemptions_come_in_pages() {
    let setup = Setup::new();
    let wallet = setup.wallet();
    for _ in 0..4 {
        setup.redeem_one();
    }
    let page = |start, limit| {
        let page = setup.client().redemptions(&wallet, &start, &limit);
        page.iter().map(|(id, _)| id).collect::<Vec<_>>()
    };
    assert_eq!(page(0, 100), [1, 2, 3, 4]);
    assert_eq!(page(1, 2), [2, 3]);
    assert!(page(4, 100).is_empty());
    let nobody = Address::generate(setup.env());
    assert!(setup.client().redemptions(&nobody, &0, &100).is_empty());
}
