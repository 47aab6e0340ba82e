//! Each redemption ends once: table of states, deadlines, refunds that fail.

use merit_common::{
    roles as names,
    testutils::{wait, Outcome},
};
use merit_testing::Line;

use super::{error, terms, World, DAY, FUNDS, ITEM, PRICE};
use crate::{RedemptionError, Status, Terms, Totals};

type Action = fn(&World, u64) -> Outcome<()>;

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
            let world = World::new();
            let id = world.redeem_one();
            wait(&world.env, age);
            assert_eq!(action(&world, id), expected, "{name} after {age} s");
        }
    }
}

#[test]
fn what_has_ended_stays_as_it_is() {
    for (first, end) in [(0, Status::Fulfilled), (1, Status::Refunded)] {
        let world = World::new();
        let id = world.redeem_one();
        ACTIONS[first].1(&world, id).unwrap();
        for age in [0, 8 * DAY] {
            wait(&world.env, age);
            for (name, action) in ACTIONS {
                let again = action(&world, id);
                assert_eq!(again, error(RedemptionError::NotOpen), "{name}");
            }
        }
        assert_eq!(world.client().redemption(&id).unwrap().status, end);
    }
}

#[test]
fn an_unknown_redemption_is_an_error() {
    let world = World::new();
    for (name, action) in ACTIONS {
        let unknown = action(&world, 1);
        assert_eq!(
            unknown,
            error(RedemptionError::RedemptionNotFound),
            "{name}"
        );
    }
    assert_eq!(world.client().redemption(&1), None);
}

#[test]
fn fulfilling_burns_the_tokens_and_keeps_the_stock_taken() {
    let world = World::new();
    let id = world.redeem_one();
    world.fulfil(id).unwrap();
    let name = ["redemption_fulfilled"];
    assert_eq!(world.system.event_names(&world.contract), name);
    assert_eq!(world.system.event_names(&world.asset().sac), ["burn"]);
    assert_eq!(world.asset().balance(&world.wallet()), FUNDS - PRICE);
    assert_eq!(world.client().total_held(), 0);
    let totals = Totals {
        count: 1,
        burned: PRICE,
        ..Totals::default()
    };
    assert_eq!(world.client().totals(), totals);
    assert_eq!(world.client().item(&ITEM).unwrap().stock, 9);
}

#[test]
fn a_refund_gives_tokens_and_stock_back() {
    let world = World::new();
    let first = world.redeem_one();
    world.cancel("wallet", first).unwrap();
    let name = ["redemption_cancelled"];
    assert_eq!(world.system.event_names(&world.contract), name);
    let second = world.redeem_one();
    wait(&world.env, 7 * DAY);
    world.expire(second).unwrap();
    let name = ["redemption_expired"];
    assert_eq!(world.system.event_names(&world.contract), name);
    assert_eq!(world.asset().balance(&world.wallet()), FUNDS);
    let totals = Totals {
        count: 2,
        refunded: 2 * PRICE,
        ..Totals::default()
    };
    assert_eq!(world.client().totals(), totals);
    assert_eq!(world.client().item(&ITEM).unwrap().stock, 10);
}

#[test]
fn later_terms_do_not_change_what_was_redeemed() {
    let world = World::new();
    let id = world.redeem_one();
    let changed = Terms {
        price: 1,
        active: false,
        fulfil_within: 1,
        cancel_within: 0,
        ..terms()
    };
    world.set_item(ITEM, &changed).unwrap();
    wait(&world.env, DAY - 1);
    world.cancel("wallet", id).unwrap();
    assert_eq!(world.asset().balance(&world.wallet()), FUNDS);
}

#[test]
fn a_refund_that_cannot_arrive_stays_open_until_it_can() {
    let world = World::new();
    let line = |authorized| Line {
        balance: 100,
        authorized,
        ..Line::default()
    };
    let account = world.asset().holder(line(true));
    let id = world.redeem_by_account(&account).unwrap();
    wait(&world.env, 7 * DAY);
    world.asset().set_authorized(&account, false);
    assert_eq!(world.expire(id), error(RedemptionError::NotAuthorized));
    let made = world.client().redemption(&id).unwrap();
    assert_eq!(made.status, Status::Open);
    assert_eq!(world.client().item(&ITEM).unwrap().stock, 9);
    world.asset().set_authorized(&account, true);
    world.expire(id).unwrap();
    assert_eq!(world.asset().balance(&account), 100);
}

#[test]
fn a_refund_never_fails_for_a_full_stock() {
    let world = World::new();
    let id = world.redeem_one();
    world.set_stock(ITEM, 9, u32::MAX).unwrap();
    world.cancel("wallet", id).unwrap();
    assert_eq!(world.client().item(&ITEM).unwrap().stock, u32::MAX);
}

#[test]
fn a_frozen_contract_burns_nothing() {
    let world = World::new();
    let id = world.redeem_one();
    world.asset().set_authorized(&world.contract, false);
    assert_eq!(world.fulfil(id), error(RedemptionError::NotAuthorized));
    assert_eq!(world.client().totals().burned, 0);
}
