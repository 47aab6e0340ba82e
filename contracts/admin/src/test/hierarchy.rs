use merit_common::{
    roles as names,
    testutils::{wait, START},
};
use soroban_sdk::{testutils::Events as _, Event as _, Symbol};
use stellar_access::access_control::RoleAdminChanged;

use super::{error, World};
use crate::AdminError;

fn set(world: &World, role: &str, admin_role: &str) -> merit_common::testutils::Outcome<()> {
    world.as_root("set_role_admin", (world.role(role), world.role(admin_role)))
}

#[test]
fn a_role_admin_grants_and_revokes_its_role_and_no_other() {
    let world = World::new();
    let chief = world.stranger();
    set(&world, "courier", "chief").unwrap();
    world.grant("chief", &chief, None).unwrap();
    let account = world.stranger();
    world.grant_by(&chief, "courier", &account, None).unwrap();
    world.revoke_by(&chief, "courier", &account).unwrap();
    for role in ["chief", names::MINTER, names::UPGRADER] {
        let outcome = world.grant_by(&chief, role, &chief, None);
        assert_eq!(outcome, error(AdminError::Unauthorized), "{role}");
    }
}

#[test]
fn an_expired_role_admin_grants_nothing() {
    let world = World::new();
    let chief = world.stranger();
    set(&world, "courier", "chief").unwrap();
    world.grant("chief", &chief, Some(START + 10)).unwrap();
    wait(&world.env, 10);
    let outcome = world.grant_by(&chief, "courier", &chief, None);
    assert_eq!(outcome, error(AdminError::Unauthorized));
}

#[test]
fn cycles_are_refused_at_any_distance() {
    let world = World::new();
    assert_eq!(set(&world, "a", "a"), error(AdminError::RoleCycle));
    for (role, admin_role) in [("a", "b"), ("b", "c"), ("c", "d")] {
        set(&world, role, admin_role).unwrap();
    }
    for role in ["b", "c", "d"] {
        assert_eq!(
            set(&world, role, "a"),
            error(AdminError::RoleCycle),
            "{role}"
        );
    }
    set(&world, "a", "d").unwrap();
    assert_eq!(
        world.client().role_admin(&world.role("a")),
        Some(world.role("d"))
    );
}

#[test]
fn a_chain_of_role_admins_ends_somewhere() {
    let world = World::new();
    let name = |index: u32| std::format!("r{index}");
    for index in 0..8 {
        set(&world, &name(index + 1), &name(index)).unwrap();
    }
    let outcome = set(&world, &name(9), &name(8));
    assert_eq!(outcome, error(AdminError::ChainTooLong));
}

#[test]
fn a_guardian_has_no_path_to_money_or_code() {
    let world = World::new();
    let guardian = world.actor(names::PAUSER);
    for role in [
        names::MINTER,
        names::UPGRADER,
        names::UNPAUSER,
        names::PAUSER,
    ] {
        let granted = world.grant_by(&guardian, role, &guardian, None);
        assert_eq!(granted, error(AdminError::Unauthorized), "{role}");
        let revoked = world.revoke_by(&guardian, role, &world.actor(role));
        assert_eq!(revoked, error(AdminError::Unauthorized), "{role}");
    }
}

#[test]
fn a_changed_role_admin_is_announced() {
    let world = World::new();
    set(&world, "courier", "chief").unwrap();
    let expected = RoleAdminChanged {
        role: world.role("courier"),
        previous_admin_role: Symbol::new(&world.env, ""),
        new_admin_role: world.role("chief"),
    };
    let emitted = world.env.events().all();
    assert_eq!(
        emitted,
        std::vec![expected.to_xdr(&world.env, &world.contract)]
    );
}
