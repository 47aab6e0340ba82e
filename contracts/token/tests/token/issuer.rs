//! Why the issuer is locked: until then it creates units around the cap; afterwards only this contract does.

use merit_testing::token::Setup;

#[test]
fn an_unlocked_issuer_mints_around_the_cap() {
    let setup = Setup::with_cap(100);
    let account = setup.account();
    assert!(setup.asset().transfer_from_issuer(&account, 777));
    assert_eq!(setup.asset().balance(&account), 777);
    assert_eq!(setup.client().minted(), 0);
}

#[test]
fn a_locked_issuer_mints_nothing_while_the_contract_still_does_everything() {
    let setup = Setup::new();
    let account = setup.account();
    setup.asset().lock_issuer();
    assert!(!setup.asset().transfer_from_issuer(&account, 777));
    setup.mint(&account, 10).unwrap();
    setup.freeze(&account).unwrap();
    setup.unfreeze(&account).unwrap();
    setup.clawback(&account, 4).unwrap();
    assert_eq!(setup.asset().balance(&account), 6);
    assert_eq!(setup.client().minted(), 6);
}
