use merit_common::roles::{REGISTRAR, UNPAUSER, UPGRADER};
use merit_state::StateError;
use merit_testing::{by, check, operation, state::Setup, view, Failure, Row, Subject};
use soroban_sdk::String;

const UNAUTHORIZED: Failure = Failure::Contract(StateError::Unauthorized as u32);

fn register_pool(setup: &Setup) {
    setup.register("pool", &setup.some_address(), 0).unwrap();
}

fn registry() -> [Row<Setup>; 4] {
    [
        by("register", &[REGISTRAR], |w: &Setup| {
            (w.name("pool"), w.some_address(), w.hash(1), 1u32, 0u32)
        }),
        by("set_interface", &[REGISTRAR], |w: &Setup| {
            let interface = String::from_str(w.env(), "0.1.0");
            (w.name("pool"), interface, 1u32)
        })
        .after(register_pool),
        by("unregister", &[UPGRADER], |w: &Setup| (w.name("pool"),)).after(register_pool),
        by("forget_address", &[UPGRADER], |w: &Setup| {
            (w.some_address(),)
        }),
    ]
}

fn views() -> [Row<Setup>; 4] {
    [
        view("get", |w: &Setup| (w.name("pool"),)),
        view("resolve", |w: &Setup| (w.name("pool"),)).after(register_pool),
        view("list", |_| (0u32, 10u32)),
        view("system_addresses", |_| ()),
    ]
}

#[test]
fn every_function_admits_only_the_callers_in_the_table() {
    let rows = registry().into_iter().chain(views());
    let rows = rows.chain(operation(&[UNPAUSER]));
    check("state", Setup::new, UNAUTHORIZED, rows);
}
