use merit_common::{
    roles as names,
    testutils::{wait, START},
};
use soroban_sdk::{testutils::Events as _, Event as _, Symbol};
use stellar_access::access_control::RoleRevoked;

use super::{error, World};
use crate::{AdminError, RoleGranted};

#[test]
fn a_grant_holds_until_it_expires() {
    let world = World::new();
    let account = world.stranger();
    world.grant("courier", &account, Some(START + 100)).unwrap();
    assert_eq!(
        world.client().role_expiry(&world.role("courier"), &account),
        Some(START + 100)
    );
    wait(&world.env, 99);
    assert!(world.holds("courier", &account));
    wait(&world.env, 1);
    assert!(!world.holds("courier", &account));
}

#[test]
fn granting_again_replaces_the_expiry() {
    let world = World::new();
    let account = world.stranger();
    world.grant("courier", &account, Some(START + 100)).unwrap();
    wait(&world.env, 200);
    world.grant("courier", &account, Some(START + 300)).unwrap();
    assert!(world.holds("courier", &account));
    world.grant("courier", &account, None).unwrap();
    wait(&world.env, 1_000);
    assert!(world.holds("courier", &account));
    assert_eq!(world.client().member_count(&world.role("courier")), 1);
}

#[test]
fn a_new_grant_does_not_inherit_an_old_expiry() {
    let world = World::new();
    let (root, account) = (world.actor("root"), world.stranger());
    world.grant("courier", &account, Some(START + 100)).unwrap();
    world.revoke_by(&root, "courier", &account).unwrap();
    world.grant("courier", &account, None).unwrap();
    wait(&world.env, 1_000);
    assert!(world.holds("courier", &account));
}

#[test]
fn an_expiry_must_lie_ahead() {
    let world = World::new();
    for expires_at in [0, START - 1, START] {
        let outcome = world.grant("courier", &world.stranger(), Some(expires_at));
        assert_eq!(outcome, error(AdminError::InvalidExpiry));
    }
}

#[test]
fn revoked_and_renounced_roles_are_gone() {
    let world = World::new();
    let root = world.actor("root");
    let (first, second) = (world.stranger(), world.stranger());
    world.grant("courier", &first, None).unwrap();
    world.grant("courier", &second, None).unwrap();
    world.revoke_by(&root, "courier", &first).unwrap();
    let args = (&second, world.role("courier"));
    world.call::<()>(&second, "renounce_role", args).unwrap();
    assert!(!world.holds("courier", &first) && !world.holds("courier", &second));
    let again = world.revoke_by(&root, "courier", &first);
    assert_eq!(again, error(AdminError::RoleNotHeld));
    assert!(!world.client().roles().contains(world.role("courier")));
}

#[test]
fn members_are_exactly_the_unexpired_holders() {
    let world = World::new();
    let role = world.role("courier");
    let accounts: std::vec::Vec<_> = (0..5).map(|_| world.stranger()).collect();
    for account in &accounts {
        world.grant("courier", account, None).unwrap();
    }
    world
        .grant("courier", &accounts[1], Some(START + 10))
        .unwrap();
    world
        .revoke_by(&world.actor("root"), "courier", &accounts[0])
        .unwrap();
    wait(&world.env, 10);
    let page = |start, limit| world.client().members(&role, &start, &limit);
    let all = page(0, 100);
    assert_eq!(all.len(), 3);
    for (index, account) in accounts.iter().enumerate() {
        assert_eq!(all.contains(account), index >= 2);
        assert_eq!(world.holds("courier", account), index >= 2);
    }
    let mut paged = page(0, 2);
    paged.append(&page(2, 2));
    assert_eq!(paged, all);
    assert_eq!(page(4, 2).len() + page(u32::MAX, 100).len(), 0);
}

#[test]
fn a_page_holds_1_to_100() {
    let world = World::new();
    for limit in [0, 101, u32::MAX] {
        let outcome = world
            .client()
            .try_members(&world.role("courier"), &0, &limit);
        assert_eq!(
            outcome.unwrap_err().unwrap(),
            AdminError::InvalidPage.into()
        );
    }
}

#[test]
fn a_257th_role_is_refused_with_our_own_error() {
    let world = World::new();
    let taken = world.client().roles().len();
    for index in taken..256 {
        let role = std::format!("r{index}");
        world.grant(&role, &world.stranger(), None).unwrap();
    }
    let outcome = world.grant("one_more", &world.stranger(), None);
    assert_eq!(outcome, error(AdminError::TooManyRoles));
    world.grant(names::MINTER, &world.stranger(), None).unwrap();
}

#[test]
fn granting_and_revoking_tell_who_and_until_when() {
    let world = World::new();
    let (root, account) = (world.actor("root"), world.stranger());
    let events = |world: &World| world.env.events().all();
    world.grant("courier", &account, Some(START + 5)).unwrap();
    let granted = RoleGranted {
        role: Symbol::new(&world.env, "courier"),
        account: account.clone(),
        caller: root.clone(),
        expires_at: Some(START + 5),
    };
    assert_eq!(
        events(&world),
        std::vec![granted.to_xdr(&world.env, &world.contract)]
    );
    world.revoke_by(&root, "courier", &account).unwrap();
    let revoked = RoleRevoked {
        role: Symbol::new(&world.env, "courier"),
        account,
        caller: root,
    };
    assert_eq!(
        events(&world),
        std::vec![revoked.to_xdr(&world.env, &world.contract)]
    );
}
