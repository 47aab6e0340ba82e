use merit_admin::AdminError;
use merit_common::roles as names;
use merit_testing::{
    admin::{error, Setup},
    Outcome, Subject, START,
};
use soroban_sdk::{testutils::Events as _, Event as _, Symbol};
use stellar_access::access_control::RoleAdminChanged;

fn set(setup: &Setup, role: &str, admin_role: &str) -> Outcome<()> {
    setup.as_root("set_role_admin", (setup.role(role), setup.role(admin_role)))
}

#[test]
fn a_role_admin_grants_and_revokes_its_role_and_no_other() {
    let setup = Setup::new();
    let chief = setup.stranger();
    set(&setup, "courier", "chief").unwrap();
    setup.grant("chief", &chief, None).unwrap();
    let account = setup.stranger();
    setup.grant_by(&chief, "courier", &account, None).unwrap();
    setup.revoke_by(&chief, "courier", &account).unwrap();
    for role in ["chief", names::MINTER, names::UPGRADER] {
        let outcome = setup.grant_by(&chief, role, &chief, None);
        assert_eq!(outcome, error(AdminError::Unauthorized), "{role}");
    }
}

#[test]
fn an_expired_role_admin_grants_nothing() {
    let setup = Setup::new();
    let chief = setup.stranger();
    set(&setup, "courier", "chief").unwrap();
    setup.grant("chief", &chief, Some(START + 10)).unwrap();
    setup.world.advance(10);
    let outcome = setup.grant_by(&chief, "courier", &chief, None);
    assert_eq!(outcome, error(AdminError::Unauthorized));
}

#[test]
fn cycles_are_refused_at_any_distance() {
    let setup = Setup::new();
    assert_eq!(set(&setup, "a", "a"), error(AdminError::RoleCycle));
    for (role, admin_role) in [("a", "b"), ("b", "c"), ("c", "d")] {
        set(&setup, role, admin_role).unwrap();
    }
    for role in ["b", "c", "d"] {
        assert_eq!(
            set(&setup, role, "a"),
            error(AdminError::RoleCycle),
            "{role}"
        );
    }
    set(&setup, "a", "d").unwrap();
    assert_eq!(
        setup.client().role_admin(&setup.role("a")),
        Some(setup.role("d"))
    );
}

#[test]
fn a_chain_of_role_admins_ends_somewhere() {
    let setup = Setup::new();
    let name = |index: u32| format!("r{index}");
    for index in 0..8 {
        set(&setup, &name(index + 1), &name(index)).unwrap();
    }
    let outcome = set(&setup, &name(9), &name(8));
    assert_eq!(outcome, error(AdminError::ChainTooLong));
}

#[test]
fn a_chain_built_from_its_bottom_may_be_longer_and_still_closes_no_cycle() {
    let setup = Setup::new();
    let name = |index: u32| format!("r{index}");
    for index in 0..20 {
        set(&setup, &name(index), &name(index + 1)).unwrap();
    }
    for below in 0..20 {
        let refused = match 20 - below {
            9.. => AdminError::ChainTooLong,
            _ => AdminError::RoleCycle,
        };
        let closed = set(&setup, &name(20), &name(below));
        assert_eq!(closed, error(refused), "{below}");
    }
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

#[test]
fn a_changed_role_admin_is_announced() {
    let setup = Setup::new();
    set(&setup, "courier", "chief").unwrap();
    let expected = RoleAdminChanged {
        role: setup.role("courier"),
        previous_admin_role: Symbol::new(setup.env(), ""),
        new_admin_role: setup.role("chief"),
    };
    let emitted = setup.env().events().all();
    assert_eq!(emitted, vec![expected.to_xdr(setup.env(), &setup.contract)]);
}
