use merit_common::roles::{FULFIL, MANAGER, UNPAUSER};
use merit_redemption::RedemptionError;
use merit_testing::{
    anyone, by, check, operation,
    redemption::{error, order, terms, Setup, ITEM, PRICE},
    signed_by, view, Failure, Row, Subject, DAY,
};
use soroban_sdk::{Address, BytesN};

const UNAUTHORIZED: Failure = Failure::Contract(RedemptionError::Unauthorized as u32);

fn redeemed(setup: &Setup) {
    assert_eq!(setup.redeem_one(), 1);
}

/// Names what [`redeemed`] made.
fn made(setup: &Setup) -> (Address, BytesN<32>) {
    (setup.wallet(), setup.hash(1))
}

fn refunded_to_nobody(setup: &Setup) {
    redeemed(setup);
    setup.world.advance(7 * DAY);
    setup.asset().set_authorized(&setup.wallet(), false);
    setup.expire(1).unwrap();
    setup.asset().set_authorized(&setup.wallet(), true);
}

fn business() -> [Row<Setup>; 7] {
    [
        by("set_item", &[MANAGER], |_| (1u64, terms())),
        by("set_stock", &[MANAGER], |_| (ITEM, 10u32, 5u32)),
        signed_by("redeem", &["wallet"], |w: &Setup| {
            (w.wallet(), w.hash(1), order())
        })
        .paying(PRICE),
        by("fulfil", &[FULFIL], made).after(redeemed),
        by("cancel", &[FULFIL, "wallet"], made).after(redeemed),
        anyone("expire", made).after(|w| {
            redeemed(w);
            w.world.advance(7 * DAY);
        }),
        anyone("withdraw", |w: &Setup| (w.wallet(),)).after(refunded_to_nobody),
    ]
}

fn views() -> [Row<Setup>; 6] {
    [
        view("item", |_| (ITEM,)),
        view("redemption", made),
        view("redemptions", |w: &Setup| (w.wallet(), (), 10u32)),
        view("owed", |w: &Setup| (w.wallet(),)),
        view("totals", |_| ()),
        view("total_held", |_| ()),
    ]
}

#[test]
fn every_function_admits_only_the_callers_in_the_table() {
    let rows = business().into_iter().chain(views());
    let rows = rows.chain(operation(&[UNPAUSER]));
    check("redemption", Setup::new, UNAUTHORIZED, rows);
}

#[test]
fn the_wallet_signs_the_transfer_too() {
    let setup = Setup::new();
    let wallet = setup.wallet();
    let args = (&wallet, setup.hash(1), order());
    // The signature covers the redemption, not the transfer below it.
    let half = setup.call::<()>(&wallet, "redeem", args);
    assert_eq!(half, error(RedemptionError::AssetRefused));
    // Nor is it good for another amount.
    let other = setup.redeem_signing(PRICE - 1, &wallet, 1, &order());
    assert_eq!(other, error(RedemptionError::AssetRefused));
    assert_eq!(setup.redeem(&wallet, 1, &order()), Ok(()));
}
