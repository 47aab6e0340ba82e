use merit_admin::{AdminError, RoleGranted};
use merit_common::roles as names;
use merit_testing::{
    admin::{error, Setup},
    Subject, START,
};
use soroban_sdk::{testutils::Events as _, Error, Event as _, Symbol};
use stellar_access::access_control::{self, AccessControlError, RoleRevoked};

#[test]
fn a_grant_holds_until_it_expires() {
    let setup = Setup::new();
    let account = setup.stranger();
    setup.grant("courier", &account, Some(START + 100)).unwrap();
    assert_eq!(
        setup.client().role_expiry(&account, &setup.role("courier")),
        Some(START + 100)
    );
    setup.world.advance(99);
    assert!(setup.holds("courier", &account));
    setup.world.advance(1);
    assert!(!setup.holds("courier", &account));
}

#[test]
fn granting_again_replaces_the_expiry() {
    let setup = Setup::new();
    let account = setup.stranger();
    setup.grant("courier", &account, Some(START + 100)).unwrap();
    setup.world.advance(200);
    setup.grant("courier", &account, Some(START + 300)).unwrap();
    assert!(setup.holds("courier", &account));
    setup.grant("courier", &account, None).unwrap();
    setup.world.advance(1_000);
    assert!(setup.holds("courier", &account));
    assert_eq!(
        setup.client().get_role_member_count(&setup.role("courier")),
        1
    );
}

#[test]
fn a_new_grant_does_not_inherit_an_old_expiry() {
    let setup = Setup::new();
    let (root, account) = (setup.actor("root"), setup.stranger());
    setup.grant("courier", &account, Some(START + 100)).unwrap();
    setup.revoke_by(&root, "courier", &account).unwrap();
    setup.grant("courier", &account, None).unwrap();
    setup.world.advance(1_000);
    assert!(setup.holds("courier", &account));
}

#[test]
fn an_expiry_must_be_in_the_future() {
    let setup = Setup::new();
    for expires_at in [0, START - 1, START] {
        let outcome = setup.grant("courier", &setup.stranger(), Some(expires_at));
        assert_eq!(outcome, error(AdminError::InvalidExpiry));
    }
}

#[test]
fn revoked_and_renounced_roles_are_gone() {
    let setup = Setup::new();
    let root = setup.actor("root");
    let (first, second) = (setup.stranger(), setup.stranger());
    setup.grant("courier", &first, None).unwrap();
    setup.grant("courier", &second, None).unwrap();
    setup.revoke_by(&root, "courier", &first).unwrap();
    setup.renounce(&second, "courier").unwrap();
    assert!(!setup.holds("courier", &first) && !setup.holds("courier", &second));
    let again = setup.revoke_by(&root, "courier", &first);
    assert_eq!(again, error(AdminError::RoleNotHeld));
    assert!(!setup
        .client()
        .get_existing_roles()
        .contains(setup.role("courier")));
}

#[test]
fn members_are_exactly_the_unexpired_holders() {
    let setup = Setup::new();
    let role = setup.role("courier");
    let accounts: Vec<_> = (0..5).map(|_| setup.stranger()).collect();
    for account in &accounts {
        setup.grant("courier", account, None).unwrap();
    }
    setup
        .grant("courier", &accounts[1], Some(START + 10))
        .unwrap();
    setup
        .revoke_by(&setup.actor("root"), "courier", &accounts[0])
        .unwrap();
    setup.world.advance(10);
    let page = |start, limit| setup.client().members(&role, &start, &limit);
    let all = page(0, 100);
    assert_eq!(all.len(), 3);
    for (index, account) in accounts.iter().enumerate() {
        assert_eq!(all.contains(account), index >= 2);
        assert_eq!(setup.holds("courier", account), index >= 2);
    }
    let mut paged = page(0, 2);
    paged.append(&page(2, 2));
    assert_eq!(paged, all);
    assert_eq!(page(4, 2).len() + page(u32::MAX, 100).len(), 0);
}

#[test]
fn a_page_holds_1_to_100() {
    let setup = Setup::new();
    for limit in [0, 101, u32::MAX] {
        let outcome = setup
            .client()
            .try_members(&setup.role("courier"), &0, &limit);
        assert_eq!(
            outcome.unwrap_err().unwrap(),
            AdminError::InvalidPage.into()
        );
    }
}

#[test]
fn a_257th_role_is_refused_with_our_own_error() {
    let setup = Setup::new();
    let taken = setup.client().get_existing_roles().len();
    for index in taken..256 {
        let role = format!("r{index}");
        setup.grant(&role, &setup.stranger(), None).unwrap();
    }
    let outcome = setup.grant("one_more", &setup.stranger(), None);
    assert_eq!(outcome, error(AdminError::TooManyRoles));
    setup.grant(names::MINTER, &setup.stranger(), None).unwrap();
}

#[test]
fn events_of_grants_show_who_and_until_when() {
    let setup = Setup::new();
    let (root, account) = (setup.actor("root"), setup.stranger());
    let events = |setup: &Setup| setup.env().events().all();
    setup.grant("courier", &account, Some(START + 5)).unwrap();
    let granted = RoleGranted {
        role: Symbol::new(setup.env(), "courier"),
        account: account.clone(),
        caller: root.clone(),
        expires_at: Some(START + 5),
    };
    assert_eq!(
        events(&setup),
        vec![granted.to_xdr(setup.env(), &setup.contract)]
    );
    setup.revoke_by(&root, "courier", &account).unwrap();
    let revoked = RoleRevoked {
        role: Symbol::new(setup.env(), "courier"),
        account,
        caller: root,
    };
    assert_eq!(
        events(&setup),
        vec![revoked.to_xdr(setup.env(), &setup.contract)]
    );
}

#[test]
fn positions_are_those_of_the_grants() {
    let setup = Setup::new();
    let (client, role) = (setup.client(), setup.role("courier"));
    let accounts: Vec<_> = (0..3).map(|_| setup.stranger()).collect();
    for account in &accounts {
        setup.grant("courier", account, None).unwrap();
    }
    for (index, account) in accounts.iter().enumerate() {
        let position = client.has_role(account, &role).unwrap();
        assert_eq!(position, index as u32);
        assert_eq!(client.get_role_member(&role, &position), *account);
    }
    let beyond = client.try_get_role_member(&role, &3);
    let out_of_bounds = AccessControlError::IndexOutOfBounds as u32;
    assert_eq!(
        beyond.unwrap_err().unwrap(),
        Error::from_contract_error(out_of_bounds)
    );
}

#[test]
fn a_guardian_cannot_reach_money_or_code() {
    let setup = Setup::new();
    let guardian = setup.actor(names::PAUSER);
    for role in [
        names::MINTER,
        names::UPGRADER,
        names::UNPAUSER,
        names::PAUSER,
    ] {
        let granted = setup.grant_by(&guardian, role, &guardian, None);
        assert_eq!(granted, error(AdminError::Unauthorized), "{role}");
        let revoked = setup.revoke_by(&guardian, role, &setup.actor(role));
        assert_eq!(revoked, error(AdminError::Unauthorized), "{role}");
    }
}

/// A role admin in the form that a release before 0.3.0 stored.
#[test]
fn a_role_admin_of_an_older_release_has_no_effect() {
    let setup = Setup::new();
    let (minter, limiter) = (setup.role(names::MINTER), setup.role(names::LIMITER));
    setup.env().as_contract(&setup.contract, || {
        access_control::set_role_admin_no_auth(setup.env(), &minter, &limiter);
    });
    let holder = setup.actor(names::LIMITER);
    let refused = error(AdminError::Unauthorized);
    let granted = setup.grant_by(&holder, names::MINTER, &holder, None);
    assert_eq!(granted, refused);
    let revoked = setup.revoke_by(&holder, names::MINTER, &setup.actor(names::MINTER));
    assert_eq!(revoked, refused);
}
