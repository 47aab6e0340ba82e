use merit_common::{
    lifecycle, roles as names,
    testutils::{check, other_code, Case, Failure},
};
use soroban_sdk::{IntoVal, String};

use super::{World, ACTORS};
use crate::{StateError, Status};

const UNAUTHORIZED: Failure = Failure::Contract(StateError::Unauthorized as u32);

fn nothing(_: &World) {}

fn register_pool(world: &World) {
    world.register("pool", &world.some_address(), 0).unwrap();
}

fn registry() -> [Case<World>; 6] {
    [
        Case {
            function: "register",
            prepare: nothing,
            args: |w, caller| {
                let (name, address, hash) = (w.name("pool"), w.some_address(), w.hash(1));
                (caller, name, address, hash, 1u32, 0u32).into_val(&w.env)
            },
            allowed: &[names::REGISTRAR],
            denied: UNAUTHORIZED,
        },
        Case {
            function: "set_status",
            prepare: register_pool,
            args: |w, caller| (caller, w.name("pool"), Status::Retired, 1u32).into_val(&w.env),
            allowed: &[names::REGISTRAR],
            denied: UNAUTHORIZED,
        },
        Case {
            function: "set_interface",
            prepare: register_pool,
            args: |w, caller| {
                let interface = String::from_str(&w.env, "0.1.0");
                (caller, w.name("pool"), interface, 1u32).into_val(&w.env)
            },
            allowed: &[names::REGISTRAR],
            denied: UNAUTHORIZED,
        },
        Case {
            function: "forget_address",
            prepare: nothing,
            args: |w, caller| (caller, w.some_address()).into_val(&w.env),
            allowed: &[names::UPGRADER],
            denied: UNAUTHORIZED,
        },
        Case {
            function: "set_param",
            prepare: nothing,
            args: |w, caller| (caller, w.name("fee"), 5i128).into_val(&w.env),
            allowed: &[names::REGISTRAR],
            denied: UNAUTHORIZED,
        },
        Case {
            function: "record_migration",
            prepare: register_pool,
            args: |w, caller| (caller, w.name("pool"), 1u32).into_val(&w.env),
            allowed: &[names::REGISTRAR],
            denied: UNAUTHORIZED,
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
            allowed: &[names::UNPAUSER],
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
fn the_registry_is_written_by_the_registrar_and_loses_addresses_by_the_upgrader() {
    check(World::new, &ACTORS, &registry());
}

#[test]
fn operation_is_for_its_roles_only() {
    check(World::new, &ACTORS, &operation());
}
