//! Budgets of campaigns, and payouts from them, called as a campaign contract would.

use std::slice;

use merit_common::{
    result::{NO_TRUSTLINE, PAID, REFUSED},
    roles::CAMPAIGN,
};
use merit_pool::PoolError;
use merit_testing::{pool::error, Line, Outcome, World, MERCHANT, MERCHANT_LIMIT};
use soroban_sdk::{
    testutils::Address as _,
    xdr::{ContractEventBody, ScVal},
    Address, IntoVal, Symbol, TryFromVal, Val, Vec,
};

const OTHER: u64 = MERCHANT + 1;
const CAMPAIGN_ID: u64 = 5;

fn reserve(world: &World, merchant: u64, campaign: u64, amount: i128) -> Outcome<()> {
    world.reserve(world.holder(CAMPAIGN), merchant, campaign, amount)
}

fn release(world: &World, contract: &Address) -> Outcome<i128> {
    world.release(contract, CAMPAIGN_ID)
}

fn pay(world: &World, to: &[Address], amounts: &[i128]) -> Outcome<std::vec::Vec<u8>> {
    world.pay_reserve(world.holder(CAMPAIGN), CAMPAIGN_ID, to, amounts)
}

/// A merchant with 400 free and a reserve of 600.
fn reserved() -> World {
    let world = World::new();
    world.deposit(MERCHANT, 1_000);
    reserve(&world, MERCHANT, CAMPAIGN_ID, 600).unwrap();
    assert_eq!(world.event_names(&world.pool), ["reserved"]);
    world
}

#[test]
fn a_reserve_comes_from_the_merchants_own_free_balance() {
    let world = reserved();
    world.deposit(OTHER, 1_000);
    assert_eq!(world.pool().balance(&MERCHANT), 400);
    assert_eq!(
        world.pool().reserved(world.holder(CAMPAIGN), &CAMPAIGN_ID),
        600
    );
    let short = error(PoolError::InsufficientBalance);
    assert_eq!(reserve(&world, MERCHANT, 6, 401), short);
    assert_eq!(reserve(&world, MERCHANT, 6, 400), Ok(()));
    let invalid = error(PoolError::InvalidAmount);
    assert_eq!(reserve(&world, OTHER, 7, 0), invalid);
    let exists = error(PoolError::ReserveExists);
    assert_eq!(reserve(&world, OTHER, CAMPAIGN_ID, 1), exists);
    assert_eq!(world.pool().balance(&OTHER), 1_000);
}

#[test]
fn a_reserve_is_raised_from_its_merchants_own_free_balance_while_it_is_open() {
    let world = reserved();
    world.deposit(OTHER, 1_000);
    let contract = world.holder(CAMPAIGN).clone();
    let raise = |amount| world.raise_reserve(&contract, CAMPAIGN_ID, amount);
    assert_eq!(raise(401), error(PoolError::InsufficientBalance));
    assert_eq!(raise(0), error(PoolError::InvalidAmount));
    assert_eq!(raise(400), Ok(()));
    assert_eq!(world.event_names(&world.pool), ["reserved"]);
    let left = || world.pool().reserved(&contract, &CAMPAIGN_ID);
    assert_eq!((left(), world.pool().balance(&MERCHANT)), (1_000, 0));
    assert_eq!(world.pool().balance(&OTHER), 1_000);

    let unknown = world.raise_reserve(&contract, CAMPAIGN_ID + 1, 1);
    assert_eq!(unknown, error(PoolError::ReserveNotFound));
    assert_eq!(release(&world, &contract), Ok(1_000));
    assert_eq!(raise(1), error(PoolError::ReserveClosed));
    assert_eq!(world.pool().balance(&MERCHANT), 1_000);
}

#[test]
fn what_is_added_to_a_counted_reserve_counts_too() {
    let world = World::new();
    world.deposit(MERCHANT, 2 * MERCHANT_LIMIT);
    let contract = world.holder(CAMPAIGN);
    let args = (contract, MERCHANT, CAMPAIGN_ID, MERCHANT_LIMIT - 10);
    let reserved: Outcome<()> = world.call(contract, &world.pool, "reserve_counted", args);
    assert_eq!(reserved, Ok(()));
    let raise = |amount| world.raise_reserve(contract, CAMPAIGN_ID, amount);
    assert_eq!(raise(11), error(PoolError::LimitExceeded));
    assert_eq!(raise(10), Ok(()));
    assert_eq!(world.pool().limit(&Some(MERCHANT)).remaining, 0);
}

#[test]
fn the_rest_is_released_once() {
    let world = reserved();
    let to = world.asset.holder(Line::default());
    assert_eq!(pay(&world, &[to], &[250]), Ok(vec![PAID]));
    let contract = world.holder(CAMPAIGN).clone();
    assert_eq!(release(&world, &contract), Ok(350));
    assert_eq!(world.event_names(&world.pool), ["released"]);
    assert_eq!(world.pool().balance(&MERCHANT), 750);
    assert_eq!(world.pool().total_held(), 750);
    let closed = error(PoolError::ReserveClosed);
    assert_eq!(release(&world, &contract), closed);
    let exists = error(PoolError::ReserveExists);
    assert_eq!(reserve(&world, MERCHANT, CAMPAIGN_ID, 10), exists);
    let to = world.asset.holder(Line::default());
    let paid = pay(&world, &[to], &[1]);
    assert_eq!(paid, error(PoolError::ReserveClosed));
    assert_eq!(world.pool().balance(&MERCHANT), 750);
}

#[test]
fn contracts_have_reserves_of_their_own_under_the_same_id() {
    let world = reserved();
    let first = world.holder(CAMPAIGN);
    let second = Address::generate(&world.env);
    world.grant_role(CAMPAIGN, &second);
    assert_eq!(release(&world, &second), error(PoolError::ReserveNotFound));
    let outcome = world.pay_reserve(&second, CAMPAIGN_ID, slice::from_ref(&second), &[1]);
    assert_eq!(outcome, error(PoolError::ReserveNotFound));

    let reserved = world.reserve(&second, MERCHANT, CAMPAIGN_ID, 400);
    assert_eq!(reserved, Ok(()));
    let left = |contract| world.pool().reserved(contract, &CAMPAIGN_ID);
    assert_eq!((left(first), left(&second)), (600, 400));
    let payee = Address::generate(&world.env);
    let short = world.pay_reserve(&second, CAMPAIGN_ID, slice::from_ref(&payee), &[401]);
    assert_eq!(short, error(PoolError::ReserveShort));
    assert_eq!(release(&world, &second), Ok(400));
    assert_eq!((left(first), left(&second)), (600, 0));
    assert_eq!(pay(&world, slice::from_ref(&payee), &[600]), Ok(vec![PAID]));
}

#[test]
fn events_of_a_reserve_have_merchant_contract_and_id_as_topics() {
    let world = World::new();
    world.deposit(MERCHANT, 1_000);
    let contract = world.holder(CAMPAIGN);
    let steps: [(&str, &dyn Fn()); 3] = [
        ("reserved", &|| {
            reserve(&world, MERCHANT, CAMPAIGN_ID, 600).unwrap()
        }),
        ("reserved", &|| {
            world.raise_reserve(contract, CAMPAIGN_ID, 1).unwrap()
        }),
        ("released", &|| {
            assert_eq!(release(&world, contract), Ok(601))
        }),
    ];
    for (name, step) in steps {
        step();
        let ContractEventBody::V0(event) = &world.events_of(&world.pool)[0].body;
        let expected = (
            Symbol::new(&world.env, name),
            MERCHANT,
            contract,
            CAMPAIGN_ID,
        );
        let expected: Vec<Val> = expected.into_val(&world.env);
        let expected = ScVal::try_from_val(&world.env, &expected.to_val()).unwrap();
        assert_eq!(ScVal::Vec(Some(event.topics.clone().into())), expected);
    }
}

#[test]
fn only_what_was_paid_is_counted() {
    let world = reserved();
    let to = [
        world.asset.holder(Line::default()),
        world.asset.account(),
        world.asset.issuer.clone(),
        world.pool.clone(),
    ];
    let codes = vec![PAID, NO_TRUSTLINE, REFUSED, REFUSED];
    assert_eq!(pay(&world, &to, &[100, 20, 300, 300]), Ok(codes));
    assert_eq!(
        world.pool().reserved(world.holder(CAMPAIGN), &CAMPAIGN_ID),
        500
    );
    assert_eq!(world.pool().limit(&Some(MERCHANT)).used, 100);
    assert_eq!(world.pool().limit(&None).used, 100);
    assert_eq!(world.pool().total_held(), 900);
}

#[test]
fn one_recipient_may_be_paid_several_times() {
    let world = reserved();
    let to = world.asset.holder(Line {
        limit: 150,
        ..Line::default()
    });
    let codes = pay(
        &world,
        &[to.clone(), to.clone(), to.clone()],
        &[100, 100, 50],
    );
    assert_eq!(codes, Ok(vec![PAID, merit_common::result::LINE_FULL, PAID]));
    assert_eq!(world.asset.balance(&to), 150);
}

#[test]
fn the_reserve_must_cover_the_whole_batch() {
    let world = reserved();
    let to = [world.asset.holder(Line::default()), world.asset.account()];
    let short = error(PoolError::ReserveShort);
    assert_eq!(pay(&world, &to, &[600, 1]), short);
    assert_eq!(pay(&world, &to, &[500, 100]), Ok(vec![PAID, NO_TRUSTLINE]));
}

#[test]
fn the_limit_must_have_room_for_the_whole_batch() {
    let world = World::new();
    world.deposit(MERCHANT, 2 * MERCHANT_LIMIT);
    reserve(&world, MERCHANT, CAMPAIGN_ID, 2 * MERCHANT_LIMIT).unwrap();
    let to = world.asset.holder(Line::default());
    let over = pay(&world, &[to.clone(), to.clone()], &[MERCHANT_LIMIT, 1]);
    assert_eq!(over, error(PoolError::LimitExceeded));
    // Also for a recipient that would turn out unpaid: whether a batch fits must not depend on its results.
    let unpaid = world.asset.account();
    let over = pay(&world, &[to.clone(), unpaid], &[MERCHANT_LIMIT, 1]);
    assert_eq!(over, error(PoolError::LimitExceeded));
    assert_eq!(world.asset.balance(&to), 0);
}

#[test]
fn a_frozen_or_short_pool_is_an_error_of_the_call() {
    let world = reserved();
    let to = [world.asset.holder(Line::default())];
    world.asset.set_authorized(&world.pool, false);
    assert_eq!(pay(&world, &to, &[10]), error(PoolError::PoolFrozen));
    world.asset.set_authorized(&world.pool, true);
    world.asset.claw_back(&world.pool, 995);
    assert_eq!(pay(&world, &to, &[6]), error(PoolError::PoolShort));
    assert_eq!(pay(&world, &to, &[5]), Ok(vec![PAID]));
}

#[test]
fn malformed_batches_are_refused() {
    let world = reserved();
    let to = world.asset.holder(Line::default());
    let many = vec![to.clone(); 61];
    assert_eq!(pay(&world, &many, &[1; 61]), error(PoolError::TooMany));
    assert_eq!(pay(&world, &many[..60], &[1; 60]), Ok(vec![PAID; 60]));
    assert_eq!(
        pay(&world, &many[..2], &[1]),
        error(PoolError::LengthMismatch)
    );
    for amount in [0, -5, i64::MAX as i128 + 1] {
        let outcome = pay(&world, slice::from_ref(&to), &[amount]);
        assert_eq!(outcome, error(PoolError::InvalidAmount));
        // A refused recipient's amount is checked like any other.
        let outcome = pay(&world, slice::from_ref(&world.pool), &[amount]);
        assert_eq!(outcome, error(PoolError::InvalidAmount));
    }
    let huge = pay(&world, &[to.clone(), to], &[i64::MAX as i128; 2]);
    assert_eq!(huge, error(PoolError::InvalidAmount));
    assert_eq!(pay(&world, &[], &[]), Ok(vec![]));
}

#[test]
fn an_unknown_campaign_has_no_reserve() {
    let world = World::new();
    let to = world.asset.holder(Line::default());
    assert_eq!(pay(&world, &[to], &[1]), error(PoolError::ReserveNotFound));
    assert_eq!(
        world.pool().reserved(world.holder(CAMPAIGN), &CAMPAIGN_ID),
        0
    );
}
