use merit_common::roles::{REGISTRAR, UNPAUSER, UPGRADER};
use merit_state::{StateError, Status};
use merit_testing::{by, check, operation, state::Setup, view, Failure, Row, Subject};
use soroban_sdk::String;

const UNAUTHORIZED: Failure = Failure::Contract(StateError::Unauthorized as u32);

fn register_pool(setup: &Setup) {
    setup.register("pool", &setup.some_address(), 0).unwrap();
}

fn registry() -> [Row<Setup>; 6] {
    [
        by("register", &[REGISTRAR], |w: &Setup| {
            (w.name("pool"), w.some_address(), w.hash(1), 1u32, 0u32)
        }),
        by("set_status", &[REGISTRAR], |w: &Setup| {
            (w.name("pool"), Status::Retired, 1u32)
        })
        .after(register_pool),
        by("set_interface", &[REGISTRAR], |w: &Setup| {
            let interface = String::from_str(w.env(), "0.1.0");
            (w.name("pool"), interface, 1u32)
        })
        .after(register_pool),
        by("forget_address", &[UPGRADER], |w: &Setup| {
            (w.some_address(),)
        }),
        by("set_param", &[REGISTRAR], |w: &Setup| {
            (w.name("fee"), 5i128)
        }),
        by("record_migration", &[REGISTRAR], |w: &Setup| {
            (w.name("pool"), 1u32)
        })
        .after(register_pool),
    ]
}

fn views() -> [Row<Setup>; 7] {
    [
        view("get", |w: &Setup| (w.name("pool"),)),
        view("history", |w: &Setup| (w.name("pool"), 0u32, 10u32)).after(register_pool),
        view("resolve", |w: &Setup| (w.name("pool"),)).after(register_pool),
        view("list", |_| (0u32, 10u32)),
        view("system_addresses", |_| ()),
        view("param", |w: &Setup| (w.name("fee"),)),
        view("migration", |w: &Setup| (w.name("pool"),)),
    ]
}

#[test]
fn every_function_admits_only_the_callers_in_the_table() {
    let rows = registry().into_iter().chain(views());
    let rows = rows.chain(operation(&[UNPAUSER]));
    check("state", Setup::new, UNAUTHORIZED, rows);
}
