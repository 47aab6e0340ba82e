use merit_common::{amount::MAX, roles as names};
use merit_testing::{
    token::{error, Setup, QUOTA},
    Subject, DAY,
};
use merit_token::{Quota, QuotaSet, TokenError};
use soroban_sdk::{
    testutils::{Address as _, Events as _},
    Address, Event as _,
};

#[test]
fn the_quota_holds_over_any_24_hours() {
    let setup = Setup::new();
    let exceeded = error(TokenError::QuotaExceeded);
    setup.mint(&setup.holder, QUOTA - 1).unwrap();
    assert_eq!(setup.mint(&setup.holder, 2), exceeded);
    setup.world.advance(DAY / 2);
    setup.mint(&setup.holder, 1).unwrap();
    assert_eq!(setup.mint(&setup.holder, 1), exceeded);
    setup.world.advance(DAY / 2 - 1);
    assert_eq!(setup.mint(&setup.holder, 1), exceeded);
    setup.world.advance(901);
    setup.mint(&setup.holder, QUOTA - 1).unwrap();
    assert_eq!(
        setup.mint(&setup.holder, 1),
        exceeded,
        "half a day ago still counts"
    );
}

#[test]
fn a_quota_shows_what_is_used_and_left() {
    let setup = Setup::new();
    let minter = setup.actor(names::MINTER);
    setup.mint(&setup.holder, 300).unwrap();
    let expected = Quota {
        daily: QUOTA,
        used: 300,
        remaining: QUOTA - 300,
    };
    assert_eq!(setup.client().quota(&minter), expected);
    setup.world.advance(DAY + 900);
    assert_eq!(setup.client().quota(&minter).used, 0);
}

#[test]
fn a_cut_acts_at_once_and_counts_what_was_minted() {
    let setup = Setup::new();
    let minter = setup.actor(names::MINTER);
    setup.mint(&setup.holder, 500).unwrap();
    setup.set_quota(&minter, 400).unwrap();
    assert_eq!(setup.client().quota(&minter).remaining, 0);
    assert_eq!(
        setup.mint(&setup.holder, 1),
        error(TokenError::QuotaExceeded)
    );
    setup.set_quota(&minter, 501).unwrap();
    setup.mint(&setup.holder, 1).unwrap();
    setup.set_quota(&minter, 0).unwrap();
    assert_eq!(
        setup.mint(&setup.holder, 1),
        error(TokenError::QuotaExceeded)
    );
}

#[test]
fn minters_have_quotas_of_their_own_and_none_without_one() {
    let setup = Setup::new();
    let second = Address::generate(setup.env());
    setup.world.grant_role(names::MINTER, &second);
    let mint = |amount: i128| setup.call_by::<()>(&second, "mint", (&setup.holder, amount));
    assert_eq!(mint(1), error(TokenError::QuotaExceeded));
    setup.set_quota(&second, 50).unwrap();
    setup.mint(&setup.holder, QUOTA).unwrap();
    mint(50).unwrap();
    assert_eq!(mint(1), error(TokenError::QuotaExceeded));
}

#[test]
fn quotas_must_be_valid() {
    let setup = Setup::new();
    let minter = setup.actor(names::MINTER);
    for daily in [i128::MIN, -1, MAX + 1] {
        assert_eq!(
            setup.set_quota(&minter, daily),
            error(TokenError::InvalidAmount)
        );
    }
    setup.set_quota(&minter, MAX).unwrap();
    assert_eq!(setup.client().quota(&minter).daily, MAX);
}

#[test]
fn a_quota_is_announced() {
    let setup = Setup::new();
    let minter = setup.actor(names::MINTER);
    setup.set_quota(&minter, 7).unwrap();
    let expected = QuotaSet {
        minter,
        daily: 7,
        operator: setup.actor(names::LIMITER),
    };
    let ours = setup
        .env()
        .events()
        .all()
        .filter_by_contract(&setup.contract);
    assert_eq!(ours, vec![expected.to_xdr(setup.env(), &setup.contract)]);
}
