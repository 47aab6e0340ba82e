use merit_common::{amount::MAX, roles as names};
use soroban_sdk::{testutils::Events as _, xdr::AccountFlags, Event as _};

use super::{error, World};
use crate::{Clawback, TokenError};

#[test]
fn what_is_clawed_back_leaves_the_holder_and_the_supply() {
    let world = World::with_cap(100);
    for holder in [world.asset.trusting_account(), world.holder.clone()] {
        world.mint(&holder, 50).unwrap();
        world.clawback(&holder, 20).unwrap();
        assert_eq!(world.asset.client().balance(&holder), 30);
    }
    assert_eq!(world.client().minted(), 60);
    world.mint(&world.holder, 40).unwrap();
    assert_eq!(world.mint(&world.holder, 1), error(TokenError::CapExceeded));
}

#[test]
fn a_frozen_holder_can_be_clawed_back_from() {
    let world = World::new();
    world.mint(&world.holder, 10).unwrap();
    world.freeze(&world.holder).unwrap();
    world.clawback(&world.holder, 10).unwrap();
    assert_eq!(world.asset.client().balance(&world.holder), 0);
}

#[test]
fn clawing_back_does_not_give_the_quota_back() {
    let world = World::new();
    world.mint(&world.holder, 10).unwrap();
    world.clawback(&world.holder, 10).unwrap();
    assert_eq!(world.client().quota(&world.actor(names::MINTER)).used, 10);
}

#[test]
fn the_system_s_contracts_are_never_clawed_back_from() {
    let world = World::new();
    world.mint(&world.holder, 10).unwrap();
    world.register("pool", &world.holder);
    assert_eq!(
        world.clawback(&world.holder, 1),
        error(TokenError::SystemAddress)
    );
    assert_eq!(world.asset.client().balance(&world.holder), 10);
}

#[test]
fn nobody_loses_more_than_he_has() {
    let world = World::new();
    world.mint(&world.holder, 10).unwrap();
    let outcome = world.clawback(&world.holder, 11);
    assert_eq!(outcome, error(TokenError::BalanceOutOfRange));
    assert_eq!(world.client().minted(), 10);
    let account = world.asset.account();
    assert_eq!(world.clawback(&account, 1), error(TokenError::NoTrustline));
    for amount in [i128::MIN, -1, 0, MAX + 1] {
        assert_eq!(
            world.clawback(&world.holder, amount),
            error(TokenError::InvalidAmount)
        );
    }
}

#[test]
fn a_balance_older_than_the_clawback_flag_stays() {
    let world = World::new();
    world
        .asset
        .set_issuer_flags(AccountFlags::RevocableFlag as u32);
    let holder = world.asset.trusting_account();
    world.mint(&holder, 10).unwrap();
    let outcome = world.clawback(&holder, 1);
    assert_eq!(outcome, error(TokenError::BalanceOutOfRange));
}

#[test]
fn units_that_were_never_counted_don_t_make_the_supply_negative() {
    let world = World::new();
    world
        .asset
        .transfer_from_issuer(&world.holder, 100)
        .unwrap();
    world.mint(&world.holder, 10).unwrap();
    world.clawback(&world.holder, 110).unwrap();
    assert_eq!(world.client().minted(), 0);
}

#[test]
fn a_clawback_is_announced() {
    let world = World::new();
    world.mint(&world.holder, 10).unwrap();
    world.clawback(&world.holder, 4).unwrap();
    let expected = Clawback {
        from: world.holder.clone(),
        operator: world.actor(names::CLAWBACK),
        amount: 4,
    };
    let ours = world.env.events().all().filter_by_contract(&world.contract);
    assert_eq!(
        ours,
        std::vec![expected.to_xdr(&world.env, &world.contract)]
    );
}
