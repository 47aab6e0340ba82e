//! Each redemption ends once: table of states, deadlines, refunds that fail.

use merit_common::roles as names;
use merit_redemption::{RedemptionError, Status, Terms, Totals};
use merit_testing::{
    redemption::{error, terms, Setup, FUNDS, ITEM, PRICE},
    Line, Outcome, DAY,
};

type Action = fn(&Setup, u64) -> Outcome<()>;

const ACTIONS: [(&str, Action); 4] = [
    ("fulfil", |w, id| w.fulfil(id)),
    ("cancel by wallet", |w, id| w.cancel("wallet", id)),
    ("cancel by role", |w, id| w.cancel(names::FULFIL, id)),
    ("expire", |w, id| w.expire(id)),
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
            let id = setup.redeem_one();
            setup.world.advance(age);
            assert_eq!(action(&setup, id), expected, "{name} after {age} s");
        }
    }
}

#[test]
fn what_has_ended_stays_as_it_is() {
    for (first, end) in [(0, Status::Fulfilled), (1, Status::Refunded)] {
        let setup = Setup::new();
        let id = setup.redeem_one();
        ACTIONS[first].1(&setup, id).unwrap();
        for age in [0, 8 * DAY] {
            setup.world.advance(age);
            for (name, action) in ACTIONS {
                let again = action(&setup, id);
                assert_eq!(again, error(RedemptionError::NotOpen), "{name}");
            }
        }
        assert_eq!(setup.client().redemption(&id).unwrap().status, end);
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
    assert_eq!(setup.client().redemption(&1), None);
}

#[test]
fn fulfilling_burns_the_tokens_and_keeps_the_stock_taken() {
    let setup = Setup::new();
    let id = setup.redeem_one();
    setup.fulfil(id).unwrap();
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
    let id = setup.redeem_one();
    let changed = Terms {
        price: 1,
        active: false,
        fulfil_within: 1,
        cancel_within: 0,
        ..terms()
    };
    setup.set_item(ITEM, &changed).unwrap();
    setup.world.advance(DAY - 1);
    setup.cancel("wallet", id).unwrap();
    assert_eq!(setup.asset().balance(&setup.wallet()), FUNDS);
}

#[test]
fn a_refund_that_cannot_arrive_stays_open_until_it_can() {
    let setup = Setup::new();
    let line = |authorized| Line {
        balance: 100,
        authorized,
        ..Line::default()
    };
    let account = setup.asset().holder(line(true));
    let id = setup.redeem_by_account(&account).unwrap();
    setup.world.advance(7 * DAY);
    setup.asset().set_authorized(&account, false);
    assert_eq!(setup.expire(id), error(RedemptionError::NotAuthorized));
    let made = setup.client().redemption(&id).unwrap();
    assert_eq!(made.status, Status::Open);
    assert_eq!(setup.client().item(&ITEM).unwrap().stock, 9);
    setup.asset().set_authorized(&account, true);
    setup.expire(id).unwrap();
    assert_eq!(setup.asset().balance(&account), 100);
}

#[test]
fn a_refund_never_fails_for_a_full_stock() {
    let setup = Setup::new();
    let id = setup.redeem_one();
    setup.set_stock(ITEM, 9, u32::MAX).unwrap();
    setup.cancel("wallet", id).unwrap();
    assert_eq!(setup.client().item(&ITEM).unwrap().stock, u32::MAX);
}

#[test]
fn a_frozen_contract_burns_nothing() {
    let setup = Setup::new();
    let id = setup.redeem_one();
    setup.asset().set_authorized(&setup.contract, false);
    assert_eq!(setup.fulfil(id), error(RedemptionError::NotAuthorized));
    assert_eq!(setup.client().totals().burned, 0);
}
