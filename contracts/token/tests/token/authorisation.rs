use merit_common::roles::{CLAWBACK, FREEZER, LIMITER, MINTER, UNPAUSER};
use merit_testing::{by, check, operation, token::Setup, view, Failure, Row};
use merit_token::TokenError;

const UNAUTHORIZED: Failure = Failure::Contract(TokenError::Unauthorized as u32);

fn mint_10(setup: &Setup) {
    setup.mint(&setup.holder, 10).unwrap();
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

fn views() -> [Row<Setup>; 5] {
    [
        view("quota", |w: &Setup| (w.holder.clone(),)),
        view("is_frozen", |w: &Setup| (w.holder.clone(),)),
        view("cap", |_| ()),
        view("minted", |_| ()),
        view("asset", |_| ()),
    ]
}

#[test]
fn every_function_admits_only_the_callers_in_the_table() {
    let rows = money().into_iter().chain(views());
    let rows = rows.chain(operation(&[UNPAUSER]));
    check("token", Setup::new, UNAUTHORIZED, rows);
}
