use merit_common::roles as names;
use merit_state::{StateError, Status};
use merit_testing::{check, operation, state::Setup, Case, Failure, Subject};
use soroban_sdk::{IntoVal, String};

const UNAUTHORIZED: Failure = Failure::Contract(StateError::Unauthorized as u32);

fn nothing(_: &Setup) {}

fn register_pool(setup: &Setup) {
    setup.register("pool", &setup.some_address(), 0).unwrap();
}

fn registry() -> [Case<Setup>; 6] {
    [
        Case {
            function: "register",
            prepare: nothing,
            args: |w, caller| {
                let (name, address, hash) = (w.name("pool"), w.some_address(), w.hash(1));
                (caller, name, address, hash, 1u32, 0u32).into_val(w.env())
            },
            allowed: &[names::REGISTRAR],
            denied: UNAUTHORIZED,
        },
        Case {
            function: "set_status",
            prepare: register_pool,
            args: |w, caller| (caller, w.name("pool"), Status::Retired, 1u32).into_val(w.env()),
            allowed: &[names::REGISTRAR],
            denied: UNAUTHORIZED,
        },
        Case {
            function: "set_interface",
            prepare: register_pool,
            args: |w, caller| {
                let interface = String::from_str(w.env(), "0.1.0");
                (caller, w.name("pool"), interface, 1u32).into_val(w.env())
            },
            allowed: &[names::REGISTRAR],
            denied: UNAUTHORIZED,
        },
        Case {
            function: "forget_address",
            prepare: nothing,
            args: |w, caller| (caller, w.some_address()).into_val(w.env()),
            allowed: &[names::UPGRADER],
            denied: UNAUTHORIZED,
        },
        Case {
            function: "set_param",
            prepare: nothing,
            args: |w, caller| (caller, w.name("fee"), 5i128).into_val(w.env()),
            allowed: &[names::REGISTRAR],
            denied: UNAUTHORIZED,
        },
        Case {
            function: "record_migration",
            prepare: register_pool,
            args: |w, caller| (caller, w.name("pool"), 1u32).into_val(w.env()),
            allowed: &[names::REGISTRAR],
            denied: UNAUTHORIZED,
        },
    ]
}

#[test]
fn the_registry_is_written_by_the_registrar_and_loses_addresses_by_the_upgrader() {
    check(Setup::new, &registry());
}

#[test]
fn operation_is_for_its_roles_only() {
    check(Setup::new, &operation(&[names::UNPAUSER], UNAUTHORIZED));
}
