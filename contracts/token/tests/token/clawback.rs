use merit_common::{amount::MAX, roles as names};
use merit_testing::{
    token::{error, Setup},
    Subject,
};
use merit_token::{Clawback, TokenError};
use soroban_sdk::{testutils::Events as _, xdr::AccountFlags, Event as _};

#[test]
fn what_is_clawed_back_leaves_the_holder_and_the_supply() {
    let setup = Setup::with_cap(100);
    for holder in [setup.account(), setup.holder.clone()] {
        setup.mint(&holder, 50).unwrap();
        setup.clawback(&holder, 20).unwrap();
        assert_eq!(setup.asset().balance(&holder), 30);
    }
    assert_eq!(setup.client().minted(), 60);
    setup.mint(&setup.holder, 40).unwrap();
    assert_eq!(setup.mint(&setup.holder, 1), error(TokenError::CapExceeded));
}

#[test]
fn a_frozen_holder_can_be_clawed_back_from() {
    let setup = Setup::new();
    setup.mint(&setup.holder, 10).unwrap();
    setup.freeze(&setup.holder).unwrap();
    setup.clawback(&setup.holder, 10).unwrap();
    assert_eq!(setup.asset().balance(&setup.holder), 0);
}

#[test]
fn clawing_back_does_not_give_the_quota_back() {
    let setup = Setup::new();
    setup.mint(&setup.holder, 10).unwrap();
    setup.clawback(&setup.holder, 10).unwrap();
    assert_eq!(setup.client().quota(&setup.actor(names::MINTER)).used, 10);
}

#[test]
fn the_system_s_contracts_are_never_clawed_back_from() {
    let setup = Setup::new();
    setup.mint(&setup.holder, 10).unwrap();
    setup.register("vault", &setup.holder);
    assert_eq!(
        setup.clawback(&setup.holder, 1),
        error(TokenError::SystemAddress)
    );
    assert_eq!(setup.asset().balance(&setup.holder), 10);
}

#[test]
fn no_holder_loses_more_than_it_has() {
    let setup = Setup::new();
    setup.mint(&setup.holder, 10).unwrap();
    let outcome = setup.clawback(&setup.holder, 11);
    assert_eq!(outcome, error(TokenError::BalanceOutOfRange));
    assert_eq!(setup.client().minted(), 10);
    let account = setup.asset().account();
    assert_eq!(setup.clawback(&account, 1), error(TokenError::NoTrustline));
    for amount in [i128::MIN, -1, 0, MAX + 1] {
        assert_eq!(
            setup.clawback(&setup.holder, amount),
            error(TokenError::InvalidAmount)
        );
    }
}

#[test]
fn a_balance_older_than_the_clawback_flag_stays() {
    let setup = Setup::new();
    setup
        .asset()
        .set_issuer_flags(AccountFlags::RevocableFlag as u32);
    let holder = setup.asset().account();
    setup.asset().client().mock_all_auths().trust(&holder);
    setup.mint(&holder, 10).unwrap();
    let outcome = setup.clawback(&holder, 1);
    assert_eq!(outcome, error(TokenError::BalanceOutOfRange));
}

#[test]
fn units_that_were_never_counted_don_t_make_the_supply_negative() {
    let setup = Setup::new();
    assert!(setup.asset().transfer_from_issuer(&setup.holder, 100));
    setup.mint(&setup.holder, 10).unwrap();
    setup.clawback(&setup.holder, 110).unwrap();
    assert_eq!(setup.client().minted(), 0);
}

#[test]
fn a_clawback_is_announced() {
    let setup = Setup::new();
    setup.mint(&setup.holder, 10).unwrap();
    setup.clawback(&setup.holder, 4).unwrap();
    let expected = Clawback {
        from: setup.holder.clone(),
        operator: setup.actor(names::CLAWBACK),
        amount: 4,
    };
    let ours = setup
        .env()
        .events()
        .all()
        .filter_by_contract(&setup.contract);
    assert_eq!(ours, vec![expected.to_xdr(setup.env(), &setup.contract)]);
}
