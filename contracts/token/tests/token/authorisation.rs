use merit_common::roles::{CLAWBACK, FREEZER, LIMITER, MINTER, UNPAUSER, UPGRADER};
use merit_testing::{
    by, check, operation,
    token::{Setup, DELAY},
    view, Failure, Row,
};
use merit_token::TokenError;

const UNAUTHORIZED: Failure = Failure::Contract(TokenError::Unauthorized as u32);

fn mint_10(setup: &Setup) {
    setup.mint(&setup.holder, 10).unwrap();
}

fn propose(setup: &Setup) {
    setup.propose(&setup.holder).unwrap();
}

fn money() -> [Row<Setup>; 5] {
    [
        by("mint", &[MINTER], |w: &Setup| (w.holder.clone(), 10i128)),
        by("set_quota", &[LIMITER], |w: &Setup| {
            (w.holder.clone(), 10i128)
        }),
        by("freeze", &[FREEZER], |w: &Setup| (w.holder.clone(),)).after(mint_10),
        by("unfreeze", &[FREEZER], |w: &Setup| (w.holder.clone(),)).after(|w| {
            mint_10(w);
            w.freeze(&w.holder).unwrap();
        }),
        by("clawback", &[CLAWBACK], |w: &Setup| {
            (w.holder.clone(), 10i128)
        })
        .after(mint_10),
    ]
}

fn handover() -> [Row<Setup>; 3] {
    [
        by("propose_sac_admin", &[UPGRADER], |w: &Setup| {
            (w.holder.clone(),)
        }),
        by("execute_sac_admin", &[UPGRADER], |_| ()).after(|w: &Setup| {
            propose(w);
            w.world.advance(DELAY);
        }),
        by("cancel_sac_admin", &[UPGRADER], |_| ()).after(propose),
    ]
}

fn views() -> [Row<Setup>; 6] {
    [
        view("quota", |w: &Setup| (w.holder.clone(),)),
        view("pending_sac_admin", |_| ()),
        view("is_frozen", |w: &Setup| (w.holder.clone(),)),
        view("cap", |_| ()),
        view("minted", |_| ()),
        view("asset", |_| ()),
    ]
}

#[test]
fn every_function_admits_only_the_callers_in_the_table() {
    let rows = money().into_iter().chain(handover()).chain(views());
    let rows = rows.chain(operation(&[UNPAUSER]));
    check("token", Setup::new, UNAUTHORIZED, rows);
}
