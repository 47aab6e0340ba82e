use merit_common::roles as names;
use soroban_sdk::{
    testutils::{Address as _, Events as _},
    Address, Event as _,
};

use super::{error, World};
use crate::{Freeze, TokenError, Unfreeze};

#[test]
fn a_frozen_holder_neither_sends_nor_receives_until_unfrozen() {
    let world = World::new();
    for holder in [world.asset.trusting_account(), world.holder.clone()] {
        world.mint(&holder, 10).unwrap();
        let other = Address::generate(&world.env);
        let send = || world.asset.transfer(&holder, &other, 1);
        world.freeze(&holder).unwrap();
        assert!(!send());
        assert_eq!(world.mint(&holder, 1), error(TokenError::NotAuthorized));
        world.unfreeze(&holder).unwrap();
        assert!(send());
        world.mint(&holder, 1).unwrap();
    }
}

#[test]
fn the_system_s_contracts_are_never_frozen() {
    let world = World::new();
    let frozen_before = Address::generate(&world.env);
    for contract in [&world.holder, &frozen_before] {
        world.mint(contract, 10).unwrap();
    }
    world.freeze(&frozen_before).unwrap();
    world.register("pool", &world.holder);
    world.register("vesting", &frozen_before);
    let refused = error(TokenError::SystemAddress);
    assert_eq!(world.freeze(&world.holder), refused);
    let other = Address::generate(&world.env);
    assert!(world.asset.transfer(&world.holder, &other, 1));
    // What was frozen before it was registered can be released.
    world.unfreeze(&frozen_before).unwrap();
    assert!(world.asset.transfer(&frozen_before, &other, 1));
}

#[test]
fn freezing_needs_a_trustline_and_a_revocable_issuer() {
    let world = World::new();
    let account = world.asset.account();
    assert_eq!(world.freeze(&account), error(TokenError::NoTrustline));
    let holder = world.asset.trusting_account();
    world.asset.set_issuer_flags(0);
    assert_eq!(world.freeze(&holder), error(TokenError::AssetRefused));
}

#[test]
fn freezing_and_unfreezing_are_announced() {
    let world = World::new();
    let (account, operator) = (world.asset.trusting_account(), world.actor(names::FREEZER));
    let ours = |world: &World| world.env.events().all().filter_by_contract(&world.contract);
    world.freeze(&account).unwrap();
    let frozen = Freeze {
        account: account.clone(),
        operator: operator.clone(),
    };
    assert_eq!(
        ours(&world),
        std::vec![frozen.to_xdr(&world.env, &world.contract)]
    );
    world.unfreeze(&account).unwrap();
    let unfrozen = Unfreeze { account, operator };
    assert_eq!(
        ours(&world),
        std::vec![unfrozen.to_xdr(&world.env, &world.contract)]
    );
}
