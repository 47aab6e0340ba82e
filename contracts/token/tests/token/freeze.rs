use merit_common::roles as names;
use merit_testing::{
    token::{error, Setup},
    Line, Subject,
};
use merit_token::{Freeze, TokenError, Unfreeze};
use soroban_sdk::{
    testutils::{Address as _, Events as _},
    Address, Event as _,
};

#[test]
fn a_frozen_holder_neither_sends_nor_receives_until_unfrozen() {
    let setup = Setup::new();
    for holder in [setup.account(), setup.holder.clone()] {
        setup.mint(&holder, 10).unwrap();
        let other = Address::generate(setup.env());
        let send = || setup.asset().transfer(&holder, &other, 1);
        setup.freeze(&holder).unwrap();
        assert!(!send());
        assert_eq!(setup.mint(&holder, 1), error(TokenError::NotAuthorized));
        setup.unfreeze(&holder).unwrap();
        assert!(send());
        setup.mint(&holder, 1).unwrap();
    }
}

#[test]
fn the_system_s_contracts_are_never_frozen() {
    let setup = Setup::new();
    let frozen_before = Address::generate(setup.env());
    for contract in [&setup.holder, &frozen_before] {
        setup.mint(contract, 10).unwrap();
    }
    setup.freeze(&frozen_before).unwrap();
    setup.register("vault", &setup.holder);
    setup.register("vesting", &frozen_before);
    let refused = error(TokenError::SystemAddress);
    assert_eq!(setup.freeze(&setup.holder), refused);
    let other = Address::generate(setup.env());
    assert!(setup.asset().transfer(&setup.holder, &other, 1));
    // A contract that was frozen before it was registered can be released.
    setup.unfreeze(&frozen_before).unwrap();
    assert!(setup.asset().transfer(&frozen_before, &other, 1));
}

/// Tokens that the system's contracts hold for a frozen account stay where they are.
#[test]
fn no_account_sheds_its_freeze_by_closing_its_trustline() {
    let setup = Setup::new();
    let is_frozen = |account| setup.client().is_frozen(account);
    let [holder, lineless] = [setup.account(), setup.asset().account()];
    let missing = setup.asset().missing_account();
    for account in [&holder, &lineless, &missing] {
        assert!(!is_frozen(account));
        setup.freeze(account).unwrap();
        assert!(is_frozen(account));
    }
    for account in [&holder, &lineless] {
        // A line that is opened now is authorised, until the freezer repeats its call.
        setup.asset().put_line(account, Line::default());
        assert!(setup.asset().client().authorized(account));
        assert!(is_frozen(account));
        setup.freeze(account).unwrap();
        assert!(!setup.asset().client().authorized(account));
        setup.unfreeze(account).unwrap();
        assert!(setup.asset().client().authorized(account));
        assert!(!is_frozen(account));
    }
    setup.unfreeze(&missing).unwrap();
    assert!(!is_frozen(&missing));
}

/// A release before 0.3.0 froze it, and kept no record of that.
#[test]
fn a_frozen_trustline_counts_too() {
    let setup = Setup::new();
    let holder = setup.account();
    setup.asset().set_authorized(&holder, false);
    assert!(setup.client().is_frozen(&holder));
}

/// Where the asset can't be asked any more, because the host allows no deeper call, nobody counts as free.
#[test]
fn no_depth_of_calls_hides_a_frozen_trustline() {
    let setup = Setup::new();
    let holder = setup.account();
    let is_frozen = |below| {
        let args = (&holder,);
        setup
            .world
            .call_deep::<bool>(below, &setup.contract, "is_frozen", args)
    };
    assert_eq!(is_frozen(1), Ok(false));
    setup.asset().set_authorized(&holder, false);
    for below in [0, 1] {
        assert_eq!(is_frozen(below), Ok(true), "{below} frames below");
    }
}

#[test]
fn freezing_needs_a_revocable_issuer() {
    let setup = Setup::new();
    let holder = setup.account();
    setup.asset().set_issuer_flags(0);
    assert_eq!(setup.freeze(&holder), error(TokenError::AssetRefused));
}

#[test]
fn freezing_and_unfreezing_are_announced() {
    let setup = Setup::new();
    let (account, operator) = (setup.account(), setup.actor(names::FREEZER));
    let ours = |setup: &Setup| {
        setup
            .env()
            .events()
            .all()
            .filter_by_contract(&setup.contract)
    };
    setup.freeze(&account).unwrap();
    let frozen = Freeze {
        account: account.clone(),
        operator: operator.clone(),
    };
    assert_eq!(
        ours(&setup),
        vec![frozen.to_xdr(setup.env(), &setup.contract)]
    );
    setup.unfreeze(&account).unwrap();
    let unfrozen = Unfreeze { account, operator };
    assert_eq!(
        ours(&setup),
        vec![unfrozen.to_xdr(setup.env(), &setup.contract)]
    );
}
