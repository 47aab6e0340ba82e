use merit_common::{amount::MAX, roles as names};
use merit_testing::{
    token::{error, Setup, CAP, QUOTA},
    Subject,
};
use merit_token::{Mint, TokenError};
use soroban_sdk::{testutils::Events as _, Event as _};

#[test]
fn what_is_minted_arrives_and_is_counted() {
    let setup = Setup::new();
    let account = setup.account();
    setup.mint(&setup.holder, 10).unwrap();
    setup.mint(&account, 5).unwrap();
    assert_eq!(setup.asset().balance(&setup.holder), 10);
    assert_eq!(setup.asset().balance(&account), 5);
    assert_eq!(setup.client().minted(), 15);
    assert_eq!(setup.client().cap(), CAP);
    assert_eq!(setup.client().asset(), setup.asset().sac);
}

#[test]
fn the_cap_is_exact_to_the_stroop() {
    let setup = Setup::with_cap(100);
    setup.mint(&setup.holder, 99).unwrap();
    assert_eq!(setup.mint(&setup.holder, 2), error(TokenError::CapExceeded));
    setup.mint(&setup.holder, 1).unwrap();
    assert_eq!(setup.mint(&setup.holder, 1), error(TokenError::CapExceeded));
    assert_eq!(setup.client().minted(), 100);
}

#[test]
fn the_largest_cap_never_overflows() {
    let setup = Setup::with_cap(MAX);
    setup.set_quota(&setup.actor(names::MINTER), MAX).unwrap();
    setup.mint(&setup.holder, MAX).unwrap();
    assert_eq!(setup.mint(&setup.holder, 1), error(TokenError::CapExceeded));
    assert_eq!(
        setup.mint(&setup.asset().account(), MAX),
        error(TokenError::CapExceeded)
    );
}

#[test]
fn amounts_must_be_valid() {
    let setup = Setup::new();
    for amount in [i128::MIN, -1, 0, MAX + 1, i128::MAX] {
        let outcome = setup.mint(&setup.holder, amount);
        assert_eq!(outcome, error(TokenError::InvalidAmount), "{amount}");
    }
}

#[test]
fn a_recipient_who_can_not_hold_the_asset_is_named_as_the_cause() {
    let setup = Setup::new();
    let no_line = error(TokenError::NoTrustline);
    assert_eq!(setup.mint(&setup.asset().account(), 1), no_line);
    assert_eq!(setup.mint(&setup.asset().missing_account(), 1), no_line);
    let frozen = setup.account();
    setup.freeze(&frozen).unwrap();
    assert_eq!(setup.mint(&frozen, 1), error(TokenError::NotAuthorized));
    let full = setup.account();
    assert!(setup.asset().transfer_from_issuer(&full, MAX));
    assert_eq!(setup.mint(&full, 1), error(TokenError::BalanceOutOfRange));
    let quota = setup.client().quota(&setup.actor(names::MINTER));
    assert_eq!(
        (setup.client().minted(), quota.used),
        (0, 0),
        "failures count nothing"
    );
}

#[test]
fn minting_to_the_issuer_is_refused_because_it_would_have_no_effect() {
    let setup = Setup::new();
    let outcome = setup.mint(&setup.asset().issuer, 10);
    assert_eq!(outcome, error(TokenError::AssetRefused));
    assert_eq!(setup.client().minted(), 0);
}

#[test]
fn the_system_s_contracts_are_not_minted_to() {
    let setup = Setup::new();
    setup.register("vault", &setup.holder);
    assert_eq!(
        setup.mint(&setup.holder, 10),
        error(TokenError::SystemAddress)
    );
}

#[test]
fn nothing_is_minted_to_the_asset_contract_where_it_would_be_nobody_s() {
    let setup = Setup::new();
    let asset = setup.asset().sac.clone();
    assert_eq!(setup.mint(&asset, 10), error(TokenError::SystemAddress));
    assert_eq!(setup.client().minted(), 0);
}

#[test]
fn without_the_administration_of_the_asset_nothing_is_minted() {
    let setup = Setup::new();
    let other = setup.asset().account();
    setup.asset().hand_over(&other);
    assert_eq!(
        setup.mint(&setup.holder, 10),
        error(TokenError::AssetRefused)
    );
    assert_eq!(setup.client().minted(), 0);
}

#[test]
fn minting_is_announced() {
    let setup = Setup::new();
    setup.mint(&setup.holder, 10).unwrap();
    let expected = Mint {
        to: setup.holder.clone(),
        minter: setup.actor(names::MINTER),
        amount: 10,
    };
    let ours = setup
        .env()
        .events()
        .all()
        .filter_by_contract(&setup.contract);
    assert_eq!(ours, vec![expected.to_xdr(setup.env(), &setup.contract)]);
    assert_eq!(
        QUOTA - 10,
        setup.client().quota(&setup.actor(names::MINTER)).remaining
    );
}
