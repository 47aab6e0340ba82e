//! Merchants' balances: deposits, grants, withdrawals, and that none touches another's.

use merit_common::roles::TREASURER;
use merit_pool::{PoolError, Withdraw};
use merit_testing::{pool::error, Line, Outcome, World, LIMIT, MERCHANT, MERCHANT_LIMIT};
use soroban_sdk::{
    testutils::{Address as _, Events as _, MuxedAddress as _},
    Address, Event as _, MuxedAddress,
};

const OTHER: u64 = MERCHANT + 1;
const MAX: i128 = i64::MAX as i128;

/// A merchant with `amount` and an owner who may withdraw it.
fn owned(world: &World, amount: i128) -> Address {
    world.deposit(MERCHANT, amount);
    let owner = Address::generate(&world.env);
    world.first_owner(MERCHANT, &owner);
    owner
}

fn withdraw(world: &World, owner: &Address, to: &Address, amount: i128) -> Outcome<()> {
    world.withdraw(owner, MERCHANT, to, amount)
}

#[test]
fn deposits_add_up_per_merchant() {
    let world = World::new();
    world.deposit(MERCHANT, 300);
    world.deposit(MERCHANT, 40);
    assert_eq!(world.event_names(&world.pool), ["deposit"]);
    world.deposit(OTHER, 5);
    assert_eq!(world.pool().balance(&MERCHANT), 340);
    assert_eq!(world.pool().balance(&OTHER), 5);
    assert_eq!(world.pool().total_held(), 345);
}

#[test]
fn a_deposit_must_be_positive_and_covered() {
    let world = World::new();
    let from = Address::generate(&world.env);
    world.asset.mint(&from, 100);
    for amount in [0, -1, i128::MIN, MAX + 1] {
        let outcome = world.deposit_from(&from, MERCHANT, amount);
        assert_eq!(outcome, error(PoolError::InvalidAmount));
    }
    assert!(world.deposit_from(&from, MERCHANT, 101).is_err());
    assert_eq!(world.pool().balance(&MERCHANT), 0);
    assert_eq!(world.asset.balance(&from), 100);
}

#[test]
fn a_balance_never_exceeds_an_i64() {
    let world = World::new();
    world.deposit(MERCHANT, MAX);
    let from = Address::generate(&world.env);
    world.asset.mint(&from, 1);
    let outcome = world.deposit_from(&from, MERCHANT, 1);
    assert_eq!(outcome, error(PoolError::BalanceOverflow));
}

#[test]
fn a_stray_transfer_to_the_pool_is_nobodys_balance() {
    let world = World::new();
    world.asset.mint(&world.pool, 500);
    world.deposit(MERCHANT, 10);
    assert_eq!(world.pool().balance(&MERCHANT), 10);
    assert_eq!(world.pool().total_held(), 510);
}

#[test]
fn a_grant_is_made_once_per_reference() {
    let world = World::new();
    world.asset.mint(world.holder(TREASURER), 1_000);
    assert_eq!(world.treasury_grant(MERCHANT, 400, 1), Ok(true));
    assert_eq!(world.event_names(&world.pool), ["grant"]);
    assert_eq!(world.treasury_grant(MERCHANT, 400, 1), Ok(false));
    assert_eq!(world.event_names(&world.pool), [""; 0]);
    assert_eq!(world.pool().balance(&MERCHANT), 400);
    assert_eq!(world.asset.balance(world.holder(TREASURER)), 600);

    let taken = error(PoolError::ReferenceTaken);
    assert_eq!(world.treasury_grant(MERCHANT, 401, 1), taken);
    assert_eq!(world.treasury_grant(OTHER, 400, 1), taken);
    assert_eq!(world.treasury_grant(OTHER, 400, 2), Ok(true));
    assert_eq!(world.pool().balance(&OTHER), 400);
}

#[test]
fn an_uncovered_grant_leaves_its_reference_free() {
    let world = World::new();
    assert!(world.treasury_grant(MERCHANT, 400, 1).is_err());
    world.asset.mint(world.holder(TREASURER), 400);
    assert_eq!(world.treasury_grant(MERCHANT, 400, 1), Ok(true));
}

#[test]
fn the_owner_withdraws_its_free_balance_only() {
    let world = World::new();
    let owner = owned(&world, 1_000);
    world.deposit(OTHER, 1_000);
    let to = world.asset.holder(Line::default());
    let short = error(PoolError::InsufficientBalance);
    assert_eq!(withdraw(&world, &owner, &to, 1_001), short);
    assert_eq!(
        withdraw(&world, &owner, &to, 0),
        error(PoolError::InvalidAmount)
    );
    assert_eq!(withdraw(&world, &owner, &to, 600), Ok(()));
    assert_eq!(world.event_names(&world.pool), ["withdraw"]);
    assert_eq!(world.asset.balance(&to), 600);
    assert_eq!(world.pool().balance(&MERCHANT), 400);
    assert_eq!(world.pool().balance(&OTHER), 1_000);
    assert_eq!(withdraw(&world, &owner, &to, 401), short);
}

#[test]
fn a_withdrawal_to_a_muxed_account_names_whom_it_is_for() {
    let world = World::new();
    let owner = owned(&world, 1_000);
    let custodian = world.asset.holder(Line::default());
    let withdraw = |to: &Address| {
        let args = (&owner, MERCHANT, MuxedAddress::new(to, 42), 600i128);
        world.call::<()>(&owner, &world.pool, "withdraw", args)
    };
    // The id doesn't open what the account itself is refused.
    let refused = withdraw(&world.asset.issuer);
    assert_eq!(refused, error(PoolError::RefusedRecipient));
    withdraw(&custodian).unwrap();
    let event = Withdraw {
        merchant: MERCHANT,
        owner: owner.clone(),
        to: custodian.clone(),
        to_muxed_id: Some(42),
        amount: 600,
    };
    let events = world.env.events().all().filter_by_contract(&world.pool);
    assert_eq!(events, [event.to_xdr(&world.env, &world.pool)]);
    // The asset tells the custodian.
    let transfers = world.events_of(&world.asset.sac);
    assert!(std::format!("{transfers:?}").contains("to_muxed_id"));
    assert_eq!(world.asset.balance(&custodian), 600);
}

#[test]
fn a_withdrawal_counts_against_both_limits() {
    let world = World::new();
    let owner = owned(&world, LIMIT);
    let to = world.asset.holder(Line::default());
    let over = withdraw(&world, &owner, &to, MERCHANT_LIMIT + 1);
    assert_eq!(over, error(PoolError::LimitExceeded));
    assert_eq!(withdraw(&world, &owner, &to, MERCHANT_LIMIT), Ok(()));
    assert_eq!(world.pool().limit(&None).used, MERCHANT_LIMIT);
    assert_eq!(world.pool().limit(&Some(MERCHANT)).remaining, 0);
    let over = withdraw(&world, &owner, &to, 1);
    assert_eq!(over, error(PoolError::LimitExceeded));
}

#[test]
fn a_withdrawal_never_goes_where_money_is_lost() {
    let world = World::new();
    let owner = owned(&world, 1_000);
    let asset = &world.asset;
    for to in [&world.pool, &world.campaign, &asset.sac, &asset.issuer] {
        let outcome = withdraw(&world, &owner, to, 10);
        assert_eq!(outcome, error(PoolError::RefusedRecipient));
    }
    let without_line = asset.account();
    assert!(withdraw(&world, &owner, &without_line, 10).is_err());
    assert_eq!(world.pool().balance(&MERCHANT), 1_000);
    assert_eq!(world.pool().limit(&None).used, 0);
}

#[test]
fn a_frozen_or_short_pool_refuses_withdrawals_as_a_whole() {
    let world = World::new();
    let owner = owned(&world, 1_000);
    let to = world.asset.holder(Line::default());
    world.asset.set_authorized(&world.pool, false);
    assert_eq!(
        withdraw(&world, &owner, &to, 10),
        error(PoolError::PoolFrozen)
    );
    world.asset.set_authorized(&world.pool, true);
    world.asset.claw_back(&world.pool, 995);
    assert_eq!(
        withdraw(&world, &owner, &to, 10),
        error(PoolError::PoolShort)
    );
    assert_eq!(withdraw(&world, &owner, &to, 5), Ok(()));
}

#[test]
fn neither_a_frozen_owner_withdraws_nor_anybody_for_a_frozen_account() {
    let world = World::new();
    let owner = owned(&world, 100);
    let other = Address::generate(&world.env);
    let frozen = error(PoolError::AccountFrozen);
    for (account, to) in [(&owner, &other), (&owner, &owner), (&other, &other)] {
        world.freeze(account);
        world.asset.renew_line(account);
        assert_eq!(withdraw(&world, &owner, to, 10), frozen);
        world.unfreeze(account);
    }
    world.freeze(&owner);
    let handed_over =
        world.call::<()>(&owner, &world.pool, "set_owner", (&owner, MERCHANT, &other));
    assert_eq!(handed_over, frozen, "nor hands the balance over");
    world.unfreeze(&owner);
    world.set_owner(&owner, MERCHANT, &other).unwrap();
    world.freeze(&owner);
    assert_eq!(world.apply_owner(&other, MERCHANT), frozen);
    world.unfreeze(&owner);
    assert_eq!(withdraw(&world, &owner, &other, 10), Ok(()));
}
