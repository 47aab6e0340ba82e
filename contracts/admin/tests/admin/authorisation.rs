use merit_admin::AdminError;
use merit_common::roles as names;
use merit_testing::{
    admin::{error, Setup, DELAY},
    by, check, operation, signed_by, view, Failure, Row, Subject, START,
};
use soroban_sdk::Symbol;

const UNAUTHORIZED: Failure = Failure::Contract(AdminError::Unauthorized as u32);

fn begin_transfer(setup: &Setup) {
    setup
        .as_root("begin_transfer", (setup.actor("heir"),))
        .unwrap();
}

fn changes() -> [Row<Setup>; 10] {
    [
        by("grant_role", &["root"], |w: &Setup| {
            (w.stranger(), w.role("new"))
        })
        .caller_last(),
        by("grant_role_until", &["root"], |w: &Setup| {
            (w.stranger(), w.role("new"), START + 1)
        })
        .caller_last(),
        by("revoke_role", &["root"], |w: &Setup| {
            (w.actor(names::MINTER), w.role(names::MINTER))
        })
        .caller_last(),
        by("renounce_role", &[names::MINTER], |w: &Setup| {
            (w.role(names::MINTER),)
        })
        .caller_last()
        .denied(Failure::Contract(AdminError::RoleNotHeld as u32)),
        by("announce_upgrade", &[names::UPGRADER], |w: &Setup| {
            (w.stranger(), w.hash(1))
        })
        .caller_last(),
        by("cancel_upgrade", &["root", names::PAUSER], |w: &Setup| {
            (w.contract.clone(),)
        })
        .caller_last()
        .after(|w| {
            let upgrader = w.actor(names::UPGRADER);
            w.announce(&upgrader, &w.contract, 1).unwrap();
        }),
        signed_by("set_state", &["root"], |w: &Setup| (w.new_state(),)),
        signed_by("begin_transfer", &["root"], |w: &Setup| (w.stranger(),)),
        signed_by("cancel_transfer", &["root"], |_| ()).after(begin_transfer),
        signed_by("accept_transfer", &["heir"], |_| ()).after(|w| {
            begin_transfer(w);
            w.world.advance(DELAY);
        }),
    ]
}

fn views() -> [Row<Setup>; 13] {
    [
        view("get_admin", |_| ()),
        view("has_role", |w: &Setup| {
            (w.stranger(), w.role(names::MINTER))
        }),
        view("role_expiry", |w: &Setup| {
            (w.stranger(), w.role(names::MINTER))
        }),
        view("get_existing_roles", |_| ()),
        view(
            "get_role_member_count",
            |w: &Setup| (w.role(names::MINTER),),
        ),
        view("get_role_member", |w: &Setup| (w.role(names::MINTER), 0u32)),
        view("members", |w: &Setup| (w.role(names::MINTER), 0u32, 10u32)),
        view("announced_upgrade", |w: &Setup| (w.stranger(),)),
        view("upgrade_is_due", |w: &Setup| (w.stranger(), w.hash(1))),
        view("upgrade_delay", |_| ()),
        view("state", |_| ()),
        view("pending_transfer", |_| ()),
        view("transfer_delay", |_| ()),
    ]
}

#[test]
fn every_function_admits_only_the_callers_in_the_table() {
    let rows = changes().into_iter().chain(views());
    let rows = rows.chain(operation(&["root", names::UNPAUSER]));
    check("admin", Setup::new, UNAUTHORIZED, rows);
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
fn a_signature_for_other_arguments_does_not_count() {
    let setup = Setup::new();
    let (root, minter) = (setup.actor("root"), Symbol::new(setup.env(), names::MINTER));
    let account = setup.stranger();
    let signed = (setup.stranger(), &minter, &root);
    let sent = (&account, &minter, &root);
    let contract = &setup.contract;
    let outcome = setup
        .world
        .call_signed_for::<()>(&root, contract, "grant_role", signed, sent);
    assert_eq!(outcome, Err(Failure::Host));
    assert!(!setup.holds(names::MINTER, &account));
}
