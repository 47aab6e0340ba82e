//! Why the issuer is locked: until then it creates units around the cap; afterwards only this contract does.

use super::World;

#[test]
fn an_unlocked_issuer_mints_around_the_cap() {
    let world = World::with_cap(100);
    let account = world.asset.trusting_account();
    world.asset.transfer_from_issuer(&account, 777).unwrap();
    assert_eq!(world.asset.client().balance(&account), 777);
    assert_eq!(world.client().minted(), 0);
}

#[test]
fn a_locked_issuer_mints_nothing_while_the_contract_still_does_everything() {
    let world = World::new();
    let account = world.asset.trusting_account();
    world.asset.lock_issuer();
    assert!(world.asset.transfer_from_issuer(&account, 777).is_err());
    world.mint(&account, 10).unwrap();
    world.freeze(&account).unwrap();
    world.unfreeze(&account).unwrap();
    world.clawback(&account, 4).unwrap();
    assert_eq!(world.asset.client().balance(&account), 6);
    assert_eq!(world.client().minted(), 6);
}
