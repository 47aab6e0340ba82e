use merit_common::{amount::MAX, roles as names, testutils::wait};
use soroban_sdk::{
    testutils::{Address as _, Events as _},
    Address, Event as _,
};

use super::{error, World, QUOTA};
use crate::{Quota, QuotaSet, TokenError};

const DAY: u64 = 86_400;

#[test]
fn the_quota_binds_over_any_24_hours() {
    let world = World::new();
    let exceeded = error(TokenError::QuotaExceeded);
    world.mint(&world.holder, QUOTA - 1).unwrap();
    assert_eq!(world.mint(&world.holder, 2), exceeded);
    wait(&world.env, DAY / 2);
    world.mint(&world.holder, 1).unwrap();
    assert_eq!(world.mint(&world.holder, 1), exceeded);
    wait(&world.env, DAY / 2 - 1);
    assert_eq!(world.mint(&world.holder, 1), exceeded);
    wait(&world.env, 901);
    world.mint(&world.holder, QUOTA - 1).unwrap();
    assert_eq!(
        world.mint(&world.holder, 1),
        exceeded,
        "half a day ago still counts"
    );
}

#[test]
fn a_quota_tells_what_is_used_and_left() {
    let world = World::new();
    let minter = world.actor(names::MINTER);
    world.mint(&world.holder, 300).unwrap();
    let expected = Quota {
        daily: QUOTA,
        used: 300,
        remaining: QUOTA - 300,
    };
    assert_eq!(world.client().quota(&minter), expected);
    wait(&world.env, DAY + 900);
    assert_eq!(world.client().quota(&minter).used, 0);
}

#[test]
fn a_cut_acts_at_once_and_counts_what_was_minted() {
    let world = World::new();
    let minter = world.actor(names::MINTER);
    world.mint(&world.holder, 500).unwrap();
    world.set_quota(&minter, 400).unwrap();
    assert_eq!(world.client().quota(&minter).remaining, 0);
    assert_eq!(
        world.mint(&world.holder, 1),
        error(TokenError::QuotaExceeded)
    );
    world.set_quota(&minter, 501).unwrap();
    world.mint(&world.holder, 1).unwrap();
    world.set_quota(&minter, 0).unwrap();
    assert_eq!(
        world.mint(&world.holder, 1),
        error(TokenError::QuotaExceeded)
    );
}

#[test]
fn minters_have_quotas_of_their_own_and_none_without_one() {
    let world = World::new();
    let second = Address::generate(&world.env);
    world.grant(names::MINTER, &second);
    let mint = |amount: i128| world.call_by::<()>(&second, "mint", (&world.holder, amount));
    assert_eq!(mint(1), error(TokenError::QuotaExceeded));
    world.set_quota(&second, 50).unwrap();
    world.mint(&world.holder, QUOTA).unwrap();
    mint(50).unwrap();
    assert_eq!(mint(1), error(TokenError::QuotaExceeded));
}

#[test]
fn quotas_must_be_valid() {
    let world = World::new();
    let minter = world.actor(names::MINTER);
    for daily in [i128::MIN, -1, MAX + 1] {
        assert_eq!(
            world.set_quota(&minter, daily),
            error(TokenError::InvalidAmount)
        );
    }
    world.set_quota(&minter, MAX).unwrap();
    assert_eq!(world.client().quota(&minter).daily, MAX);
}

#[test]
fn a_quota_is_announced() {
    let world = World::new();
    let minter = world.actor(names::MINTER);
    world.set_quota(&minter, 7).unwrap();
    let expected = QuotaSet { minter, daily: 7 };
    let ours = world.env.events().all().filter_by_contract(&world.contract);
    assert_eq!(
        ours,
        std::vec![expected.to_xdr(&world.env, &world.contract)]
    );
}
