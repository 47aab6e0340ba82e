use merit_common::{
    lifecycle, roles as names,
    testutils::{check, other_code, wait, Case, Failure},
};
use soroban_sdk::{IntoVal, Symbol};

use super::{error, World, ACTORS, DELAY};
use crate::AdminError;

const UNAUTHORIZED: Failure = Failure::Contract(AdminError::Unauthorized as u32);
const NOT_HELD: Failure = Failure::Contract(AdminError::RoleNotHeld as u32);

fn nothing(_: &World) {}

fn begin_transfer(world: &World) {
    world
        .as_root("begin_transfer", (world.actors["heir"].clone(),))
        .unwrap();
}

fn roles_and_admin() -> [Case<World>; 8] {
    [
        Case {
            function: "grant_role",
            prepare: nothing,
            args: |w, caller| (caller, w.role("new"), w.stranger(), None::<u64>).into_val(&w.env),
            allowed: &["root"],
            denied: UNAUTHORIZED,
        },
        Case {
            function: "revoke_role",
            prepare: nothing,
            args: |w, caller| {
                (
                    caller,
                    w.role(names::MINTER),
                    w.actors[names::MINTER].clone(),
                )
                    .into_val(&w.env)
            },
            allowed: &["root"],
            denied: UNAUTHORIZED,
        },
        Case {
            function: "renounce_role",
            prepare: nothing,
            args: |w, caller| (caller, w.role(names::MINTER)).into_val(&w.env),
            allowed: &[names::MINTER],
            denied: NOT_HELD,
        },
        Case {
            function: "set_role_admin",
            prepare: nothing,
            args: |w, _| (w.role("a"), w.role("b")).into_val(&w.env),
            allowed: &["root"],
            denied: Failure::Auth,
        },
        Case {
            function: "set_state",
            prepare: nothing,
            args: |w, _| (w.new_state(),).into_val(&w.env),
            allowed: &["root"],
            denied: Failure::Auth,
        },
        Case {
            function: "begin_transfer",
            prepare: nothing,
            args: |w, _| (w.stranger(),).into_val(&w.env),
            allowed: &["root"],
            denied: Failure::Auth,
        },
        Case {
            function: "cancel_transfer",
            prepare: begin_transfer,
            args: |w, _| ().into_val(&w.env),
            allowed: &["root"],
            denied: Failure::Auth,
        },
        Case {
            function: "accept_transfer",
            prepare: |w| {
                begin_transfer(w);
                wait(&w.env, DELAY);
            },
            args: |w, _| ().into_val(&w.env),
            allowed: &["heir"],
            denied: Failure::Auth,
        },
    ]
}

fn operation() -> [Case<World>; 4] {
    [
        Case {
            function: "pause",
            prepare: nothing,
            args: |w, caller| (caller,).into_val(&w.env),
            allowed: &[names::PAUSER],
            denied: UNAUTHORIZED,
        },
        Case {
            function: "unpause",
            prepare: World::pause,
            args: |w, caller| (caller,).into_val(&w.env),
            allowed: &["root", names::UNPAUSER],
            denied: UNAUTHORIZED,
        },
        Case {
            function: "upgrade",
            prepare: nothing,
            args: |w, caller| (caller, other_code(&w.env)).into_val(&w.env),
            allowed: &[names::UPGRADER],
            denied: UNAUTHORIZED,
        },
        Case {
            function: "migrate",
            prepare: |w| {
                w.env
                    .as_contract(&w.contract, || lifecycle::init(&w.env, 0))
            },
            args: |w, caller| (caller,).into_val(&w.env),
            allowed: &[names::UPGRADER],
            denied: UNAUTHORIZED,
        },
    ]
}

#[test]
fn roles_and_the_admin_change_by_the_right_hands_only() {
    check(World::new, &ACTORS, &roles_and_admin());
}

#[test]
fn operation_is_for_its_roles_only() {
    check(World::new, &ACTORS, &operation());
}

#[test]
fn an_expired_grant_opens_nothing() {
    let world = World::new();
    let guardian = world.stranger();
    let end = world.env.ledger().timestamp() + 60;
    world.grant(names::PAUSER, &guardian, Some(end)).unwrap();
    wait(&world.env, 60);
    let outcome = world.call::<()>(&guardian, "pause", (&guardian,));
    assert_eq!(outcome, error(AdminError::Unauthorized));
}

#[test]
fn a_signature_for_other_arguments_is_worth_nothing() {
    let world = World::new();
    let (root, minter) = (world.actor("root"), Symbol::new(&world.env, names::MINTER));
    let signed = (root.clone(), minter.clone(), world.stranger(), None::<u64>);
    let sent = (root.clone(), minter, world.stranger(), None::<u64>);
    let invoke = soroban_sdk::testutils::MockAuthInvoke {
        contract: &world.contract,
        fn_name: "grant_role",
        args: signed.into_val(&world.env),
        sub_invokes: &[],
    };
    world.env.mock_auths(&[soroban_sdk::testutils::MockAuth {
        address: &root,
        invoke: &invoke,
    }]);
    let outcome = world
        .client()
        .try_grant_role(&sent.0, &sent.1, &sent.2, &sent.3);
    assert!(outcome.is_err());
    assert!(!world.holds(names::MINTER, &sent.2));
}
