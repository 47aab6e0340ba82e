//! Rules of a campaign's payments: window, budget, cap per wallet, and well-formed batches.

use merit_campaign::CampaignError;
use merit_common::result::{ALREADY_SAME, NO_TRUSTLINE, NUMBER_TAKEN, PAID, TO_PAY, WALLET_CAP};
use merit_testing::{
    campaign::{error, Spend},
    payment, payments, Line, Terms, World, DAY, FIRST, START,
};
use soroban_sdk::Address;

#[test]
fn it_pays_from_the_first_second_to_the_last_of_its_window() {
    let world = World::new();
    let id = world.open_campaign(&Terms {
        starts_at: START + DAY,
        ends_at: START + 2 * DAY,
        ..Terms::default()
    });
    let to = world.asset.holder(Line::default());
    let pay = |number| world.pay(id, &payments(&world.env, FIRST + number, [&to], 10));
    let outside = error(CampaignError::OutsideWindow);
    world.advance(DAY - 1);
    assert_eq!(pay(1), outside);
    world.advance(1);
    assert_eq!(pay(1), Ok(()));
    world.advance(DAY - 1);
    assert_eq!(pay(2), Ok(()));
    world.advance(1);
    assert_eq!(pay(3), outside);
}

#[test]
fn a_batch_beyond_the_budget_fails_as_a_whole() {
    let world = World::new();
    let id = world.open_campaign(&Terms {
        budget: 250,
        ..Terms::default()
    });
    // Another campaign's budget is not within reach.
    world.open_campaign(&Terms {
        reference: 2,
        ..Terms::default()
    });
    let to = world.asset.holder(Line::default());
    let three = [to.clone(), to.clone(), to.clone()];
    let exceeded = error(CampaignError::BudgetExceeded);
    assert_eq!(
        world.pay(id, &payments(&world.env, FIRST + 1, &three, 100)),
        exceeded
    );
    assert_eq!(
        world.results(id, &payments(&world.env, FIRST + 1, &three[..2], 100)),
        [PAID, PAID]
    );
    // Two of the same three are paid already: the third alone counts.
    let batch = payments(&world.env, FIRST + 1, &three, 100);
    assert_eq!(world.pay(id, &batch), exceeded);
    let fits = [
        payment(&world.env, FIRST + 1, &to, 100),
        payment(&world.env, FIRST + 3, &to, 50),
    ];
    assert_eq!(world.results(id, &fits), [ALREADY_SAME, PAID]);
    assert_eq!(world.campaigns().get(&id).spent, 250);
}

#[test]
fn refused_payments_do_not_use_the_budget() {
    let world = World::new();
    let id = world.open_campaign(&Terms {
        budget: 100,
        ..Terms::default()
    });
    let missing = world.asset.account();
    let there = world.asset.holder(Line::default());
    assert_eq!(
        world.results(id, &payments(&world.env, FIRST + 1, &[missing], 100)),
        [NO_TRUSTLINE]
    );
    assert_eq!(world.campaigns().get(&id).spent, 0);
    assert_eq!(
        world.results(id, &payments(&world.env, FIRST + 2, &[there], 100)),
        [PAID]
    );
}

#[test]
fn a_wallet_receives_at_most_its_cap() {
    let world = World::new();
    let id = world.open_campaign(&Terms {
        per_wallet_cap: Some(100),
        ..Terms::default()
    });
    let one = world.asset.holder(Line::default());
    let two = world.asset.holder(Line::default());
    let env = &world.env;
    let row = |number, to: &Address, amount| payment(env, FIRST + number, to, amount);
    // Within one batch...
    let batch = [
        row(1, &one, 60),
        row(2, &one, 41),
        row(3, &two, 100),
        row(4, &one, 40),
    ];
    assert_eq!(world.results(id, &batch), [PAID, WALLET_CAP, PAID, PAID]);
    assert_eq!(world.campaigns().wallet_spent(&id, &one), 100);
    // ... and across batches.
    let batch = [row(5, &one, 1), row(6, &two, 1)];
    assert_eq!(world.results(id, &batch), [WALLET_CAP; 2]);
    assert_eq!(world.reward().paid, 0);
    assert_eq!(world.asset.balance(&one), 100);
    assert_eq!(world.campaigns().get(&id).spent, 200);
}

#[test]
fn an_unpaid_payment_leaves_the_wallets_cap_alone() {
    let world = World::new();
    let id = world.open_campaign(&Terms {
        per_wallet_cap: Some(100),
        ..Terms::default()
    });
    let late = world.asset.account();
    let batch = payments(&world.env, FIRST + 1, [&late], 100);
    assert_eq!(world.results(id, &batch), [NO_TRUSTLINE]);
    assert_eq!(world.campaigns().wallet_spent(&id, &late), 0);
    world.asset.put_line(&late, Line::default());
    assert_eq!(world.results(id, &batch), [PAID]);
    assert_eq!(world.campaigns().wallet_spent(&id, &late), 100);
}

#[test]
fn wallets_are_counted_only_where_there_is_a_cap() {
    let world = World::new();
    let id = world.open_campaign(&Terms::default());
    let to = world.asset.holder(Line::default());
    world
        .pay(id, &payments(&world.env, FIRST + 1, [&to], 10))
        .unwrap();
    assert_eq!(world.campaigns().wallet_spent(&id, &to), 0);
}

#[test]
fn decided_payments_are_not_made() {
    let world = World::new();
    let id = world.open_campaign(&Terms::default());
    let to = world.asset.holder(Line::default());
    let spend = Spend {
        results: vec![ALREADY_SAME, TO_PAY, NUMBER_TAKEN],
        ..Spend::of(&to, 3)
    };
    let results = spend.results(&world, id);
    assert_eq!(results, Ok(vec![ALREADY_SAME, PAID, NUMBER_TAKEN]));
    assert_eq!(world.reward().paid, 1);
    assert_eq!(world.asset.balance(&to), 1);

    let decided = Spend {
        results: vec![ALREADY_SAME; 2],
        ..Spend::of(&to, 2)
    };
    assert_eq!(decided.results(&world, id), Ok(vec![ALREADY_SAME; 2]));
    assert_eq!(world.asset.balance(&to), 1);
}

#[test]
fn a_batch_has_at_most_60_payments() {
    let world = World::new();
    let id = world.open_campaign(&Terms::default());
    let to = world.asset.holder(Line::default());
    let results = Spend::of(&to, 60).results(&world, id);
    assert_eq!(results, Ok(vec![PAID; 60]));
    assert_eq!(world.reward().paid, 60);
    let over = Spend::of(&to, 61).call(&world, id);
    assert_eq!(over, error(CampaignError::TooMany));
}

#[test]
fn malformed_batches_are_refused() {
    let world = World::new();
    let id = world.open_campaign(&Terms::default());
    let to = world.asset.holder(Line::default());
    use CampaignError::*;
    let base = || Spend::of(&to, 2);
    let table = [
        (
            Spend {
                numbers: vec![1; 7],
                ..base()
            },
            LengthMismatch,
        ),
        (
            Spend {
                refs: vec![1; 8],
                ..base()
            },
            LengthMismatch,
        ),
        (
            Spend {
                amounts: vec![1; 3],
                ..base()
            },
            LengthMismatch,
        ),
        (
            Spend {
                results: vec![TO_PAY; 1],
                ..base()
            },
            LengthMismatch,
        ),
        (
            Spend {
                amounts: vec![1, 0],
                ..base()
            },
            InvalidAmount,
        ),
        (
            Spend {
                results: vec![TO_PAY, PAID],
                ..base()
            },
            InvalidResult,
        ),
        (
            Spend {
                results: vec![TO_PAY, WALLET_CAP],
                ..base()
            },
            InvalidResult,
        ),
    ];
    for (spend, expected) in table {
        assert_eq!(spend.call(&world, id), error(expected));
    }
    let huge = Spend {
        amounts: vec![i64::MAX as i128; 2],
        ..base()
    };
    assert_eq!(huge.call(&world, id), error(BudgetExceeded));
    assert_eq!(base().call(&world, id + 1), error(NotFound));
    assert_eq!(world.asset.balance(&to), 0);
}
