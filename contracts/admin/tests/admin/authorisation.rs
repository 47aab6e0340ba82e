use merit_admin::AdminError;
use merit_common::roles as names;
use merit_testing::{
    admin::{error, Setup, DELAY},
    check, operation, Case, Failure, Subject,
};
use soroban_sdk::{IntoVal, Symbol};

const UNAUTHORIZED: Failure = Failure::Contract(AdminError::Unauthorized as u32);
const NOT_HELD: Failure = Failure::Contract(AdminError::RoleNotHeld as u32);

fn nothing(_: &Setup) {}

fn begin_transfer(setup: &Setup) {
    setup
        .as_root("begin_transfer", (setup.actor("heir"),))
        .unwrap();
}

fn roles_and_admin() -> [Case<Setup>; 8] {
    [
        Case {
            function: "grant_role",
            prepare: nothing,
            args: |w, caller| (caller, w.role("new"), w.stranger(), None::<u64>).into_val(w.env()),
            allowed: &["root"],
            denied: UNAUTHORIZED,
        },
        Case {
            function: "revoke_role",
            prepare: nothing,
            args: |w, caller| {
                (caller, w.role(names::MINTER), w.actor(names::MINTER)).into_val(w.env())
            },
            allowed: &["root"],
            denied: UNAUTHORIZED,
        },
        Case {
            function: "renounce_role",
            prepare: nothing,
            args: |w, caller| (caller, w.role(names::MINTER)).into_val(w.env()),
            allowed: &[names::MINTER],
            denied: NOT_HELD,
        },
        Case {
            function: "set_role_admin",
            prepare: nothing,
            args: |w, _| (w.role("a"), w.role("b")).into_val(w.env()),
            allowed: &["root"],
            denied: Failure::Host,
        },
        Case {
            function: "set_state",
            prepare: nothing,
            args: |w, _| (w.new_state(),).into_val(w.env()),
            allowed: &["root"],
            denied: Failure::Host,
        },
        Case {
            function: "begin_transfer",
            prepare: nothing,
            args: |w, _| (w.stranger(),).into_val(w.env()),
            allowed: &["root"],
            denied: Failure::Host,
        },
        Case {
            function: "cancel_transfer",
            prepare: begin_transfer,
            args: |w, _| ().into_val(w.env()),
            allowed: &["root"],
            denied: Failure::Host,
        },
        Case {
            function: "accept_transfer",
            prepare: |w| {
                begin_transfer(w);
                w.world.advance(DELAY);
            },
            args: |w, _| ().into_val(w.env()),
            allowed: &["heir"],
            denied: Failure::Host,
        },
    ]
}

#[test]
fn roles_and_the_admin_change_by_the_right_hands_only() {
    check(Setup::new, &roles_and_admin());
}

#[test]
fn operation_is_for_its_roles_only() {
    check(
        Setup::new,
        &operation(&["root", names::UNPAUSER], UNAUTHORIZED),
    );
}

#[test]
fn an_expired_grant_opens_nothing() {
    let setup = Setup::new();
    let guardian = setup.stranger();
    let end = setup.env().ledger().timestamp() + 60;
    setup.grant(names::PAUSER, &guardian, Some(end)).unwrap();
    setup.world.advance(60);
    let outcome = setup.call::<()>(&guardian, "pause", (&guardian,));
    assert_eq!(outcome, error(AdminError::Unauthorized));
}

#[test]
fn a_signature_for_other_arguments_is_worth_nothing() {
    let setup = Setup::new();
    let (root, minter) = (setup.actor("root"), Symbol::new(setup.env(), names::MINTER));
    let account = setup.stranger();
    let signed = (&root, &minter, setup.stranger(), None::<u64>);
    let sent = (&root, &minter, &account, None::<u64>);
    let contract = &setup.contract;
    let outcome = setup
        .world
        .call_signed_for::<()>(&root, contract, "grant_role", signed, sent);
    assert_eq!(outcome, Err(Failure::Host));
    assert!(!setup.holds(names::MINTER, &account));
}
