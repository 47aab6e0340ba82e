use merit_common::roles as names;
use merit_redemption::RedemptionError;
use merit_testing::{
    check, operation,
    redemption::{error, terms, Setup, ITEM, PRICE},
    Case, Failure, Subject,
};
use soroban_sdk::{BytesN, IntoVal};

const UNAUTHORIZED: Failure = Failure::Contract(RedemptionError::Unauthorized as u32);

fn nothing(_: &Setup) {}

fn redeemed(setup: &Setup) {
    assert_eq!(setup.redeem_one(), 1);
}

fn business() -> [Case<Setup>; 4] {
    [
        Case {
            function: "set_item",
            prepare: nothing,
            args: |w, caller| (caller, 1u64, terms()).into_val(w.env()),
            allowed: &[names::MANAGER],
            denied: UNAUTHORIZED,
        },
        Case {
            function: "set_stock",
            prepare: nothing,
            args: |w, caller| (caller, ITEM, 10u32, 5u32).into_val(w.env()),
            allowed: &[names::MANAGER],
            denied: UNAUTHORIZED,
        },
        Case {
            function: "fulfil",
            prepare: redeemed,
            args: |w, caller| (caller, 1u64).into_val(w.env()),
            allowed: &[names::FULFIL],
            denied: UNAUTHORIZED,
        },
        Case {
            function: "cancel",
            prepare: redeemed,
            args: |w, caller| (caller, 1u64).into_val(w.env()),
            allowed: &[names::FULFIL, "wallet"],
            denied: UNAUTHORIZED,
        },
    ]
}

#[test]
fn business_is_for_its_roles_and_the_wallet_only() {
    check(Setup::new, &business());
}

#[test]
fn operation_is_for_its_roles_only() {
    check(Setup::new, &operation(&[names::UNPAUSER], UNAUTHORIZED));
}

#[test]
fn only_the_wallet_spends_its_tokens_and_signs_the_transfer_too() {
    let setup = Setup::new();
    let (env, wallet) = (setup.env(), setup.wallet());
    let reference = BytesN::from_array(env, &[1; 32]);
    let args = (&wallet, ITEM, 1u32, PRICE, &reference);
    for actor in setup.actors().keys().filter(|actor| **actor != "wallet") {
        let signer = setup.actor(actor);
        let stolen = setup.call::<u64>(&signer, "redeem", args);
        assert_eq!(stolen, Err(Failure::Host), "{actor}");
    }
    // The signature covers the redemption, not the transfer below it.
    let half = setup.call::<u64>(&wallet, "redeem", args);
    assert_eq!(half, error(RedemptionError::AssetRefused));
    // Nor is it good for another amount.
    let other = setup.redeem_signing(PRICE - 1, &wallet, ITEM, 1, PRICE, 1);
    assert_eq!(other, error(RedemptionError::AssetRefused));
    assert_eq!(setup.redeem(&wallet, ITEM, 1, PRICE, 1), Ok(1));
}
