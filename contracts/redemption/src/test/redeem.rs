use merit_common::amount::MAX;
use merit_testing::Line;
use soroban_sdk::{testutils::Address as _, Address, BytesN};

use super::{error, terms, World, DAY, FUNDS, ITEM, MERCHANT, PRICE};
use crate::{Redemption, RedemptionError, Status, Terms, Totals};

#[test]
fn redeeming_takes_stock_and_locks_the_price() {
    let world = World::new();
    let (client, wallet) = (world.client(), world.wallet());
    let now = world.env.ledger().timestamp();
    assert_eq!(world.redeem(&wallet, ITEM, 3, PRICE, 1), Ok(1));
    assert_eq!(world.system.event_names(&world.contract), ["redeem"]);
    let reference = BytesN::from_array(&world.env, &[1; 32]);
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
    assert_eq!(world.asset().balance(&wallet), FUNDS - 300);
    let totals = Totals {
        count: 1,
        locked: 300,
        ..Totals::default()
    };
    assert_eq!((client.totals(), client.total_held()), (totals, 300));
}

#[test]
fn a_reference_is_redeemed_once_per_wallet() {
    let world = World::new();
    let (wallet, other) = (world.wallet(), Address::generate(&world.env));
    world.asset().mint(&other, FUNDS);
    assert_eq!(world.redeem(&wallet, ITEM, 1, PRICE, 1), Ok(1));
    assert_eq!(world.redeem(&wallet, ITEM, 1, PRICE, 1), Ok(1), "repeated");
    assert!(world.system.events_of(&world.contract).is_empty());
    assert_eq!(world.client().totals().locked, PRICE);
    let taken = error(RedemptionError::ReferenceTaken);
    assert_eq!(world.redeem(&wallet, ITEM, 2, PRICE, 1), taken);
    world.set_item(ITEM + 1, &terms()).unwrap();
    assert_eq!(world.redeem(&wallet, ITEM + 1, 1, PRICE, 1), taken);
    assert_eq!(world.redeem(&other, ITEM, 1, PRICE, 1), Ok(2));
    world.cancel("wallet", 1).unwrap();
    assert_eq!(world.redeem(&wallet, ITEM, 1, PRICE, 1), Ok(1), "refunded");
    assert_eq!(world.client().totals().locked, PRICE, "only the other's");
}

#[test]
fn the_price_is_at_most_what_the_wallet_accepts() {
    let world = World::new();
    let wallet = world.wallet();
    let dear = world.redeem(&wallet, ITEM, 1, PRICE - 1, 1);
    assert_eq!(dear, error(RedemptionError::PriceAboveMax));
    // More is accepted than asked for: the price is what counts.
    let cheap = world.redeem_signing(2 * PRICE, &wallet, ITEM, 2, PRICE + 50, 1);
    assert_eq!(cheap, Ok(1));
    assert_eq!(world.asset().balance(&wallet), FUNDS - 2 * PRICE);
}

#[test]
fn only_what_is_on_offer_and_in_stock_is_redeemed() {
    let world = World::new();
    let wallet = world.wallet();
    let redeem = |item, quantity| world.redeem(&wallet, item, quantity, PRICE, 1);
    assert_eq!(redeem(ITEM, 0), error(RedemptionError::InvalidQuantity));
    assert_eq!(redeem(1, 1), error(RedemptionError::ItemNotFound));
    assert_eq!(redeem(ITEM, 11), error(RedemptionError::StockShort));
    let active = |active| {
        let terms = Terms { active, ..terms() };
        world.set_item(ITEM, &terms).unwrap();
    };
    active(false);
    assert_eq!(redeem(ITEM, 1), error(RedemptionError::ItemInactive));
    active(true);
    assert_eq!(redeem(ITEM, 10), Ok(1));
    assert_eq!(world.client().item(&ITEM).unwrap().stock, 0);
}

#[test]
fn price_times_quantity_stays_an_amount() {
    let world = World::new();
    let huge = Terms {
        price: MAX,
        ..terms()
    };
    world.set_item(1, &huge).unwrap();
    world.set_stock(1, 0, u32::MAX).unwrap();
    let redeem = |quantity| world.redeem(&world.wallet(), 1, quantity, MAX, 1);
    assert_eq!(redeem(2), error(RedemptionError::InvalidAmount));
    assert_eq!(redeem(u32::MAX), error(RedemptionError::InvalidAmount));
    assert_eq!(redeem(1), error(RedemptionError::BalanceOutOfRange));
    assert_eq!(world.client().item(&1).unwrap().stock, u32::MAX);
}

#[test]
fn a_wallet_that_cannot_pay_gets_the_cause_and_changes_nothing() {
    let world = World::new();
    let asset = world.asset();
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
        assert_eq!(world.redeem_by_account(&wallet), error(cause));
    }
    assert_eq!(world.client().totals(), Totals::default());
    assert_eq!(world.client().item(&ITEM).unwrap().stock, 10);
    let account = line(100, true);
    assert_eq!(world.redeem_by_account(&account), Ok(1));
    assert_eq!(asset.balance(&account), 0);
}

#[test]
fn a_wallets_redemptions_come_in_pages() {
    let world = World::new();
    let wallet = world.wallet();
    for _ in 0..4 {
        world.redeem_one();
    }
    let page = |start, limit| {
        let page = world.client().redemptions(&wallet, &start, &limit);
        page.iter().map(|(id, _)| id).collect::<std::vec::Vec<_>>()
    };
    assert_eq!(page(0, 100), [1, 2, 3, 4]);
    assert_eq!(page(1, 2), [2, 3]);
    assert!(page(4, 100).is_empty());
    let nobody = Address::generate(&world.env);
    assert!(world.client().redemptions(&nobody, &0, &100).is_empty());
}
