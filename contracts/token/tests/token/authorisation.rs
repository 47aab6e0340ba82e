use merit_common::roles as names;
use merit_testing::{
    check, operation,
    token::{Setup, DELAY},
    Case, Failure, Subject,
};
use merit_token::TokenError;
use soroban_sdk::IntoVal;

const UNAUTHORIZED: Failure = Failure::Contract(TokenError::Unauthorized as u32);

fn nothing(_: &Setup) {}

fn mint_10(setup: &Setup) {
    setup.mint(&setup.holder, 10).unwrap();
}

fn propose(setup: &Setup) {
    setup.propose(&setup.holder).unwrap();
}

fn money() -> [Case<Setup>; 5] {
    [
        Case {
            function: "mint",
            prepare: nothing,
            args: |w, caller| (caller, &w.holder, 10i128).into_val(w.env()),
            allowed: &[names::MINTER],
            denied: UNAUTHORIZED,
        },
        Case {
            function: "set_quota",
            prepare: nothing,
            args: |w, caller| (caller, &w.holder, 10i128).into_val(w.env()),
            allowed: &[names::LIMITER],
            denied: UNAUTHORIZED,
        },
        Case {
            function: "freeze",
            prepare: mint_10,
            args: |w, caller| (caller, &w.holder).into_val(w.env()),
            allowed: &[names::FREEZER],
            denied: UNAUTHORIZED,
        },
        Case {
            function: "unfreeze",
            prepare: |w| {
                mint_10(w);
                w.freeze(&w.holder).unwrap();
            },
            args: |w, caller| (caller, &w.holder).into_val(w.env()),
            allowed: &[names::FREEZER],
            denied: UNAUTHORIZED,
        },
        Case {
            function: "clawback",
            prepare: mint_10,
            args: |w, caller| (caller, &w.holder, 10i128).into_val(w.env()),
            allowed: &[names::CLAWBACK],
            denied: UNAUTHORIZED,
        },
    ]
}

fn handover() -> [Case<Setup>; 3] {
    [
        Case {
            function: "propose_sac_admin",
            prepare: nothing,
            args: |w, caller| (caller, &w.holder).into_val(w.env()),
            allowed: &[names::UPGRADER],
            denied: UNAUTHORIZED,
        },
        Case {
            function: "execute_sac_admin",
            prepare: |w| {
                propose(w);
                w.world.advance(DELAY);
            },
            args: |w, caller| (caller,).into_val(w.env()),
            allowed: &[names::UPGRADER],
            denied: UNAUTHORIZED,
        },
        Case {
            function: "cancel_sac_admin",
            prepare: propose,
            args: |w, caller| (caller,).into_val(w.env()),
            allowed: &[names::UPGRADER],
            denied: UNAUTHORIZED,
        },
    ]
}

#[test]
fn money_is_moved_by_its_roles_only() {
    check(Setup::new, &money());
}

#[test]
fn the_asset_is_handed_over_by_the_upgrader_only() {
    check(Setup::new, &handover());
}

#[test]
fn operation_is_for_its_roles_only() {
    check(Setup::new, &operation(&[names::UNPAUSER], UNAUTHORIZED));
}
