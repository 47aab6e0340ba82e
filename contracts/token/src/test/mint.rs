use merit_common::{amount::MAX, roles as names};
use soroban_sdk::{testutils::Events as _, Event as _};

use super::{error, World, CAP, QUOTA};
use crate::{Mint, TokenError};

#[test]
fn what_is_minted_arrives_and_is_counted() {
    let world = World::new();
    let account = world.asset.trusting_account();
    world.mint(&world.holder, 10).unwrap();
    world.mint(&account, 5).unwrap();
    assert_eq!(world.asset.client().balance(&world.holder), 10);
    assert_eq!(world.asset.client().balance(&account), 5);
    assert_eq!(world.client().minted(), 15);
    assert_eq!(world.client().cap(), CAP);
    assert_eq!(world.client().asset(), world.asset.sac);
}

#[test]
fn the_cap_binds_to_the_stroop() {
    let world = World::with_cap(100);
    world.mint(&world.holder, 99).unwrap();
    assert_eq!(world.mint(&world.holder, 2), error(TokenError::CapExceeded));
    world.mint(&world.holder, 1).unwrap();
    assert_eq!(world.mint(&world.holder, 1), error(TokenError::CapExceeded));
    assert_eq!(world.client().minted(), 100);
}

#[test]
fn the_largest_cap_never_overflows() {
    let world = World::with_cap(MAX);
    world.set_quota(&world.actor(names::MINTER), MAX).unwrap();
    world.mint(&world.holder, MAX).unwrap();
    assert_eq!(world.mint(&world.holder, 1), error(TokenError::CapExceeded));
    assert_eq!(
        world.mint(&world.asset.account(), MAX),
        error(TokenError::CapExceeded)
    );
}

#[test]
fn amounts_must_be_valid() {
    let world = World::new();
    for amount in [i128::MIN, -1, 0, MAX + 1, i128::MAX] {
        let outcome = world.mint(&world.holder, amount);
        assert_eq!(outcome, error(TokenError::InvalidAmount), "{amount}");
    }
}

#[test]
fn a_recipient_who_can_not_hold_the_asset_is_named_as_the_cause() {
    let world = World::new();
    let no_line = error(TokenError::NoTrustline);
    assert_eq!(world.mint(&world.asset.account(), 1), no_line);
    assert_eq!(world.mint(&world.asset.missing_account(), 1), no_line);
    let frozen = world.asset.trusting_account();
    world.freeze(&frozen).unwrap();
    assert_eq!(world.mint(&frozen, 1), error(TokenError::NotAuthorized));
    let full = world.asset.trusting_account();
    world.asset.transfer_from_issuer(&full, MAX).unwrap();
    assert_eq!(world.mint(&full, 1), error(TokenError::BalanceOutOfRange));
    let quota = world.client().quota(&world.actor(names::MINTER));
    assert_eq!(
        (world.client().minted(), quota.used),
        (0, 0),
        "failures count nothing"
    );
}

#[test]
fn minting_to_the_issuer_is_refused_because_nothing_would_come_of_it() {
    let world = World::new();
    let outcome = world.mint(&world.asset.issuer, 10);
    assert_eq!(outcome, error(TokenError::AssetRefused));
    assert_eq!(world.client().minted(), 0);
}

#[test]
fn the_system_s_contracts_are_not_minted_to() {
    let world = World::new();
    world.register("pool", &world.holder);
    assert_eq!(
        world.mint(&world.holder, 10),
        error(TokenError::SystemAddress)
    );
}

#[test]
fn without_the_administration_of_the_asset_nothing_is_minted() {
    let world = World::new();
    let other = world.asset.account();
    world.asset.set_admin(&other);
    assert_eq!(
        world.mint(&world.holder, 10),
        error(TokenError::AssetRefused)
    );
    assert_eq!(world.client().minted(), 0);
}

#[test]
fn minting_is_announced() {
    let world = World::new();
    world.mint(&world.holder, 10).unwrap();
    let expected = Mint {
        to: world.holder.clone(),
        minter: world.actor(names::MINTER),
        amount: 10,
    };
    let ours = world.env.events().all().filter_by_contract(&world.contract);
    assert_eq!(
        ours,
        std::vec![expected.to_xdr(&world.env, &world.contract)]
    );
    assert_eq!(
        QUOTA - 10,
        world.client().quota(&world.actor(names::MINTER)).remaining
    );
}
