use merit_common::{
    lifecycle, roles as names,
    testutils::{call, check, other_code, wait, Case, Failure},
};
use soroban_sdk::{Address, IntoVal};

use super::{error, World, ACTORS, BONUS_NEWCOMER, BONUS_REFERRER, BUDGET, CLAWBACK, MERCHANT};
use crate::ReferralError;

const UNAUTHORIZED: Failure = Failure::Contract(ReferralError::Unauthorized as u32);

fn nothing(_: &World) {}

fn business() -> [Case<World>; 4] {
    [
        Case {
            function: "set_programme",
            prepare: nothing,
            args: |w, caller| (caller, MERCHANT, w.terms()).into_val(&w.env),
            allowed: &[names::MANAGER],
            denied: UNAUTHORIZED,
        },
        Case {
            function: "qualify",
            prepare: nothing,
            args: |w, caller| (caller, MERCHANT, w.actor("newcomer")).into_val(&w.env),
            allowed: &[names::QUALIFY],
            denied: UNAUTHORIZED,
        },
        Case {
            function: "revoke",
            prepare: |w| w.qualify(&w.actor("newcomer")).unwrap(),
            args: |w, caller| (caller, w.actor("newcomer")).into_val(&w.env),
            allowed: &[names::MANAGER],
            denied: UNAUTHORIZED,
        },
        Case {
            function: "claim",
            prepare: |w| {
                w.qualify(&w.actor("newcomer")).unwrap();
                wait(&w.env, CLAWBACK);
            },
            args: |w, caller| (caller, w.actor("newcomer")).into_val(&w.env),
            allowed: &["newcomer", "referrer"],
            denied: Failure::Contract(ReferralError::NothingDue as u32),
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
fn business_is_for_its_roles_and_the_two_sides_only() {
    check(World::bound, &ACTORS, &business());
}

#[test]
fn operation_is_for_its_roles_only() {
    check(World::new, &ACTORS, &operation());
}

#[test]
fn only_the_referrer_enrols_itself() {
    let world = World::new();
    let newcomer = world.actor("newcomer");
    for actor in ACTORS.iter().filter(|actor| **actor != "newcomer") {
        let signer = world.actor(actor);
        let args = (&newcomer,);
        let forced = call::<()>(&world.env, &signer, &world.contract, "enrol", args);
        assert_eq!(forced, Err(Failure::Auth), "{actor}");
    }
    assert_eq!(world.enrol(&newcomer), Ok(()));
}

#[test]
fn only_the_newcomer_binds_itself() {
    let world = World::new();
    let (newcomer, referrer) = (world.actor("newcomer"), world.actor("referrer"));
    for actor in ACTORS.iter().filter(|actor| **actor != "newcomer") {
        let signer = world.actor(actor);
        let args = (&newcomer, &referrer);
        let forced = call::<()>(&world.env, &signer, &world.contract, "bind", args);
        assert_eq!(forced, Err(Failure::Auth), "{actor}");
    }
    assert_eq!(world.bind(&newcomer, &referrer), Ok(()));
}

#[test]
fn only_the_sponsor_funds_and_signs_the_transfer_too() {
    let world = World::new();
    let sponsor = world.actor("sponsor");
    for actor in ACTORS.iter().filter(|actor| **actor != "sponsor") {
        let other: Address = world.actor(actor);
        world.asset().mint(&other, 10);
        let own = world.fund_by(&other, MERCHANT, 10);
        assert_eq!(own, error(ReferralError::Unauthorized), "{actor}");
        let args = (&sponsor, MERCHANT, 10i128);
        let stolen = call::<()>(&world.env, &other, &world.contract, "fund", args);
        assert_eq!(stolen, Err(Failure::Auth), "{actor}");
    }
    // The signature covers the funding, not the transfer below it.
    let half = world.call_as::<()>("sponsor", "fund", (MERCHANT, 10i128));
    assert_eq!(half, error(ReferralError::AssetRefused));
    assert_eq!(world.fund(BUDGET), Ok(()));
}

#[test]
fn each_side_claims_its_own_only() {
    let world = World::qualified();
    let (newcomer, referrer) = (world.actor("newcomer"), world.actor("referrer"));
    wait(&world.env, CLAWBACK);
    let args = (&referrer, &newcomer);
    let stolen = call::<i128>(&world.env, &newcomer, &world.contract, "claim", args);
    assert_eq!(stolen, Err(Failure::Auth));
    assert_eq!(world.claim(&referrer, &newcomer), Ok(BONUS_REFERRER));
    assert_eq!(world.claim(&newcomer, &newcomer), Ok(BONUS_NEWCOMER));
}
