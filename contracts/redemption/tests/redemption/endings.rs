//! Each redemption ends once: table of states, deadlines, refunds that fail.

use merit_common::roles as names;
use merit_redemption::{Order, RedemptionError, Status, Terms, Totals};
use merit_testing::{
    redemption::{error, order, terms, Setup, FUNDS, ITEM, PRICE},
    Line, Outcome, DAY,
};

type Action = fn(&Setup, u8) -> Outcome<()>;

const ACTIONS: [(&str, Action); 4] = [
    ("fulfil", |w, made| w.fulfil(made)),
    ("cancel by wallet", |w, made| w.cancel("wallet", made)),
    ("cancel by role", |w, made| w.cancel(names::FULFIL, made)),
    ("expire", |w, made| w.expire(made)),
];

#[test]
fn what_is_possible_depends_on_status_and_time_only() {
    let ok = Ok(());
    let late = error(RedemptionError::CancelClosed);
    let early = error(RedemptionError::NotExpired);
    let passed = error(RedemptionError::DeadlinePassed);
    let table = [
        (0, [ok, ok, ok, early]),
        (DAY - 1, [ok, ok, ok, early]),
        (DAY, [ok, late, ok, early]),
        (7 * DAY - 1, [ok, late, ok, early]),
        (7 * DAY, [passed, late, ok, ok]),
        (400 * DAY, [passed, late, ok, ok]),
    ];
    for (age, row) in table {
        for ((name, action), expected) in ACTIONS.iter().zip(row) {
            let setup = Setup::new();
            let made = setup.redeem_one();
            setup.world.advance(age);
            assert_eq!(action(&setup, made), expected, "{name} after {age} s");
        }
    }
}

#[test]
fn what_has_ended_stays_as_it_is() {
    for (first, end) in [(0, Status::Fulfilled), (1, Status::Refunded)] {
        let setup = Setup::new();
        let made = setup.redeem_one();
        ACTIONS[first].1(&setup, made).unwrap();
        for age in [0, 8 * DAY] {
            setup.world.advance(age);
            for (name, action) in ACTIONS {
                let again = action(&setup, made);
                assert_eq!(again, error(RedemptionError::NotOpen), "{name}");
            }
        }
        assert_eq!(setup.made(made).unwrap().status, end);
    }
}

#[test]
fn an_unknown_redemption_is_an_error() {
    let setup = Setup::new();
    for (name, action) in ACTIONS {
        let unknown = action(&setup, 1);
        assert_eq!(
            unknown,
            error(RedemptionError::RedemptionNotFound),
            "{name}"
        );
    }
    assert_eq!(setup.made(1), None);
}

#[test]
fn fulfilling_burns_the_tokens_and_keeps_the_stock_taken() {
    let setup = Setup::new();
    let made = setup.redeem_one();
    setup.fulfil(made).unwrap();
    let name = ["redemption_fulfilled"];
    assert_eq!(setup.world.event_names(&setup.contract), name);
    assert_eq!(setup.world.event_names(&setup.asset().sac), ["burn"]);
    assert_eq!(setup.asset().balance(&setup.wallet()), FUNDS - PRICE);
    assert_eq!(setup.client().total_held(), 0);
    let totals = Totals {
        count: 1,
        burned: PRICE,
        ..Totals::default()
    };
    assert_eq!(setup.client().totals(), totals);
    assert_eq!(setup.client().item(&ITEM).unwrap().stock, 9);
}

#[test]
fn a_refund_gives_tokens_and_stock_back() {
    let setup = Setup::new();
    let first = setup.redeem_one();
    setup.cancel("wallet", first).unwrap();
    let name = ["redemption_cancelled"];
    assert_eq!(setup.world.event_names(&setup.contract), name);
    let second = setup.redeem_one();
    setup.world.advance(7 * DAY);
    setup.expire(second).unwrap();
    let name = ["redemption_expired"];
    assert_eq!(setup.world.event_names(&setup.contract), name);
    assert_eq!(setup.asset().balance(&setup.wallet()), FUNDS);
    let totals = Totals {
        count: 2,
        refunded: 2 * PRICE,
        ..Totals::default()
    };
    assert_eq!(setup.client().totals(), totals);
    assert_eq!(setup.client().item(&ITEM).unwrap().stock, 10);
}

#[test]
fn later_terms_do_not_change_what_was_redeemed() {
    let setup = Setup::new();
    let made = setup.redeem_one();
    let changed = Terms {
        price: 1,
        active: false,
        fulfil_within: 1,
        cancel_within: 0,
        ..terms()
    };
    setup.set_item(ITEM, &changed).unwrap();
    setup.world.advance(DAY - 1);
    setup.cancel("wallet", made).unwrap();
    assert_eq!(setup.asset().balance(&setup.wallet()), FUNDS);
}

#[test]
fn a_refund_that_cannot_arrive_ends_the_redemption_and_is_owed() {
    let refusals = [
        Line {
            authorized: false,
            ..Line::default()
        },
        Line {
            limit: PRICE as i64 - 1,
            ..Line::default()
        },
    ];
    for line in refusals {
        let setup = Setup::new();
        let account = setup.asset().holder(Line {
            balance: 100,
            ..Line::default()
        });
        setup.redeem_by_account(&account).unwrap();
        setup.world.advance(7 * DAY);
        setup.asset().put_line(&account, line);
        setup.expire_of(&account, 1).unwrap();
        let names = ["owed", "redemption_expired"];
        assert_eq!(setup.world.event_names(&setup.contract), names);
        let made = setup.client().redemption(&account, &setup.hash(1));
        assert_eq!(made.unwrap().status, Status::Refunded);
        let totals = Totals {
            count: 1,
            refunded: PRICE,
            owed: PRICE,
            ..Totals::default()
        };
        assert_eq!(setup.client().totals(), totals);
        assert_eq!(setup.client().total_held(), PRICE);
        assert!(setup.withdraw(&account).is_err(), "{line:?}");

        setup.asset().put_line(&account, Line::default());
        assert_eq!(setup.withdraw(&account), Ok(PRICE));
        assert_eq!(setup.world.event_names(&setup.contract), ["withdrawn"]);
        assert_eq!(setup.asset().balance(&account), PRICE);
        assert_eq!(setup.client().totals().owed, 0);
        let again = setup.withdraw(&account);
        assert_eq!(again, error(RedemptionError::NothingOwed));
    }
}

/// A trustline that changes after the call was signed would change what the call touches, and make it fail.
#[test]
fn from_the_deadline_on_no_trustline_holds_up_the_stock() {
    let setup = Setup::new();
    let (wallet, first) = (setup.wallet(), setup.redeem_one());
    setup.world.advance(7 * DAY - 1);
    setup.cancel(names::FULFIL, first).unwrap();
    assert_eq!(setup.asset().balance(&wallet), FUNDS, "at once");
    let second = setup.redeem_one();
    setup.world.advance(7 * DAY);
    setup.cancel(names::FULFIL, second).unwrap();
    assert!(setup.world.events_of(&setup.asset().sac).is_empty());
    assert_eq!(setup.client().item(&ITEM).unwrap().stock, 10);
    assert_eq!(setup.client().totals().owed, PRICE);
    assert_eq!(setup.withdraw(&wallet), Ok(PRICE));
    assert_eq!(setup.asset().balance(&wallet), FUNDS);
}

#[test]
fn a_wallet_that_cannot_receive_holds_no_stock() {
    let setup = Setup::new();
    let wallet = setup.wallet();
    let all = Order {
        quantity: 10,
        ..order()
    };
    setup.redeem(&wallet, 1, &all).unwrap();
    setup.asset().set_authorized(&wallet, false);
    setup.cancel(names::FULFIL, 1).unwrap();
    assert_eq!(setup.client().item(&ITEM).unwrap().stock, 10);
    // The money alone comes late, so a stock that was counted meanwhile stays right.
    setup.set_stock(ITEM, 10, 4).unwrap();
    setup.asset().set_authorized(&wallet, true);
    assert_eq!(setup.withdraw(&wallet), Ok(10 * PRICE));
    assert_eq!(setup.client().item(&ITEM).unwrap().stock, 4);
    assert_eq!(setup.asset().balance(&wallet), FUNDS);
}

#[test]
fn a_frozen_or_short_contract_owes_nobody_and_ends_nothing() {
    let setup = Setup::new();
    let made = setup.redeem_one();
    setup.asset().set_authorized(&setup.contract, false);
    let cancel = || setup.cancel("wallet", made);
    assert_eq!(cancel(), error(RedemptionError::NotAuthorized));
    setup.asset().set_authorized(&setup.contract, true);
    setup.asset().claw_back(&setup.contract, 1);
    assert_eq!(cancel(), error(RedemptionError::BalanceOutOfRange));
    assert_eq!(setup.client().owed(&setup.wallet()), 0);
    setup.asset().mint(&setup.contract, 1);
    assert_eq!(cancel(), Ok(()));
}

#[test]
fn a_refund_never_fails_for_a_full_stock() {
    let setup = Setup::new();
    let made = setup.redeem_one();
    setup.set_stock(ITEM, 9, u32::MAX).unwrap();
    setup.cancel("wallet", made).unwrap();
    assert_eq!(setup.client().item(&ITEM).unwrap().stock, u32::MAX);
}

#[test]
fn a_frozen_contract_burns_nothing() {
    let setup = Setup::new();
    let made = setup.redeem_one();
    setup.asset().set_authorized(&setup.contract, false);
    assert_eq!(setup.fulfil(made), error(RedemptionError::NotAuthorized));
    assert_eq!(setup.client().totals().burned, 0);
}

#[test]
fn a_frozen_wallet_is_refunded_nothing_whatever_its_trustline_is() {
    let setup = Setup::new();
    let (made, wallet) = (setup.redeem_one(), setup.wallet());
    setup.world.freeze(&wallet);
    setup.asset().renew_line(&wallet);
    setup.cancel("wallet", made).unwrap();
    assert_eq!(setup.client().owed(&wallet), PRICE);
    let frozen = error(RedemptionError::NotAuthorized);
    assert_eq!(setup.withdraw(&wallet), frozen);
    setup.world.unfreeze(&wallet);
    assert_eq!(setup.withdraw(&wallet), Ok(PRICE));
}
