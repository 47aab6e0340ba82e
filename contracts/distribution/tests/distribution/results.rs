//! One result per recipient; a bad recipient never fails the others.

use merit_common::result::{LINE_FULL, NOT_AUTHORIZED, NO_TRUSTLINE, PAID, REFUSED};
use merit_testing::{payments, reference, Line, Terms, World, FIRST};
use soroban_sdk::{testutils::Address as _, vec as list, Address};

/// Every kind of recipient, in one batch, with the result each must get.
fn recipients(world: &World) -> Vec<(&'static str, Address, u8)> {
    let asset = &world.asset;
    let full = asset.holder(Line {
        balance: 100,
        limit: 100,
        ..Line::default()
    });
    let unauthorised = asset.holder(Line {
        authorized: false,
        ..Line::default()
    });
    let frozen = asset.holder(Line::default());
    asset.set_authorized(&frozen, false);
    let frozen_contract = Address::generate(&world.env);
    asset.set_authorized(&frozen_contract, false);
    vec![
        ("ok", asset.holder(Line::default()), PAID),
        ("no trustline", asset.account(), NO_TRUSTLINE),
        ("full line", full, LINE_FULL),
        ("unauthorised", unauthorised, NOT_AUTHORIZED),
        ("frozen", frozen, NOT_AUTHORIZED),
        ("frozen contract", frozen_contract, NOT_AUTHORIZED),
        ("issuer", asset.issuer.clone(), REFUSED),
        ("pool itself", world.pool.clone(), REFUSED),
        ("campaign", world.campaign.clone(), REFUSED),
        ("asset contract", asset.sac.clone(), REFUSED),
        ("new contract", Address::generate(&world.env), PAID),
        ("missing account", asset.missing_account(), NO_TRUSTLINE),
        ("last ok", asset.holder(Line::default()), PAID),
    ]
}

#[test]
fn each_recipient_gets_its_own_result() {
    let world = World::new();
    let campaign = world.open_campaign(&Terms::default());
    let rows = recipients(&world);
    let to: Vec<Address> = rows.iter().map(|(_, to, _)| to.clone()).collect();
    let expected: Vec<u8> = rows.iter().map(|(.., code)| *code).collect();
    let before: Vec<i128> = to.iter().map(|to| held(&world, to)).collect();

    world
        .pay(campaign, &payments(&world.env, FIRST + 1, &to, 100))
        .unwrap();

    let reward = world.reward();
    assert_eq!(reward.results, expected);
    assert_eq!(reward.paid, 300);
    for ((name, to, code), before) in rows.iter().zip(before) {
        let moved = if *code == PAID { 100 } else { 0 };
        // The pool's own balance falls by what the others were paid.
        if *to != world.pool {
            assert_eq!(held(&world, to) - before, moved, "{name}");
        }
    }
    assert_eq!(world.pool().total_held(), 1_000_000 - 300);
    assert_eq!(
        world.pool().reserved(&world.campaign, &campaign),
        1_000_000 - 300
    );
    assert_eq!(world.pool().limit(&None).used, 300);
}

/// Balance, 0 for accounts without a trustline.
fn held(world: &World, of: &Address) -> i128 {
    world
        .call_unsigned(&world.asset.sac, "balance", (of,))
        .unwrap_or(0)
}

#[test]
fn only_paid_numbers_are_marked_and_failures_may_be_retried() {
    let world = World::new();
    let campaign = world.open_campaign(&Terms::default());
    let late = world.asset.account();
    let batch = payments(&world.env, FIRST + 5, [&late], 100);
    assert_eq!(world.results(campaign, &batch), [NO_TRUSTLINE]);
    let unpaid = soroban_sdk::BytesN::from_array(&world.env, &[0; 8]);
    let numbers = list![&world.env, FIRST + 5];
    assert_eq!(
        world.distribution().status(&campaign, &numbers),
        list![&world.env, unpaid]
    );

    world.asset.put_line(&late, Line::default());
    assert_eq!(world.results(campaign, &batch), [PAID]);
    assert_eq!(
        world.distribution().status(&campaign, &numbers),
        list![&world.env, reference(&world.env, FIRST + 5)]
    );
    assert_eq!(world.asset.balance(&late), 100);
}

#[test]
fn sixty_bad_recipients_leave_the_call_successful_and_everything_untouched() {
    let world = World::new();
    let campaign = world.open_campaign(&Terms::default());
    let to: Vec<Address> = (0..60).map(|_| world.asset.account()).collect();
    let results = world.results(campaign, &payments(&world.env, FIRST + 1, &to, 100));
    assert_eq!(results, [NO_TRUSTLINE; 60]);
    assert_eq!(world.pool().reserved(&world.campaign, &campaign), 1_000_000);
    assert_eq!(world.pool().limit(&None).used, 0);
    assert_eq!(world.distribution().batches().seq, 1);
}

#[test]
fn the_event_carries_numbers_references_and_a_rising_seq() {
    let world = World::new();
    let campaign = world.open_campaign(&Terms::default());
    let to = [
        world.asset.holder(Line::default()),
        world.asset.holder(Line::default()),
    ];
    for (seq, first) in [(1, FIRST + 1), (2, FIRST + 3)] {
        world
            .pay(campaign, &payments(&world.env, first, &to, 10))
            .unwrap();
        let reward = world.reward();
        let numbers = [first, first + 1];
        assert_eq!(reward.campaign, campaign);
        assert_eq!(reward.merchant, Terms::default().merchant);
        assert_eq!((reward.seq, reward.paid), (seq, 20));
        assert_eq!(reward.numbers, numbers);
        assert_eq!(
            reward.refs,
            numbers.map(|number| reference(&world.env, number).to_array())
        );
        assert_eq!(world.distribution().batches().seq, seq);
    }
}
